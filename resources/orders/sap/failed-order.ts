import type { OrderIdField } from './error-words.ts'

/** An order that SAP or a rule refused. */
export interface FailedOrder {
  id: number
  orderNo: string
  orderDate: string
  rowVersion: number
  errorCode: string | null
  errorText: string | null
  /** The master row that stopped it, if any. */
  stoppedBy: { resource: string; id: number } | null
  /** The ids with which a missing row is entered. */
  of: Record<OrderIdField, number>
  statusSince: string
  sapOrderNo: string | null
  placedById: number
  sbu: string
  customerCode: string
  customerName: string
  placedBy: string
  /** How often it was sent to SAP, where SAP refused it. */
  attempts: number | null
  /** The message sent to SAP, for employees. */
  payload?: unknown
}
