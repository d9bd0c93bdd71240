import type { Knex } from 'knex'
import { arDispute } from '../../../resources/complaints/ar-dispute.ts'
import { disputedOf } from '../../../resources/complaints/disputed-amounts.ts'
import { sum } from '../../../resources/define/amounts.ts'
import { dayOf } from '../../../resources/define/dates.ts'
import { invoice } from '../../../resources/dispatches/invoice.ts'
import { uploadOutstanding } from '../../../resources/masters/upload-outstanding.ts'
import {
  type CreditFacts,
  type CreditLine,
  countCredit,
  lessPayments,
  type UnlistedPayments,
} from '../../../resources/orders/approvals/credit.ts'
import { captureAllocation } from '../../../resources/payments/money/capture-allocation.ts'
import { type PaymentCapture, paymentCapture } from '../../../resources/payments/money/payment-capture.ts'
import { readTogether, rowsOf, selectFrom } from '../../derive/rows-of.ts'
import { openDisputesOf } from '../../masters/disputed-items.ts'
import { withoutOpenItem } from '../../masters/items-of-invoices.ts'
import { lastListing } from '../../masters/last-listing.ts'

/** What payers owe and have ordered, in paise, without `exceptOrderId`: the order that is being checked. */
export async function loadCreditFacts(
  db: Knex,
  payerIds: readonly number[],
  exceptOrderId: number,
): Promise<(payerId: number) => Omit<CreditFacts, 'payer'>> {
  const payers = [...payerIds]
  const { items, invoices, captures, disputes } = await readTogether(db, {
    items: selectFrom(uploadOutstanding, rows => rows.where('isActive', 1).whereIn('customerId', payers)),
    invoices: selectFrom(invoice, rows => withoutOpenItem(rows.whereIn('payerId', payers), db)),
    captures: selectFrom(paymentCapture, rows => onTheWayToSap(rows, payers)),
    disputes: selectFrom(arDispute, rows =>
      openDisputesOf(
        rows,
        db('upload_outstanding').where('isActive', 1).whereIn('customerId', payers).select('invoiceId'),
      ),
    ),
  })
  const paid = await unlistedPayments(db, captures)
  const ordered = await openOrders(db, payers, exceptOrderId)
  const disputed = disputedOf(items, disputes)
  const owed = items.map(item => ({ ...item, disputedAmount: disputed.get(item.id) ?? 0 }))
  const itemsOf = Map.groupBy(owed, ({ customerId }) => customerId)
  const invoicesOf = Map.groupBy(invoices, ({ payerId }) => payerId)
  return payerId => {
    const open = itemsOf.get(payerId) ?? []
    const unlisted = paid.get(payerId)
    const left = unlisted ? lessPayments(open, unlisted) : open
    return countCredit(left, invoicesOf.get(payerId) ?? [], ordered.get(payerId) ?? [])
  }
}

/** Statuses of orders that count against the credit limit: approved but not fully delivered. */
const OPEN_STATUSES = ['APPROVED', 'IN_ERROR', 'CONFIRMED', 'PARTIALLY_DISPATCHED', 'DISPATCHED']

/** The lines under way of each payer's other orders. */
async function openOrders(
  db: Knex,
  payerIds: readonly number[],
  exceptOrderId: number,
): Promise<Map<number, CreditLine[]>> {
  // Untouched lines are summed by the database; the few others are prorated exactly by the rule.
  const touched = db.raw('case when ?? = 0 and ?? = 0 then 0 else ?? end', [
    'order_line.invoicedQty',
    'order_line.cancelledQty',
    'order_line.id',
  ])
  const rows: ({ payerId: number } & CreditLine)[] = await db('order')
    .join('order_line', 'order_line.orderId', 'order.id')
    .whereIn('order.payerId', [...payerIds])
    .whereNot('order.id', exceptOrderId)
    .where(any =>
      any
        .whereIn('order.status', OPEN_STATUSES)
        .orWhere({ 'order.status': 'PENDING', 'order.pendingStep': 'ACCEPTANCE' }),
    )
    .whereIn('order_line.lineStatus', ['OPEN', 'PARTIALLY_DISPATCHED', 'DISPATCHED'])
    .groupBy('order.payerId', touched)
    .select('order.payerId')
    .sum({
      gross: 'order_line.grossValue',
      qty: 'order_line.qty',
      done: db.raw('?? + ??', ['order_line.invoicedQty', 'order_line.cancelledQty']),
    })
  const lines = rows.map(row => ({ ...row, gross: Number(row.gross), qty: Number(row.qty), done: Number(row.done) }))
  return Map.groupBy(lines, ({ payerId }) => payerId)
}

/** Narrows captures to those of these customers that SAP may not show yet. Those that never reach SAP do not count. */
const onTheWayToSap = (rows: Knex.QueryBuilder, customerIds: readonly number[]) =>
  rows.whereIn('customerId', [...customerIds]).whereIn('postingStatus', ['QUEUED', 'STUCK', 'POSTED', 'MANUAL'])

/**
 * What of these captures no list of open items shows yet, by customer: neither a reading from SAP that began after the
 * posting, nor a file as of a later day.
 */
async function unlistedPayments(
  db: Knex,
  paid: readonly PaymentCapture[],
): Promise<ReadonlyMap<number, UnlistedPayments>> {
  if (paid.length === 0) return new Map()
  const listedAt = await lastListing(db)
  const filedOn = await latestFiles(db, [...new Set(paid.map(({ customerId }) => customerId))])
  const isListed = ({ postedAt, customerId }: PaymentCapture) =>
    postedAt !== null && ((listedAt ?? '') > postedAt || (filedOn.get(customerId) ?? '') > dayOf(postedAt))
  const unlisted = paid.filter(capture => !isListed(capture))
  const allocations = await rowsOf(db, captureAllocation, rows =>
    rows.whereNot('clearingStatus', 'RELEASED').whereIn(
      'captureId',
      unlisted.map(({ id }) => id),
    ),
  )
  return new Map(
    [...Map.groupBy(unlisted, ({ customerId }) => customerId)].map(([customerId, captures]) => {
      const own = allocations.filter(one => captures.some(({ id }) => id === one.captureId))
      const settled = new Map<number, number>()
      for (const { itemId, amount, tdsAmount } of own)
        if (itemId !== null) settled.set(itemId, (settled.get(itemId) ?? 0) + amount + tdsAmount)
      // What nobody has decided yet SAP holds on account too; what goes back is no credit any more.
      const onAccount = own.filter(({ target }) => target === 'ON_ACCOUNT').map(({ amount }) => amount)
      return [customerId, { settled, onAccount: sum([...onAccount, ...captures.map(one => one.unresolvedAmount)]) }]
    }),
  )
}

/** The as-on day of the latest file of open items of each customer. */
async function latestFiles(db: Knex, customerIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const rows: { customerId: number; day: string }[] = await db('upload_outstanding')
    .where({ source: 'UPLOAD', isActive: 1 })
    .whereIn('customerId', [...customerIds])
    .groupBy('customerId')
    .select('customerId')
    .max({ day: 'asOnDate' })
  return new Map(rows.map(({ customerId, day }) => [customerId, day]))
}
