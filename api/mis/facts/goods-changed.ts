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

/** Most changes of LRs are before anything arrived, and change no fact. */
async function countOrdersOnLrs(trx: Knex, lrIds: readonly number[]): Promise<void> {
  const orders: { orderId: number; deliveryStatus: string }[] = await trx('lr')
    .join('lr_line', 'lr_line.lrId', 'lr.id')
    .join('invoice_line', 'invoice_line.invoiceId', 'lr_line.invoiceId')
    .join('order_line', 'order_line.id', 'invoice_line.orderLineId')
    .whereIn('lr.id', [...lrIds])
    .distinct('order_line.orderId', 'lr.deliveryStatus')
  const received: number[] = await trx('schedule_fact')
    .whereIn(
      'orderId',
      orders.map(({ orderId }) => orderId),
    )
    .where('deliveredQty', '>', 0)
    .pluck('orderId')
  const arriving = orders.flatMap(({ orderId, deliveryStatus }) => (deliveryStatus === 'DELIVERED' ? [orderId] : []))
  await beforeCommit(trx, countOrders, [...arriving, ...received])
}

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
