import type { Knex } from 'knex'
import type { ReportQuery } from '../derive/extend.ts'

/** One row for each invoice or note that counts; what lowers a debt is negative. */
export const invoicesReportQuery: ReportQuery = db => {
  const open = db('upload_outstanding')
    .whereRaw('?? = ??', ['upload_outstanding.invoiceId', 'invoice.id'])
    .where('upload_outstanding.isActive', 1)
    .whereNull('upload_outstanding.closedOn')
  const signed = (name: string) =>
    db.raw(`case when invoice.invoiceType = 'CREDIT_NOTE' then -invoice.${name} else invoice.${name} end as ??`, [name])
  return db('invoice')
    .leftJoin('order', 'order.id', 'invoice.orderId')
    .where('invoice.isCancelled', 0)
    .select(
      'invoice.id',
      'invoice.id as invoiceId',
      ...COLUMNS.map(name => `invoice.${name}`),
      'order.customerId as endCustomerId',
      ...AMOUNTS.map(signed),
      db.raw('coalesce((?), 0) as ??', [open.clone().sum('upload_outstanding.balanceAmount'), 'balance']),
      db.raw('case when exists ? then 1 else 0 end as ??', [
        open.clone().whereNot('upload_outstanding.balanceAmount', 0).select(db.raw('1')),
        'isUnpaid',
      ]),
      db.raw('(?) as ??', [lrNos(db), 'lrNos']),
    )
}

const COLUMNS = [
  'invoiceNo',
  'invoiceType',
  'invoiceDate',
  'soldToId',
  'shipToId',
  'orderId',
  'sapBillingDoc',
  'plantId',
  'sbuId',
  'dueDate',
  'irn',
]
const AMOUNTS = ['netValue', 'freightValue', 'cgst', 'sgst', 'igst', 'grossValue']

/** The LRs on which an invoice travels. */
const lrNos = (db: Knex) =>
  db('lr_line')
    .join('lr', 'lr.id', 'lr_line.lrId')
    .whereRaw('?? = ??', ['lr_line.invoiceId', 'invoice.id'])
    .whereNot('lr.deliveryStatus', 'CANCELLED')
    .select(db.raw('group_concat(distinct lr.lrNo)'))
