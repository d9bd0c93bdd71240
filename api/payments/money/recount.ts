import type { Knex } from 'knex'
import { addWorkingDays } from '../../../resources/define/dates.ts'
import { type CaptureAllocation, captureAllocation } from '../../../resources/payments/money/capture-allocation.ts'
import { type PaymentCapture, paymentCapture } from '../../../resources/payments/money/payment-capture.ts'
import {
  type CaptureMoney,
  captureSums,
  paymentStateOf,
  paymentSums,
} from '../../../resources/payments/money/payment-sums.ts'
import { type PaymentTransaction, paymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { type PostingState, postingStates } from '../../../resources/payments/payment-words.ts'
import { type Refund, refund } from '../../../resources/payments/refund.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { type Author, systemAuthor } from '../../derive/save/author.ts'
import { updateRow } from '../../derive/save/write.ts'
import { atTheVeryEnd, beforeCommit } from '../../platform/before-commit.ts'
import { today } from '../../platform/clock.ts'
import { recountLocks } from '../item-locks.ts'
import { lockPayment } from '../lock-payment.ts'
import { drawReceipts } from '../receipts/draw-receipts.ts'
import { recountTds } from '../tds/recount-tds.ts'
import { lockCaptures } from './ledger.ts'
import { ownerOfMoney } from './owner.ts'

const author = systemAuthor('Money of payments')

/** A capture with what its sums follow from. */
export interface CaptureRows {
  capture: PaymentCapture
  allocations: CaptureAllocation[]
  refunds: Refund[]
}

/** Working days in which somebody decides what money without a place is for. */
const DAYS_TO_DECIDE = 2

/**
 * Brings a payment whose rows changed up to date, in the transaction that changed them: the states and sums of its
 * captures, its own, and the locks of all items that it names. Nothing else writes those. `by` is who moved the money.
 */
export async function recountPayment(
  trx: Knex,
  transactionId: number,
  by: Author = author,
): Promise<PaymentTransaction> {
  const payment = await lockPayment(trx, transactionId)
  const captures = await lockCaptures(trx, [transactionId])
  const rows = await rowsOfCaptures(trx, captures)
  const saved = await Promise.all(rows.map(one => saveCapture(trx, one, by)))
  const money = rows.map(moneyOf)
  const after = captures.length === 0 ? payment : await savePayment(trx, payment, saved, money, by)
  await recountLocks(trx, await itemsOf(trx, transactionId, rows))
  if (rows.some(({ allocations }) => allocations.some(({ tdsAmount }) => tdsAmount > 0)))
    await beforeCommit(trx, recountTds, [after.customerId])
  // The number is the last that is taken: whoever waits for it waits for a commit alone.
  await atTheVeryEnd(
    trx,
    drawReceipts,
    saved.map(({ id }) => id),
  )
  return after
}

/** Captures with their allocations and refunds. */
export async function rowsOfCaptures(db: Knex, captures: readonly PaymentCapture[]): Promise<CaptureRows[]> {
  const ids = captures.map(({ id }) => id)
  const allocations = await rowsOf(db, captureAllocation, some => some.whereIn('captureId', ids).orderBy('seq'))
  const refunds = await rowsOf(db, refund, some => some.whereIn('captureId', ids).orderBy('id'))
  return captures.map(capture => ({
    capture,
    allocations: allocations.filter(({ captureId }) => captureId === capture.id),
    refunds: refunds.filter(({ captureId }) => captureId === capture.id),
  }))
}

/** What the sums of a capture follow from. */
export const moneyOf = ({ capture: { amount, currency }, allocations, refunds }: CaptureRows): CaptureMoney => ({
  ...{ amount, currency, allocations, refunds },
})

async function saveCapture(trx: Knex, rows: CaptureRows, by: Author): Promise<PaymentCapture> {
  const { capture } = rows
  const sums = captureSums(moneyOf(rows))
  const isOpen = sums.unresolvedAmount > 0
  const asked = {
    ...sums,
    ...(!isOpen && { ownerId: null, decideBy: null }),
    ...(isOpen && capture.ownerId === null && { ownerId: await ownerOfMoney(trx), decideBy: await decideBy(trx) }),
  }
  return changed(capture, asked) ? updateRow(trx, paymentCapture, capture, asked, by) : capture
}

const decideBy = async (trx: Knex) => {
  const holidays: string[] = await trx('holiday').where('isActive', 1).whereNull('stateId').pluck('holidayDate')
  return addWorkingDays(today(), DAYS_TO_DECIDE, new Set(holidays))
}

async function savePayment(
  trx: Knex,
  payment: PaymentTransaction,
  captures: readonly PaymentCapture[],
  money: readonly CaptureMoney[],
  by: Author,
): Promise<PaymentTransaction> {
  const first = captures[0]!
  const status = paymentStateOf(payment.status, money)
  const asked = {
    ...paymentSums(money),
    status,
    ...(status !== 'FAILED' && { failureCode: null, failureText: null }),
    ...(status === 'FAILED' && payment.status !== 'FAILED' && returnedByGateway),
    postingStatus: leastPosted(captures.map(({ postingStatus }) => postingStatus)),
    paidAt: first.capturedAt,
    gatewayTxnId: first.gatewayTxnId,
    bankRefNo: first.bankRefNo,
    paymentMode: first.mode,
    chargesAmount: first.chargesAmount,
    confirmedVia: first.seenVia,
    receiptNo: captures.find(({ receiptNo }) => receiptNo !== null)?.receiptNo ?? null,
    settlementDate: first.settlementDate,
    settlementRef: first.settlementRef,
    overdueSince: null,
  }
  return changed(payment, asked) ? updateRow(trx, paymentTransaction, payment, asked, by) : payment
}

const returnedByGateway = {
  failureCode: 'AUTO_REFUNDED',
  failureText: 'The gateway has returned the amount automatically',
} as const

/** How far SAP is with a payment: as far as with that of its captures that is least far. */
export const leastPosted = (states: readonly PostingState[]): PostingState =>
  ['STUCK' as const, ...postingStates.filter(state => state !== 'NOT_DUE' && state !== 'STUCK')].find(state =>
    states.includes(state),
  ) ?? 'NOT_DUE'

/** The items that a payment is meant for, or has ever put rupees on. */
async function itemsOf(trx: Knex, transactionId: number, rows: readonly CaptureRows[]): Promise<number[]> {
  const planned: number[] = await trx('payment_allocation').where({ transactionId }).pluck('itemId')
  return [...planned, ...rows.flatMap(({ allocations }) => allocations.flatMap(({ itemId }) => itemId ?? []))]
}

const changed = <Kept extends object>(before: Kept, asked: Partial<Kept>) =>
  Object.entries(asked).some(([name, value]) => before[name as keyof Kept] !== value)

/** Whether a row of a capture ever served an item or the account: then it has a receipt. */
export const everServed = ({ allocations }: Pick<CaptureRows, 'allocations'>): boolean =>
  allocations.some(row => row.target !== 'TO_REFUND')
