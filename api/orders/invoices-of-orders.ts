import type { Knex } from 'knex'

/**
 * The ids of the invoices with something of these orders, as a subquery: an invoice may bill several orders, each of its
 * lines knows the order line.
 */
export const invoicesOfOrders = (db: Knex, orderIds: readonly number[] | Knex.QueryBuilder): Knex.QueryBuilder =>
  db('invoice')
    .whereIn('orderId', orderIds as number[])
    .select('id')
    .union(
      db('invoice_line')
        .join('order_line', 'order_line.id', 'invoice_line.orderLineId')
        .whereIn('order_line.orderId', orderIds as number[])
        .select('invoice_line.invoiceId'),
    )

/** The orders that these invoices bill, with the invoice, in the order of their ids. */
export function ordersOfInvoices(
  db: Knex,
  invoiceIds: readonly number[],
): Promise<{ invoiceId: number; orderId: number }[]> {
  return db('invoice')
    .whereIn('id', [...invoiceIds])
    .whereNotNull('orderId')
    .select('id as invoiceId', 'orderId')
    .union(
      db('invoice_line')
        .join('order_line', 'order_line.id', 'invoice_line.orderLineId')
        .whereIn('invoice_line.invoiceId', [...invoiceIds])
        .select('invoice_line.invoiceId', 'order_line.orderId'),
    )
    .orderBy('orderId')
}
