/** The result for one order of a bulk step: its new status, or why it was not changed. */
export interface BulkStepResult {
  orderId: number
  orderNo: string | null
  status: string | null
  pendingStep: string | null
  /** Of the approval for which it waits now, as far as the person may read it. */
  level?: number
  waitingFor?: string | null
  /** The sentence of the refusal; null when it was done. */
  refused: string | null
}
