import type { Knex } from 'knex'
import type { ReportQuery } from '../../derive/extend.ts'
import type { Reader } from '../../derive/list/reader.ts'
import { withSharedId } from '../../derive/list/source.ts'
import { isNeeded } from '../orders/ordered.ts'

/**
 * The goods on LRs with their shares; invoices whose goods are not listed one by one stand as a whole, and later carting
 * as rows of its own. Three kinds of row share one range of ids.
 */
export const proportionateFreightQuery: ReportQuery = (db, reader) =>
  [goods(db, reader), wholeInvoices(db, reader), laterCarting(db, reader)].map(part =>
    db
      .from(part.as('share'))
      .select('share.*', db.raw('freightShare + cartingShare as ??', ['totalShare']))
      .select(db.raw(`${percentOf('freightShare + cartingShare', 'goodsValue')} as ??`, ['pctOfValue'])),
  )

/** SQL of hundredths of a percent, empty of nothing; the two databases divide whole numbers differently. */
const percentOf = (part: string, whole: string) =>
  `case when ${whole} > 0 then round((${part}) * 10000.0 / ${whole}) end`

const ofLr = ['lr.id as lrId', 'lr.lrDate', 'lr.transporterId', 'lr.plantId']
const ofInvoice = ['invoice.invoiceNo', 'invoice.soldToId', 'invoice.sbuId']

/** LRs that went out with goods of ours, and others on which something was spent for carting. */
const counting = (rows: Knex.QueryBuilder, table: string) =>
  rows.where(any =>
    any
      .where(own => own.whereNot('lr.deliveryStatus', 'CANCELLED').where('lr.businessLine', 'CORE'))
      .orWhere(`${table}.cartingShare`, '>', 0),
  )

const goods = (db: Knex, reader: Reader) => {
  const items = withSharedId(db('lr_line_item'), db, reader, { column: 'lr_line_item.id', kinds: 3, place: 0 })
    .join('lr', 'lr.id', 'lr_line_item.lrId')
    .join('invoice_line', 'invoice_line.id', 'lr_line_item.invoiceLineId')
  // Sums by other columns do without a million invoices.
  const hasInvoice = isNeeded(reader, 'invoiceNo', 'soldToId', 'sbuId')
  if (hasInvoice) items.join('invoice', 'invoice.id', 'invoice_line.invoiceId')
  return counting(items, 'lr_line_item').select(
    ...ofLr,
    ...(hasInvoice ? ofInvoice : ['invoiceNo', 'soldToId', 'sbuId'].map(name => db.raw('nullif(0, 0) as ??', [name]))),
    'invoice_line.productId',
    'lr_line_item.weightKg',
    db.raw(
      'case when invoice_line.qty > 0 then round(invoice_line.netValue * 1.0 * lr_line_item.qty / invoice_line.qty) else 0 end as ??',
      ['goodsValue'],
    ),
    ...['lr_line_item.freightShare', 'lr_line_item.cartingShare'],
  )
}

const wholeInvoices = (db: Knex, reader: Reader) =>
  counting(
    withSharedId(db('lr_line'), db, reader, { column: 'lr_line.id', kinds: 3, place: 1 })
      .join('lr', 'lr.id', 'lr_line.lrId')
      .leftJoin('invoice', 'invoice.id', 'lr_line.invoiceId')
      .whereNotExists(db('lr_line_item').whereRaw('?? = ??', ['lr_line_item.lrLineId', 'lr_line.id'])),
    'lr_line',
  ).select(
    ...ofLr,
    ...ofInvoice,
    db.raw('nullif(0, 0) as ??', ['productId']),
    'lr_line.weightKg',
    db.raw('coalesce(invoice.netValue, lr_line.invoiceValue) as ??', ['goodsValue']),
    ...['lr_line.freightShare', 'lr_line.cartingShare'],
  )

const laterCarting = (db: Knex, reader: Reader) =>
  withSharedId(db('freight_adjustment'), db, reader, { column: 'freight_adjustment.id', kinds: 3, place: 2 })
    .join('lr', 'lr.id', 'freight_adjustment.lrId')
    .join('lr_line', 'lr_line.id', 'freight_adjustment.lrLineId')
    .leftJoin('invoice', 'invoice.id', 'lr_line.invoiceId')
    .leftJoin('invoice_line', 'invoice_line.id', 'freight_adjustment.invoiceLineId')
    .select(
      'lr.id as lrId',
      'freight_adjustment.adjustedOn as lrDate',
      ...['lr.transporterId', 'lr.plantId'],
      ...ofInvoice,
      'invoice_line.productId',
      db.raw('0 as ??', ['weightKg']),
      db.raw('0 as ??', ['goodsValue']),
      db.raw('0 as ??', ['freightShare']),
      'freight_adjustment.amount as cartingShare',
    )
