import type { Knex } from 'knex'
import { sum } from '../../../resources/define/amounts.ts'
import { type CaptureAllocation, captureAllocation } from '../../../resources/payments/money/capture-allocation.ts'
import { type PaymentCapture, paymentCapture } from '../../../resources/payments/money/payment-capture.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { insertRows, updateRows } from '../../derive/save/write.ts'
import { conflict } from '../../platform/errors.ts'
import { lockPayment } from '../lock-payment.ts'

/** Rupees that are put somewhere; paise, negative for a credit that is used. */
export type Placed = Pick<CaptureAllocation, 'target' | 'amount'> &
  Partial<Pick<CaptureAllocation, 'itemId' | 'documentNo' | 'refundId' | 'tdsAmount' | 'balanceBefore'>>

/** The captures of payments, by their ids, locked until the transaction ends. */
export const lockCaptures = (trx: Knex, transactionIds: readonly number[]): Promise<PaymentCapture[]> =>
  rowsOf(trx, paymentCapture, rows =>
    rows
      .whereIn('transactionId', [...transactionIds])
      .orderBy('id')
      .forUpdate(),
  )

/** A capture with its payment, both locked in that order. */
export async function lockCapture(trx: Knex, id: number) {
  const { transactionId } = (await trx('payment_capture').where({ id }).first('transactionId')) as PaymentCapture
  const payment = await lockPayment(trx, transactionId)
  const [capture] = await rowsOf(trx, paymentCapture, rows => rows.where({ id }).forUpdate())
  return { payment, capture: capture! }
}

/** The rows of captures that hold money, oldest first. */
export const liveRows = (db: Knex, captureIds: readonly number[]): Promise<CaptureAllocation[]> =>
  rowsOf(db, captureAllocation, rows =>
    rows
      .whereIn('captureId', [...captureIds])
      .whereNot('clearingStatus', 'RELEASED')
      .orderBy(['captureId', 'seq']),
  )

/**
 * Moves rupees of a locked capture: ends some live rows and writes others, which come to at most what is freed and
 * unresolved. Whoever calls then recounts the payment. Throws 409 MONEY_MOVED where there is less than that.
 */
export async function moveMoney(
  trx: Knex,
  capture: PaymentCapture,
  { from = [], to }: { from?: readonly CaptureAllocation[]; to: readonly Placed[] },
  author: Author,
): Promise<CaptureAllocation[]> {
  const live = await liveRows(trx, [capture.id])
  const freed = from.map(one => live.find(({ id }) => id === one.id))
  if (freed.includes(undefined)) throw moneyMoved()
  const available = (await unresolvedOf(trx, capture, live)) + sum(from.map(({ amount }) => amount))
  if (sum(to.map(({ amount }) => amount)) > available) throw moneyMoved()
  await updateRows(trx, captureAllocation, from, { clearingStatus: 'RELEASED' }, author)
  const [{ last }] = (await trx('capture_allocation').where({ captureId: capture.id }).max({ last: 'seq' })) as [
    { last: number | null },
  ]
  const rows = to.map((placed, index) => ({
    ...{ itemId: null, documentNo: null, refundId: null, tdsAmount: 0, balanceBefore: null },
    ...placed,
    captureId: capture.id,
    transactionId: capture.transactionId,
    customerId: capture.customerId,
    seq: (last ?? 0) + index + 1,
    clearingStatus: 'OPEN' as const,
    movedFromId: from[0]?.id ?? null,
  }))
  return rows.length === 0 ? [] : insertRows(trx, captureAllocation, rows, author)
}

/** Paise of a capture that have no place, by its live rows. */
export const unresolvedOf = async (
  trx: Knex,
  { id, amount }: Pick<PaymentCapture, 'id' | 'amount'>,
  live: readonly CaptureAllocation[],
): Promise<number> => amount + (await wonOf(trx, id)) - sum(live.map(row => row.amount))

/** What was won back of a capture from the payer's bank, in paise. */
async function wonOf(trx: Knex, captureId: number): Promise<number> {
  const won = trx('refund').where({ captureId, kind: 'CHARGEBACK_WON', status: 'SETTLED' })
  return Number((await won.sum({ total: 'amount' }).first())?.total ?? 0)
}

export const moneyMoved = () => conflict('MONEY_MOVED', 'Someone has just moved this money; check again')
