import type { Knex } from 'knex'

/**
 * The ids of the certificates of batches that a customer was invoiced, or that went out on an order of their own: the end
 * customer of a distributor has no invoice. What was cancelled counts for nobody.
 */
export const certificatesOfGoods = (db: Knex, customerId: number): Knex.QueryBuilder =>
  db('coa_document as certificate')
    .whereExists(
      db('invoice_line')
        .join('invoice', 'invoice.id', 'invoice_line.invoiceId')
        .leftJoin('order_line', 'order_line.id', 'invoice_line.orderLineId')
        .where('invoice_line.productId', db.ref('certificate.productId'))
        .where('invoice_line.batchNo', db.ref('certificate.batchNo'))
        .where({ 'invoice.isCancelled': 0, 'invoice.invoiceType': 'INVOICE' })
        .where(any =>
          any
            .where('invoice.soldToId', customerId)
            .orWhereIn('invoice.orderId', db('order').where({ customerId }).select('id'))
            .orWhereIn('order_line.orderId', db('order').where({ customerId }).select('id')),
        ),
    )
    .select('certificate.id')
