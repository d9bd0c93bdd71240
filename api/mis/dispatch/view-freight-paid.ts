import type { Knex } from 'knex'
import type { ReportQuery } from '../../derive/extend.ts'
import { carriedInvoices, linesCarrying } from '../../goods/carried-invoices.ts'

/** One row for each invoice for which its buyer bore freight. */
export const viewFreightPaidQuery: ReportQuery = db => {
  const rows = db('invoice')
    .leftJoin('order', 'order.id', 'invoice.orderId')
    .where({ 'invoice.invoiceType': 'INVOICE', 'invoice.isCancelled': 0 })
    .where(any =>
      any
        .where('invoice.freightValue', '>', 0)
        .orWhereIn('invoice.id', paidToTransporter(db))
        .orWhereIn('invoice.id', ownTransport(db)),
    )
    .select(
      'invoice.id',
      'invoice.id as invoiceId',
      ...['invoiceNo', 'invoiceDate', 'soldToId', 'sbuId', 'plantId'].map(name => `invoice.${name}`),
      'order.freightTerms',
      'invoice.freightValue as billedFreight',
      db.raw('coalesce((?), 0) as ??', [toPay(db).sum('line.freightShare'), 'toPayFreight']),
      db.raw('coalesce((?), 0) as ??', [collected(db), 'ownFreight']),
      db.raw('(?) as ??', [travels(db).select(db.raw('group_concat(distinct lr.lrNo)')), 'lrNos']),
      db.raw('(?) as ??', [
        travels(db)
          .join('transporter', 'transporter.id', 'lr.transporterId')
          .select(db.raw('group_concat(distinct transporter.name)')),
        'transporters',
      ]),
    )
  const total = 'billedFreight + toPayFreight + ownFreight'
  return db.from(rows.as('paid')).select('paid.*', db.raw(`${total} as ??`, ['totalFreight']))
}

/** The LRs on which the invoice travels. */
const travels = (db: Knex) =>
  db('lr_line as line')
    .whereIn('line.id', linesCarrying(db, 'invoice.id').select('line.id'))
    .join('lr', 'lr.id', 'line.lrId')
    .whereNot('lr.deliveryStatus', 'CANCELLED')

/** The invoices for which there is such freight at all; few, so that they are found sooner than by looking at each. */
const paidToTransporter = (db: Knex) =>
  carriedInvoices(db, rows =>
    rows
      .join('lr', 'lr.id', 'line.lrId')
      .where('lr.freightTerms', 'TO_PAY')
      .whereNot('lr.deliveryStatus', 'CANCELLED')
      .where('line.freightShare', '>', 0),
  ).select('billed.invoiceId')
const ownTransport = (db: Knex) =>
  db('pwc_collection')
    .where('status', 'COLLECTED')
    .where('freightPaidByCustomer', '>', 0)
    .whereNotNull('invoiceId')
    .select('invoiceId')

/** Those whose freight the buyer pays to the transporter. */
const toPay = (db: Knex) => travels(db).where('lr.freightTerms', 'TO_PAY')

const collected = (db: Knex) =>
  db('pwc_collection')
    .whereRaw('?? = ??', ['pwc_collection.invoiceId', 'invoice.id'])
    .where('pwc_collection.status', 'COLLECTED')
    .sum('pwc_collection.freightPaidByCustomer')
