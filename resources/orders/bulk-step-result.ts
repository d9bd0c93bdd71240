/** What became of one order of many: where it stands now, or why it was left as it was. */
export interface OneOfMany {
  orderId: number
  orderNo: string | null
  status: string | null
  pendingStep: string | null
  /** The sentence of the refusal; null when it was done. */
  refused: string | null
}
