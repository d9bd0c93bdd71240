import type { Knex } from 'knex'
import { sum } from '../../../resources/define/amounts.ts'
import type { PaymentCapture } from '../../../resources/payments/money/payment-capture.ts'
import type { Refund } from '../../../resources/payments/refund.ts'
import type { Author } from '../../derive/save/author.ts'
import { postMove } from '../posting/post-money.ts'
import { liveRows, moveMoney, unresolvedOf } from './ledger.ts'
import { everyPlace, takeRupees } from './take-rupees.ts'

/** Paise of a locked capture that can still go back: all of it that is not on its way back already. */
export async function returnableOf(trx: Knex, capture: PaymentCapture): Promise<number> {
  const live = await liveRows(trx, [capture.id])
  const kept = live.filter(({ target }) => target !== 'TO_REFUND')
  return Math.max(0, await unresolvedOf(trx, capture, live)) + sum(kept.map(({ amount }) => amount))
}

/**
 * Marks paise of a locked capture to go back with a refund: those without a place first, then those on account, then of
 * the newest item. Returns how many, which is less where there is no more.
 */
export async function setAside(
  trx: Knex,
  capture: PaymentCapture,
  { id: refundId }: Pick<Refund, 'id'>,
  amount: number,
  author: Author,
): Promise<number> {
  const live = await liveRows(trx, [capture.id])
  const { taken, from, stays } = takeRupees(live, await unresolvedOf(trx, capture, live), amount, everyPlace)
  if (taken === 0) return 0
  const placed = [...stays, { target: 'TO_REFUND' as const, refundId, amount: taken }]
  await moveMoney(trx, capture, { from, to: placed }, author)
  await postMove(trx, capture.id)
  return taken
}

/** Gives what is set aside for a refund back to its capture, where somebody has to decide about it again. */
export async function putBack(
  trx: Knex,
  capture: PaymentCapture,
  { id: refundId }: Pick<Refund, 'id'>,
  author: Author,
): Promise<void> {
  const from = (await liveRows(trx, [capture.id])).filter(row => row.refundId === refundId)
  if (from.length === 0) return
  await moveMoney(trx, capture, { from, to: [] }, author)
  await postMove(trx, capture.id)
}
