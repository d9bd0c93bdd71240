import type { Knex } from 'knex'
import { sum } from '../../../resources/define/amounts.ts'
import { dayOf } from '../../../resources/define/dates.ts'
import type { UnlistedPayments } from '../../../resources/orders/approvals/credit.ts'
import { paymentAllocation } from '../../../resources/payments/payment-allocation.ts'
import type { PaymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { lastListing } from '../../masters/last-listing.ts'

/** Narrows payments to those of these customers that SAP may not show yet. Payments that never reach SAP do not count. */
export const onTheWayToSap = (rows: Knex.QueryBuilder, customerIds: readonly number[]) =>
  rows
    .where('status', 'SUCCESS')
    .whereIn('customerId', [...customerIds])
    .whereIn('postingStatus', ['QUEUED', 'STUCK', 'POSTED', 'MANUAL'])

/**
 * What of these payments no list of open items shows yet, by customer: neither a reading from SAP that began after the
 * posting, nor a file as of a later day.
 */
export async function unlistedPayments(
  db: Knex,
  paid: readonly PaymentTransaction[],
): Promise<ReadonlyMap<number, UnlistedPayments>> {
  if (paid.length === 0) return new Map()
  const listedAt = await lastListing(db)
  const filedOn = await latestFiles(db, [...new Set(paid.map(({ customerId }) => customerId))])
  const isListed = ({ postedAt, customerId }: PaymentTransaction) =>
    postedAt !== null && ((listedAt ?? '') > postedAt || (filedOn.get(customerId) ?? '') > dayOf(postedAt))
  const unlisted = paid.filter(payment => !isListed(payment))
  const allocations = await rowsOf(db, paymentAllocation, rows =>
    rows.whereNot('clearingStatus', 'RELEASED').whereIn(
      'transactionId',
      unlisted.map(({ id }) => id),
    ),
  )
  return new Map(
    [...Map.groupBy(unlisted, ({ customerId }) => customerId)].map(([customerId, payments]) => {
      const own = allocations.filter(one => payments.some(({ id }) => id === one.transactionId))
      const settled = new Map<number, number>()
      for (const { itemId, amount, tdsAmount } of own)
        settled.set(itemId, (settled.get(itemId) ?? 0) + amount + tdsAmount)
      return [customerId, { settled, onAccount: sum(payments.map(one => one.unallocatedAmount)) }]
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
