/** A message to SAP that waits too long, with its order; `payload` is for employees. */
export interface StuckOrder {
  /** The id of the message. */
  id: number
  messageType: string
  orderId: number
  orderNo: string
  rowVersion: number
  status: string
  statusSince: string
  sbuId: number
  sbu: string
  customerCode: string
  customerName: string
  attempts: number
  nextAttemptAt: string
  messageStatus: string
  errorClass: string | null
  lastError: string | null
  payload?: unknown
}
