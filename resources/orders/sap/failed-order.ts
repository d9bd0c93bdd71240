import type { OrderIdField } from './sap-words.ts'

/** An order that SAP or a rule refused. */
export interface FailedOrder {
  id: number
  orderNo: string
  orderDate: string
  rowVersion: number
  errorCode: string | null
  /** The words of SAP or of the rule; buyers get our own. */
  errorText: string | null
  /** The error in plain words. */
  means: string
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
  /** The message that SAP refused, for our own people. */
  messageId: number | null
}
