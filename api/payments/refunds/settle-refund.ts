import type { Knex } from 'knex'
import type { PaymentCapture } from '../../../resources/payments/money/payment-capture.ts'
import type { PaymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { type Refund, refund } from '../../../resources/payments/refund.ts'
import type { Author } from '../../derive/save/author.ts'
import { updateRow } from '../../derive/save/write.ts'
import { now, today } from '../../platform/clock.ts'
import { recountPayment } from '../money/recount.ts'
import { putBack, setAside } from '../money/set-aside.ts'
import { postReturn } from '../posting/post-money.ts'
import { noteDifference } from '../settlement/differences.ts'
import { mailRefund } from './mail-refund.ts'

/** What is known of a refund that is done; `amount` in paise. */
type Settled = Partial<Pick<Refund, 'gatewayRequestId' | 'eventId' | 'bankArn'>> & { amount: number }

/** What a refund is of, locked. */
export interface RefundOf {
  payment: PaymentTransaction
  capture: PaymentCapture
}

/**
 * Saves that a refund has gone back to its payer, for so much as the gateway says, in one transaction with its posting
 * and its mail. One that had failed takes its rupees again; what the capture has no more of is noted as a difference.
 * Returns the refund, unchanged where nothing of the capture is left for it.
 */
export async function settleRefund(
  trx: Knex,
  of: RefundOf,
  row: Refund,
  { amount, ...told }: Settled,
  author: Author,
): Promise<Refund> {
  const taken = await holdAgain(trx, of.capture, row, amount, author)
  if (taken < amount) await noteReturnedTwice(trx, of.capture, { about: row.refundNo, left: taken, amount }, author)
  if (taken === 0) return row
  const settled = await updateRow(trx, refund, row, { ...told, amount: taken, ...settledNow() }, author)
  await followSettling(trx, of.payment, settled, author)
  return settled
}

/** What a refund says once it is settled. */
export const settledNow = () => ({
  ...{ status: 'SETTLED' as const, settledAt: now(), nextAskAt: null, failedText: null },
})

/**
 * Sees to it that so many paise of a capture are set aside for a refund, also where it had failed and they were given
 * back. Returns how many are, which is less where the capture has no more.
 */
export async function holdAgain(
  trx: Knex,
  capture: PaymentCapture,
  row: Refund,
  amount: number,
  author: Author,
): Promise<number> {
  if (row.status !== 'FAILED' && amount === row.amount) return amount
  await putBack(trx, capture, row, author)
  return setAside(trx, capture, row, amount, author)
}

/** What follows from a refund that was saved as settled. */
export async function followSettling(
  trx: Knex,
  payment: PaymentTransaction,
  settled: Refund,
  author: Author,
): Promise<void> {
  await postReturn(trx, settled)
  await recountPayment(trx, payment.id, author)
  await mailRefund(trx, payment, settled, 'REFUND_DONE')
}

/** Notes that more of a capture went back than was left of it; `left` and `amount` in paise. */
export const noteReturnedTwice = (
  trx: Knex,
  { id: captureId, accountId, transactionId, gatewayTxnId }: PaymentCapture,
  { about, left, amount }: { about: string; left: number; amount: number },
  author: Author,
): Promise<void> =>
  noteDifference(
    trx,
    {
      ...{ accountId, transactionId, captureId, kind: 'RETURNED_TWICE', onDay: today() },
      ...{ about: `${gatewayTxnId} ${about}`, expectedAmount: left, foundAmount: amount },
    },
    author,
  )
