import type { OfOrder } from './error-words.ts'

/** An order that SAP or a rule refused. */
export interface FailedOrder {
  id: number
  orderNo: string
  orderDate: string
  rowVersion: number
  errorCode: string | null
  errorText: string | null
  /** The master row that stopped it, where one did. */
  stoppedBy: { resource: string; id: number } | null
  /** By which a row that is missing is entered. */
  of: Record<OfOrder, number>
  statusSince: string
  sapOrderNo: string | null
  placedById: number
  sbu: string
  customerCode: string
  customerName: string
  placedBy: string
  /** How often SAP was asked, where it was SAP that refused. */
  attempts: number | null
  /** What SAP was sent, for our own people. */
  payload?: unknown
}
