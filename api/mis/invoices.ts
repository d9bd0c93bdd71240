import type { Knex } from 'knex'
import { creditTypes } from '../../resources/trade.ts'
import type { ReportQuery } from '../derive/extend.ts'

/** One row for each invoice or note, and one more with the opposite sign on the day on which it was cancelled. */
export const invoicesReportQuery: ReportQuery = db => {
  const open = db('upload_outstanding')
    .whereRaw('?? = ??', ['upload_outstanding.invoiceId', 'invoice.id'])
    .where('upload_outstanding.isActive', 1)
    .whereNull('upload_outstanding.closedOn')
  const credits = creditTypes.map(type => `'${type}'`).join(', ')
  const sign = `(case when invoice.invoiceType in (${credits}) then -counted.side else counted.side end)`
  return db
    .from(counted(db).as('counted'))
    .join('invoice', 'invoice.id', 'counted.invoiceId')
    .leftJoin('order', 'order.id', 'invoice.orderId')
    .select(
      'counted.id',
      'counted.invoiceId',
      'counted.invoiceDate',
      db.raw("case when counted.side = 1 then invoice.invoiceType else 'CANCELLATION' end as ??", ['invoiceType']),
      ...COLUMNS.map(name => `invoice.${name}`),
      'order.customerId as endCustomerId',
      ...AMOUNTS.map(name => db.raw(`${sign} * invoice.${name} as ??`, [name])),
      db.raw('case when counted.side = 1 then coalesce((?), 0) else 0 end as ??', [
        open.clone().sum('upload_outstanding.balanceAmount'),
        'balance',
      ]),
      db.raw('case when counted.side = 1 and exists ? then 1 else 0 end as ??', [
        open.clone().whereNot('upload_outstanding.balanceAmount', 0).select(db.raw('1')),
        'isUnpaid',
      ]),
      db.raw('(?) as ??', [lrNos(db), 'lrNos']),
    )
}

/** Documents and cancellations share one row of ids; narrow, so that a period reads the index of its days alone. */
const counted = (db: Knex) =>
  db.unionAll([
    db('invoice').select(db.raw('invoice.id * 2 as id'), 'id as invoiceId', 'invoiceDate', db.raw('1 as side')),
    db('invoice')
      .where('isCancelled', 1)
      .select(
        db.raw('invoice.id * 2 + 1 as id'),
        'id as invoiceId',
        db.raw('coalesce(??, ??) as ??', ['cancelledOn', 'invoiceDate', 'invoiceDate']),
        db.raw('-1 as side'),
      ),
  ])

const COLUMNS = ['invoiceNo', 'soldToId', 'shipToId', 'orderId', 'sapBillingDoc', 'plantId', 'sbuId', 'dueDate', 'irn']
const AMOUNTS = ['netValue', 'freightValue', 'cgst', 'sgst', 'igst', 'grossValue']

/** The LRs on which an invoice travels. */
const lrNos = (db: Knex) =>
  db('lr_line')
    .join('lr', 'lr.id', 'lr_line.lrId')
    .whereRaw('?? = ??', ['lr_line.invoiceId', 'invoice.id'])
    .whereNot('lr.deliveryStatus', 'CANCELLED')
    .select(db.raw('group_concat(distinct lr.lrNo)'))
