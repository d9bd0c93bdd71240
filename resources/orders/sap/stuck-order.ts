import type { SapOutbox } from '../../platform/sap-outbox.ts'

/** A message to SAP that waits too long, with its order. */
export interface StuckOrder {
  /** The id of the message. */
  id: number
  messageType: SapOutbox['messageType']
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
  errorCode: string | null
  httpStatus: number | null
  /** Since when SAP may have it without having said so. */
  uncertainSince: string | null
  lastError: string | null
  /** Since when it waits. */
  waitsSince: string
}
