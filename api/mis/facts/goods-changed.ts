import type { Knex } from 'knex'
import { beforeCommit } from '../../platform/before-commit.ts'
import { countOrders } from './order-fact.ts'

/** Counts the orders of the goods on these LRs, at the end of the transaction that changed them. */
export const lrsChanged = (trx: Knex, rows: readonly { id: number }[]) =>
  beforeCommit(
    trx,
    countOrdersOnLrs,
    rows.map(({ id }) => id),
  )

/** As `lrsChanged`, for rows of LRs that name their LR. */
export const goodsChanged = (trx: Knex, rows: readonly object[]) =>
  beforeCommit(
    trx,
    countOrdersOnLrs,
    rows.map(row => Number((row as { lrId: unknown }).lrId)),
  )

/** Counts the orders of these collections, or of other rows that name their invoice, at the end of the transaction. */
export const collectionsChanged = (trx: Knex, rows: readonly object[]) =>
  beforeCommit(
    trx,
    countOrdersOfInvoices,
    rows.flatMap(row => Number((row as { invoiceId: unknown }).invoiceId) || []),
  )

const countOrdersOnLrs = async (trx: Knex, lrIds: readonly number[]) =>
  countOrdersOfInvoices(
    trx,
    await trx('lr_line')
      .whereIn('lrId', [...lrIds])
      .whereNotNull('invoiceId')
      .distinct()
      .pluck('invoiceId'),
  )

/** Counts the orders that these invoices bill. */
async function countOrdersOfInvoices(trx: Knex, invoiceIds: readonly number[]): Promise<void> {
  if (invoiceIds.length === 0) return
  const orderIds: number[] = await trx('invoice_line')
    .join('order_line', 'order_line.id', 'invoice_line.orderLineId')
    .whereIn('invoice_line.invoiceId', [...invoiceIds])
    .distinct()
    .pluck('order_line.orderId')
  await beforeCommit(trx, countOrders, orderIds)
}
