import type { Knex } from 'knex'
import { type Refund, refund } from '../../../resources/payments/refund.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { updateRow } from '../../derive/save/write.ts'
import { sapAuthor } from '../../sap/sap-author.ts'
import { attempt, type MessageKind } from '../../sap/sending/attempt.ts'
import { createOnce } from '../../sap/sending/create-once.ts'
import type { PostedPayment } from '../../sap/sending/journal-entry.ts'
import { lockCapture } from '../money/ledger.ts'
import { goOn } from './follow-capture.ts'
import type { TakenBackMessage } from './postings.ts'
import { takeBackReturn } from './take-back-return.ts'

/** A return, locked after its payment and its capture. */
export async function lockReturn(trx: Knex, id: number): Promise<Refund> {
  const { captureId } = await trx('refund').where({ id }).first('captureId')
  await lockCapture(trx, captureId)
  const [row] = await rowsOf(trx, refund, rows => rows.where({ id }).forUpdate())
  return row!
}

/** The columns of a document of a return that somebody named, once that is settled. */
export const noDocumentNamed = { namedSapDoc: null, namedSapYear: null, namedById: null }

/** Notes the document under which SAP has a return; one that has failed meanwhile is reversed at once. */
export async function recordReturnPosted(
  trx: Knex,
  refundId: number,
  { accountingDocument: sapDoc, fiscalYear: sapYear }: Omit<PostedPayment, 'companyCode'>,
  author: Author,
  postingStatus: 'POSTED' | 'MANUAL' = 'POSTED',
): Promise<void> {
  const row = await lockReturn(trx, refundId)
  const posted = { postingStatus, postingText: null, sapDoc, sapYear, ...noDocumentNamed }
  const after = await updateRow(trx, refund, row, posted, author)
  if (row.status === 'SETTLED') await goOn(trx, [row.captureId])
  else await takeBackReturn(trx, after, author)
}

/** Notes why SAP has no document of a return: Finance decides what happens. */
export async function recordReturnStuck(trx: Knex, refundId: number, why: string, author: Author) {
  const row = await lockReturn(trx, refundId)
  await updateRow(trx, refund, row, { postingStatus: 'STUCK', postingText: why.slice(0, 500) }, author)
}

/** Reverses the document of a return that failed after all. */
export const returnReversal: MessageKind = {
  async send(means, message) {
    const reversal = message.payload as TakenBackMessage
    const call = () =>
      createOnce(means.db, message, {
        what: `reversal of ${reversal.payment.txnNo}`,
        search: () => means.sap.findReversal(reversal),
        create: () => means.sap.reversePosting(reversal),
        documentNo: ({ accountingDocument }) => accountingDocument,
        save: trx => recordReversed(trx, reversal.refundId, sapAuthor),
        stopped: (trx, why) => recordReturnStuck(trx, reversal.refundId, why, sapAuthor),
      })
    return attempt(means, {
      messages: [message],
      call,
      refused: (trx, _, refusal) => recordReturnStuck(trx, reversal.refundId, refusal.message, sapAuthor),
      givenUp: (trx, _, failure) => recordReturnStuck(trx, reversal.refundId, failure.message, sapAuthor),
    })
  },
}

/** Notes that SAP has taken the document of a return back. */
export async function recordReversed(trx: Knex, refundId: number, author: Author): Promise<void> {
  const row = await lockReturn(trx, refundId)
  await updateRow(trx, refund, row, { postingStatus: 'REVERSED', postingText: null, ...noDocumentNamed }, author)
  await goOn(trx, [row.captureId])
}
