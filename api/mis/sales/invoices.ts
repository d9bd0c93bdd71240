import type { Knex } from 'knex'
import { creditTypes } from '../../../resources/trade.ts'
import type { ReportQuery } from '../../derive/extend.ts'
import type { Reader } from '../../derive/list/reader.ts'
import { withSharedId } from '../../derive/list/source.ts'
import { lrNosOf } from '../../goods/carried-invoices.ts'
import { withoutOpenItem } from '../../masters/items-of-invoices.ts'
import { isNeeded } from '../orders/ordered.ts'

/** One row for each invoice or note, and one more with the opposite sign on the day on which it was cancelled. */
export const invoicesReportQuery: ReportQuery = (db, reader) => [
  documents(db, reader, 1, 'invoice.invoiceDate'),
  documents(db, reader, -1, 'invoice.cancelledOn').where('invoice.isCancelled', 1),
]

/** Documents on a day, or their cancellations, which share one range of ids with them. */
function documents(db: Knex, reader: Reader, side: 1 | -1, day: string): Knex.QueryBuilder {
  const credits = creditTypes.map(type => `'${type}'`).join(', ')
  const sign = `(case when invoice.invoiceType in (${credits}) then ${-side} else ${side} end)`
  // Joined: rights compare the end customer and the SBU as a pair, in which MariaDB allows no subselect.
  const rows = db('invoice')
  const hasEnd = isNeeded(reader, 'endCustomerId')
  if (hasEnd) rows.leftJoin('order', 'order.id', 'invoice.orderId')
  return withSharedId(rows, db, reader, { column: 'invoice.id', kinds: 2, place: side === 1 ? 0 : 1 }).select(
    'invoice.id as invoiceId',
    db.raw(`${day} as ??`, ['invoiceDate']),
    side === 1 ? 'invoice.invoiceType' : db.raw("'CANCELLATION' as ??", ['invoiceType']),
    ...COLUMNS.map(name => `invoice.${name}`),
    hasEnd ? 'order.customerId as endCustomerId' : db.raw('nullif(0, 0) as ??', ['endCustomerId']),
    ...AMOUNTS.map(name => db.raw(`${sign} * invoice.${name} as ??`, [name])),
    ...(side === 1 ? openOf(db, credits) : ['balance', 'isUnpaid', 'isAwaited'].map(name => db.raw('0 as ??', [name]))),
    db.raw('? as ??', [lrNosOf(db, 'invoice.id'), 'lrNos']),
  )
}

/**
 * What is open of a document: by SAP's open items; all of an invoice that they do not have yet. Of a credit note that they
 * do not have nothing is known, for SAP may have set it off already.
 */
function openOf(db: Knex, credits: string): Knex.Raw[] {
  const items = db('upload_outstanding').whereRaw('?? = ??', ['upload_outstanding.invoiceId', 'invoice.id'])
  const open = () => items.clone().where('upload_outstanding.isActive', 1).whereNull('upload_outstanding.closedOn')
  const one = () => db.from(db.raw('(select 1 as one) as one')).select(db.raw('1'))
  const isAwaited = db.raw('exists ?', [withoutOpenItem(one(), db)])
  const told = items
    .clone()
    .where(any => any.where('isActive', 1).orWhereNotNull('closedOn'))
    .select(db.raw('1'))
  const mayBeOpen = `invoice.invoiceType in (${credits}) and invoice.isCancelled = 0 and invoice.isCleared = 0`
  return [
    db.raw(
      `case when ? then invoice.grossValue when ${mayBeOpen} and not exists ? then null else coalesce((?), 0) end as ??`,
      [isAwaited, told, open().sum('upload_outstanding.balanceAmount'), 'balance'],
    ),
    db.raw('case when ? or exists ? then 1 else 0 end as ??', [
      isAwaited,
      open().whereNot('upload_outstanding.balanceAmount', 0).select(db.raw('1')),
      'isUnpaid',
    ]),
    db.raw('case when ? then 1 else 0 end as ??', [isAwaited, 'isAwaited']),
  ]
}

const COLUMNS = ['invoiceNo', 'soldToId', 'shipToId', 'orderId', 'sapBillingDoc', 'plantId', 'sbuId', 'dueDate', 'irn']
const AMOUNTS = ['netValue', 'freightValue', 'cgst', 'sgst', 'igst', 'grossValue']
