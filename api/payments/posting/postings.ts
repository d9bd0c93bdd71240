import type { Knex } from 'knex'
import type { PaymentCapture } from '../../../resources/payments/money/payment-capture.ts'
import { type SapOutbox, sapOutbox } from '../../../resources/platform/sap-outbox.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { PaymentMessage, PostedPayment, ReversalMessage } from '../../sap/sending/journal-entry.ts'
import type { Posted } from './customer-lines.ts'

/** The messages by which money of captures is posted, moved, sent back and taken back in SAP. */
export const postingTypes = ['PAYMENT_POST', 'PAYMENT_TRANSFER', 'REFUND_POST', 'REFUND_REVERSE'] as const

/** A message about a return: the return that it posts or takes back. */
export type ReturnMessage = PaymentMessage & { refundId: number }
export type TakenBackMessage = ReversalMessage & { refundId: number }

/** All messages that post money of these captures, in the order in which SAP gets them. */
export const postingsOf = (db: Knex, captureIds: readonly number[]): Promise<SapOutbox[]> =>
  rowsOf(db, sapOutbox, rows =>
    rows
      .where('ownerType', 'CAPTURE')
      .whereIn('ownerId', [...captureIds])
      .whereIn('messageType', [...postingTypes])
      .orderBy('id'),
  )

export const isOnItsWay = ({ status }: Pick<SapOutbox, 'status'>) => ['READY', 'RETRY', 'SENDING'].includes(status)
export const hasFailed = ({ status }: Pick<SapOutbox, 'status'>) =>
  status === 'FAILED_BUSINESS' || status === 'FAILED_TECH'

/** Whether SAP has or gets what a message says: one that somebody posted by hand instead is withdrawn and has its document. */
export const counts = ({ sapAccountingDoc }: Pick<PaymentCapture, 'sapAccountingDoc'>, message: SapOutbox): boolean =>
  message.status !== 'CANCELLED' ||
  message.sapDocumentNo !== null ||
  (message.messageType === 'PAYMENT_POST' && sapAccountingDoc !== null)

/** What a message posts. */
export const postedBy = ({ messageType, payload }: SapOutbox): Posted =>
  messageType === 'REFUND_REVERSE'
    ? { payment: (payload as ReversalMessage).payment, isReversal: true }
    : { payment: payload as PaymentMessage, isReversal: false }

/** The return that a message is about; null for others. */
export const refundOf = ({ payload }: SapOutbox): number | null => (payload as Partial<ReturnMessage>).refundId ?? null

/** The document under which SAP has what a message says; null while it has none. */
export const documentOf = ({ sapDocumentNo, response }: SapOutbox): PostedPayment | null => {
  const document = response as Partial<PostedPayment> | null
  return sapDocumentNo !== null && document?.accountingDocument ? (document as PostedPayment) : null
}

/** The documents by which money of a capture moved or went back after its first, oldest first. */
export const laterDocuments = (postings: readonly SapOutbox[]): PostedPayment[] =>
  postings
    .filter(({ messageType }) => messageType === 'PAYMENT_TRANSFER' || messageType === 'REFUND_POST')
    .flatMap(message => documentOf(message) ?? [])
