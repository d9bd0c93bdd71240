import type { Knex } from 'knex'
import { type PaymentCallback, paymentCallback } from '../../../resources/payments/payment-callback.ts'
import type { CallbackResult } from '../../../resources/payments/payment-words.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { updateRow } from '../../derive/save/write.ts'
import { now } from '../../platform/clock.ts'

/** Whether a callback needs no more looking at: the gateway has answered about it. */
export const isFinished = ({ processedAt, result }: PaymentCallback): boolean =>
  processedAt !== null && result !== 'UNKNOWN_ANSWER'

/** Notes what followed from a callback, unless that was noted before. */
export async function finishCallback(
  trx: Knex,
  id: number,
  result: CallbackResult,
  transactionId: number | null,
  author: Author,
): Promise<void> {
  const [row] = await rowsOf(trx, paymentCallback, rows => rows.where('id', id).forUpdate())
  if (!row || isFinished(row)) return
  await updateRow(trx, paymentCallback, row, { processedAt: now(), result, transactionId }, author)
}
