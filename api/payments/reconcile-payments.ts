import type { Knex } from 'knex'
import { sum } from '../../resources/define/amounts.ts'
import { rupees } from '../../resources/define/show.ts'
import type { OutstandingItem } from '../../resources/masters/upload-outstanding.ts'
import { paymentCapture } from '../../resources/payments/money/payment-capture.ts'
import {
  captureSums,
  isLive,
  isOnItsWay,
  paymentStateOf,
  paymentSums,
} from '../../resources/payments/money/payment-sums.ts'
import { type PaymentTransaction, paymentTransaction } from '../../resources/payments/payment-transaction.ts'
import { rowsOf } from '../derive/rows-of.ts'
import type { Book } from '../platform/books.ts'
import { locksOf } from './item-locks.ts'
import { type CaptureRows, everServed, leastPosted, moneyOf, rowsOfCaptures } from './money/recount.ts'
import { findPostingDifferences } from './posting/posting-book.ts'

const PAGE = 500

/**
 * Finds, as sentences, where the money of payments is not as it must be: what was captured against where it is, refunds
 * against what goes back, states and sums against their functions, items against their locks, receipts without gaps, and
 * what SAP was sent.
 */
export async function findPaymentDifferences(db: Knex): Promise<string[]> {
  const differences: string[] = []
  for (let after = 0; ; ) {
    const payments = await rowsOf(db, paymentTransaction, rows =>
      rows.where('id', '>', after).orderBy('id').limit(PAGE),
    )
    const last = payments.at(-1)
    if (!last) break
    differences.push(...(await differencesAmong(db, payments)))
    after = last.id
  }
  return [
    ...differences,
    ...(await wrongLocks(db)),
    ...(await overpaidItems(db)),
    ...(await receiptGaps(db)),
    ...(await findPostingDifferences(db)),
  ]
}

/** What does not agree of these payments, their captures, and where the money of those is. */
export async function differencesAmong(db: Knex, payments: readonly PaymentTransaction[]): Promise<string[]> {
  const captures = await rowsOf(db, paymentCapture, rows =>
    rows
      .whereIn(
        'transactionId',
        payments.map(({ id }) => id),
      )
      .orderBy('id'),
  )
  const money = Map.groupBy(await rowsOfCaptures(db, captures), ({ capture }) => capture.transactionId)
  return payments.flatMap(payment => differencesOf(payment, money.get(payment.id) ?? []))
}

/** Payments and their captures beside where the money is. */
export const paymentBook: Book = {
  name: 'payment-books',
  at: '04:45',
  about: 'Payments differ from where their money is',
  differences: findPaymentDifferences,
}

function differencesOf(payment: PaymentTransaction, captures: readonly CaptureRows[]): string[] {
  const money = captures.map(moneyOf)
  const { txnNo, status } = payment
  const due = paymentStateOf(status, money)
  const sums = paymentSums(money)
  const wrongSums = Object.entries(sums).filter(([name, value]) => payment[name as keyof typeof sums] !== value)
  const posted = leastPosted(captures.map(({ capture }) => capture.postingStatus))
  return [
    ...captures.flatMap(one => captureFaults(txnNo, one)),
    ...(due === status ? [] : [`Payment ${txnNo} is ${status}, and by its money ${due}`]),
    ...wrongSums.map(
      ([name, value]) =>
        `Payment ${txnNo}: ${name} is ${rupees(Number(payment[name as keyof typeof sums]))}, not ${rupees(value)}`,
    ),
    ...(captures.length === 0 || posted === payment.postingStatus
      ? []
      : [`Payment ${txnNo} is ${payment.postingStatus} in SAP, and its captures ${posted}`]),
  ]
}

function captureFaults(txnNo: string, rows: CaptureRows): string[] {
  const { capture, allocations, refunds } = rows
  const { gatewayTxnId, amount, currency, unresolvedAmount, ownerId, receiptNo } = capture
  const name = `Capture ${gatewayTxnId} of payment ${txnNo}`
  const sums = captureSums(moneyOf(rows))
  const live = allocations.filter(isLive)
  const goesBack = sum(live.filter(({ target }) => target === 'TO_REFUND').map(row => row.amount))
  const refunded = sum(refunds.filter(one => isOnItsWay(one) && one.kind !== 'CHARGEBACK_WON').map(one => one.amount))
  const onItems = sum(live.filter(({ target }) => target === 'ITEM').map(row => row.amount))
  const faults: [boolean, string][] = [
    [
      sums.status !== capture.status || sums.returnedAmount !== capture.returnedAmount,
      `is ${capture.status} with ${rupees(capture.returnedAmount)} returned, and by its refunds ${sums.status} with ${rupees(sums.returnedAmount)}`,
    ],
    [
      sums.unresolvedAmount !== unresolvedAmount,
      `has ${rupees(unresolvedAmount)} to decide, and by its rows ${rupees(sums.unresolvedAmount)}`,
    ],
    [sums.unresolvedAmount < 0, `has ${rupees(0 - sums.unresolvedAmount)} more in its rows than was captured`],
    [unresolvedAmount > 0 && ownerId === null, 'has money to decide and no owner'],
    [goesBack !== refunded, `has ${rupees(goesBack)} going back, and refunds of ${rupees(refunded)}`],
    [onItems < 0, `settles ${rupees(onItems)} in total`],
    [
      currency === 'INR' && everServed(rows) !== (receiptNo !== null),
      receiptNo === null
        ? `serves ${rupees(amount)} and has no receipt`
        : `has receipt ${receiptNo} and never served anything`,
    ],
  ]
  return faults.filter(([isFault]) => isFault).map(([, why]) => `${name} ${why}`)
}

/** Items whose lock is another than what holds them, or that something over still holds. */
async function wrongLocks(db: Knex): Promise<string[]> {
  const held: Pick<OutstandingItem, 'id' | 'documentNo' | 'lockedById' | 'lockedUntil'>[] = await db(
    'upload_outstanding',
  )
    .whereNotNull('lockedById')
    .orWhereIn('id', db('capture_allocation').where({ target: 'ITEM', clearingStatus: 'OPEN' }).select('itemId'))
    .orderBy('id')
    .select('id', 'documentNo', 'lockedById', 'lockedUntil')
  const faults: string[] = []
  for (let start = 0; start < held.length; start += PAGE) {
    const some = held.slice(start, start + PAGE)
    const locks = await locksOf(
      db,
      some.map(({ id }) => id),
    )
    for (const item of some) {
      const due = locks.get(item.id)!
      if (due.lockedById !== item.lockedById)
        faults.push(
          `Open item ${item.documentNo} is held by ${item.lockedById ?? 'no payment'} instead of ${due.lockedById ?? 'none'}`,
        )
    }
  }
  return faults
}

/** Items on which more lies than was open of them. */
async function overpaidItems(db: Knex): Promise<string[]> {
  const rows: { documentNo: string; paid: number; open: number }[] = await db('capture_allocation')
    .where({ target: 'ITEM', clearingStatus: 'OPEN' })
    .whereNotNull('balanceBefore')
    .groupBy('itemId', 'documentNo')
    .select('documentNo')
    .sum({ paid: db.raw('abs(?? + ??)', ['amount', 'tdsAmount']) })
    .max({ open: db.raw('abs(??)', ['balanceBefore']) })
  return rows
    .filter(({ paid, open }) => Number(paid) > Number(open))
    .map(
      ({ documentNo, paid, open }) =>
        `${rupees(Number(paid))} lie on ${documentNo}, of which ${rupees(Number(open))} were open`,
    )
}

/** Numbers that are missing between the first and the last receipt of each year since numbers have had no gaps. */
async function receiptGaps(db: Knex): Promise<string[]> {
  const numbers: string[] = await db('payment_capture')
    .whereNotNull('receiptNo')
    .orderBy('receiptNo')
    .pluck('receiptNo')
  const byYear = Map.groupBy(numbers, number => number.slice(0, 6))
  return [...byYear].flatMap(([series, own]) => {
    const [first, last] = [Number(own[0]!.slice(6)), Number(own.at(-1)!.slice(6))]
    const missing = last - first + 1 - own.length
    return missing === 0 ? [] : [`${missing} receipt numbers of ${series} are missing`]
  })
}
