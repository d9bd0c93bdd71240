import type { Knex } from 'knex'
import { sum } from '../../../resources/define/amounts.ts'
import { isCredit } from '../../../resources/masters/outstanding.ts'
import { type OutstandingItem, uploadOutstanding } from '../../../resources/masters/upload-outstanding.ts'
import { type CaptureAllocation, captureAllocation } from '../../../resources/payments/money/capture-allocation.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { openItems } from '../cart/cart-items.ts'
import { locksOf } from '../item-locks.ts'

/** An open item with what can still be put on it, in paise; `heldBy` is the number of a payment under way. */
export interface PayableItem {
  item: OutstandingItem
  payable: number
  heldBy: string | null
}

/** Which open items: all of a customer, or these; with `lock` they stay locked until the transaction ends. */
interface Which {
  customerId: number
  companyCode: string
  ids?: readonly number[]
  lock?: true
}

/**
 * Open debits of a customer, the oldest due date first, with what can still be put on each: its balance, less what is
 * disputed and what is on it already and not booked yet; nothing while a payment under way holds it.
 */
export async function payableItems(db: Knex, { customerId, companyCode, ids, lock }: Which): Promise<PayableItem[]> {
  const found = await rowsOf(db, uploadOutstanding, rows => {
    rows.where({ customerId, isActive: 1 }).whereNull('closedOn').where('balanceAmount', '>', 0).orderBy('id')
    if (ids) rows.whereIn('id', [...ids])
    return lock ? rows.forUpdate() : rows
  })
  const items = found.filter(({ documentType }) => !isCredit(documentType))
  const itemIds = items.map(({ id }) => id)
  const [shownById, locks, waiting] = [
    await openItems(db, items, companyCode),
    await locksOf(db, itemIds),
    Map.groupBy(await uncleared(db, itemIds), ({ itemId }) => itemId!),
  ]
  const holders = await numbersOf(
    db,
    [...locks.values()].flatMap(({ lockedById, lockedUntil }) => (lockedUntil === null ? [] : (lockedById ?? []))),
  )
  return items
    .map((item): PayableItem => {
      const { shown } = shownById.get(item.id)!
      const { lockedById, lockedUntil } = locks.get(item.id)!
      const heldBy = lockedUntil === null ? null : (holders.get(lockedById ?? 0) ?? null)
      const rest = restOf(item, waiting.get(item.id) ?? []) - shown.disputedAmount
      return { item, heldBy, payable: !shown.isOpen || heldBy !== null ? 0 : Math.max(0, rest) }
    })
    .toSorted((one, other) =>
      one.item.dueDate < other.item.dueDate ? -1 : Number(one.item.dueDate > other.item.dueDate),
    )
}

const uncleared = (db: Knex, itemIds: readonly number[]): Promise<CaptureAllocation[]> =>
  rowsOf(db, captureAllocation, rows =>
    rows.where({ target: 'ITEM', clearingStatus: 'OPEN' }).whereIn('itemId', [...itemIds]),
  )

/** What is left of an item beside what is on it: SAP may have taken part of that off its balance already. */
function restOf({ balanceAmount }: OutstandingItem, rows: readonly CaptureAllocation[]): number {
  const before = Math.max(balanceAmount, ...rows.map(row => row.balanceBefore ?? 0))
  return Math.min(balanceAmount, before - sum(rows.map(row => row.amount + row.tdsAmount)))
}

async function numbersOf(db: Knex, ids: readonly number[]): Promise<Map<number, string>> {
  const payments: { id: number; txnNo: string }[] =
    ids.length === 0
      ? []
      : await db('payment_transaction')
          .whereIn('id', [...ids])
          .select('id', 'txnNo')
  return new Map(payments.map(({ id, txnNo }) => [id, txnNo]))
}
