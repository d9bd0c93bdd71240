import type { Knex } from 'knex'
import { type ArDispute, arDispute } from '../../resources/complaints/ar-dispute.ts'
import { disputeStates } from '../../resources/complaints/dispute-states.ts'
import { disputedOf } from '../../resources/complaints/disputed-amounts.ts'
import { type OutstandingItem, uploadOutstanding } from '../../resources/masters/upload-outstanding.ts'
import { rowsOf } from '../derive/rows-of.ts'
import { now } from '../platform/clock.ts'

/** Narrows a query of disputes to those by which something of these invoices is disputed now. */
export const openDisputesOf = (rows: Knex.QueryBuilder, invoiceIds: readonly number[] | Knex.QueryBuilder) =>
  rows
    .whereIn('ar_dispute.status', [...disputeStates.sets.disputed])
    .whereIn('ar_dispute.invoiceId', invoiceIds as Knex.QueryBuilder)

const readOpenDisputes = (db: Knex, invoiceIds: readonly number[]): Promise<ArDispute[]> =>
  rowsOf(db, arDispute, rows => openDisputesOf(rows, invoiceIds))

/**
 * How much of each of these open items is disputed now, in paise by item id. It reads the other open items of their
 * invoices too: of instalments the one that is due first is disputed first.
 */
export async function disputedAmounts(
  db: Knex,
  items: readonly Pick<OutstandingItem, 'invoiceId'>[],
): Promise<ReadonlyMap<number, number>> {
  const invoiceIds = [...new Set(items.flatMap(({ invoiceId }) => invoiceId ?? []))]
  if (invoiceIds.length === 0) return new Map()
  const disputes = await readOpenDisputes(db, invoiceIds)
  if (disputes.length === 0) return new Map()
  return disputedOf(await itemsOf(db, invoiceIds), disputes)
}

const itemsOf = (db: Knex, invoiceIds: readonly number[]): Promise<OutstandingItem[]> =>
  rowsOf(db, uploadOutstanding, rows =>
    rows
      .whereIn('invoiceId', [...invoiceIds])
      .where('isActive', 1)
      .orderBy('id'),
  )

/** What is open and disputed of an invoice, in paise. */
export interface InvoiceBalance {
  balance: number
  /** What a payment holds of it, which cannot be disputed. */
  held: number
  disputes: ArDispute[]
}

/**
 * Locks the open items of an invoice until the end of the transaction, by writing them, so that of two who dispute or pay
 * them at once one waits or runs again, on every node; and reads what is disputed of them.
 */
export async function lockBalance(trx: Knex, invoiceId: number): Promise<InvoiceBalance> {
  await trx('upload_outstanding').where({ invoiceId, isActive: 1 }).update({ isDisputed: 1, updatedAt: now() })
  return (await balancesOf(trx, [invoiceId])).get(invoiceId)!
}

/** What is open and disputed of invoices, in paise. */
export async function balancesOf(db: Knex, invoiceIds: readonly number[]): Promise<Map<number, InvoiceBalance>> {
  const disputes = Map.groupBy(await readOpenDisputes(db, invoiceIds), one => one.invoiceId)
  const items = Map.groupBy(
    (await itemsOf(db, invoiceIds)).filter(({ balanceAmount, closedOn }) => balanceAmount > 0 && closedOn === null),
    ({ invoiceId }) => invoiceId!,
  )
  const total = (rows: readonly OutstandingItem[]) => rows.reduce((all, { balanceAmount }) => all + balanceAmount, 0)
  return new Map(
    invoiceIds.map(id => {
      const own = items.get(id) ?? []
      const free = own.filter(({ lockedById }) => lockedById === null)
      return [id, { balance: total(free), held: total(own) - total(free), disputes: disputes.get(id) ?? [] }]
    }),
  )
}

/** Marks the open items of invoices as disputed while something of them is, and no longer. */
export async function markDisputed(trx: Knex, invoiceIds: readonly number[]): Promise<void> {
  const disputed = await markNewItems(trx, invoiceIds)
  const free = invoiceIds.filter(id => !disputed.has(id))
  if (free.length > 0)
    await trx('upload_outstanding').whereIn('invoiceId', free).where('isDisputed', 1).update({ isDisputed: 0 })
}

/** Marks open items that came after a dispute of their invoice; returns the invoices of which something is disputed. */
export async function markNewItems(trx: Knex, invoiceIds: readonly number[]): Promise<ReadonlySet<number>> {
  if (invoiceIds.length === 0) return new Set()
  const disputed = new Set((await readOpenDisputes(trx, [...new Set(invoiceIds)])).map(({ invoiceId }) => invoiceId))
  if (disputed.size > 0)
    await trx('upload_outstanding')
      .whereIn('invoiceId', [...disputed])
      .where({ isActive: 1, isDisputed: 0 })
      .update({ isDisputed: 1 })
  return disputed
}
