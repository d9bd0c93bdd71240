import type { Knex } from 'knex'
import { type Refund, refund } from '../../../resources/payments/refund.ts'
import type { Author } from '../../derive/save/author.ts'
import { updateRow } from '../../derive/save/write.ts'
import { enqueueForSap } from '../../outbox/outbox.ts'
import { beforeCommit } from '../../platform/before-commit.ts'
import { now, today } from '../../platform/clock.ts'
import type { PaymentMessage } from '../../sap/sending/journal-entry.ts'
import { followCaptures } from './follow-capture.ts'
import { documentOf, hasFailed, postingsOf, type TakenBackMessage } from './postings.ts'
import { standingOf } from './returns-in-sap.ts'

/** Has SAP reverse what it posted of a return that failed after all; what it has not got yet is withdrawn. */
export async function takeBackReturn(trx: Knex, row: Refund, author: Author): Promise<void> {
  const messages = (await postingsOf(trx, [row.captureId])).filter(
    ({ status, sapDocumentNo }) => status !== 'CANCELLED' || sapDocumentNo !== null,
  )
  const standing = standingOf(messages, row.id)
  const document = standing && documentOf(standing)
  if (standing && document) {
    const payment = { ...(standing.payload as PaymentMessage), postingDate: today() }
    const payload: TakenBackMessage = { payment, document, refundId: row.id }
    await enqueueForSap(trx, {
      messageType: 'REFUND_REVERSE',
      ownerType: 'CAPTURE',
      ownerId: row.captureId,
      orderId: null,
      idempotencyKey: `REV-${document.fiscalYear}-${document.accountingDocument}`,
      payload,
    })
    await updateRow(trx, refund, row, { postingStatus: 'QUEUED', postingText: null }, author)
    return
  }
  // What may have reached SAP is reversed once SAP has said so.
  if (standing && !hasFailed(standing) && standing.attempts > 0) return
  if (standing) await trx('sap_outbox').where({ id: standing.id }).update({ status: 'CANCELLED', updatedAt: now() })
  if (row.postingStatus !== 'NOT_DUE')
    await updateRow(trx, refund, row, { postingStatus: 'NOT_DUE', postingText: null }, author)
  await beforeCommit(trx, followCaptures, [row.captureId])
}
