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

/** What we bear: of an LR that is to pay, the customer bears the freight. */
const sharesOf = (db: Knex, table: string) => [
  db.raw("case when ?? = 'TO_PAY' then 0 else ?? end as ??", [
    'lr.freightTerms',
    `${table}.freightShare`,
    'freightShare',
  ]),
  `${table}.cartingShare`,
]

const goods = (db: Knex, reader: Reader) => {
  const items = withSharedId(db('lr_line_item'), db, reader, { column: 'lr_line_item.id', kinds: 3, place: 0 })
    .join('lr', 'lr.id', 'lr_line_item.lrId')
    .join('sap_delivery_line as goods', 'goods.id', 'lr_line_item.deliveryLineId')
  return counting(items, 'lr_line_item').select(
    ...ofLr,
    // Sums by other columns do without a million invoices.
    isNeeded(reader, 'invoiceNo')
      ? db.raw('coalesce((?), (?)) as ??', [...numbersOf(db), 'invoiceNo'])
      : db.raw('nullif(0, 0) as ??', ['invoiceNo']),
    ...['goods.soldToId', 'goods.sbuId', 'goods.productId', 'lr_line_item.weightKg'],
    db.raw('coalesce((?), 0) as ??', [netValueOf(db), 'goodsValue']),
    ...sharesOf(db, 'lr_line_item'),
  )
}

/** The first invoice that bills the goods now, else the one under which they were booked. */
const numbersOf = (db: Knex) => [
  billing(db).join('invoice', 'invoice.id', 'link.invoiceId').min('invoice.invoiceNo'),
  db('lr_line')
    .join('invoice', 'invoice.id', 'lr_line.invoiceId')
    .whereRaw('?? = ??', ['lr_line.id', 'lr_line_item.lrLineId'])
    .select('invoice.invoiceNo'),
]

const billing = (db: Knex) =>
  db('invoice_line_goods as link').whereRaw('?? = ??', ['link.deliveryLineId', 'lr_line_item.deliveryLineId'])

/** The net value of the goods, as their valid invoices bill all of the same. */
const netValueOf = (db: Knex) =>
  billing(db)
    .join('invoice_line as line', 'line.id', 'link.invoiceLineId')
    .select(
      db.raw(
        `round(sum(line.netValue * 1.0 * link.qty / (select sum(part.qty) from invoice_line_goods part where part.invoiceLineId = line.id))
          * lr_line_item.qty / sum(link.qty))`,
      ),
    )

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
    ...sharesOf(db, 'lr_line'),
  )

const laterCarting = (db: Knex, reader: Reader) =>
  withSharedId(db('freight_adjustment'), db, reader, { column: 'freight_adjustment.id', kinds: 3, place: 2 })
    .join('lr', 'lr.id', 'freight_adjustment.lrId')
    .join('lr_line', 'lr_line.id', 'freight_adjustment.lrLineId')
    .leftJoin('invoice', 'invoice.id', 'lr_line.invoiceId')
    .leftJoin('sap_delivery_line as goods', 'goods.id', 'freight_adjustment.deliveryLineId')
    .select(
      'lr.id as lrId',
      'freight_adjustment.adjustedOn as lrDate',
      ...['lr.transporterId', 'lr.plantId'],
      ...ofInvoice,
      'goods.productId',
      db.raw('0 as ??', ['weightKg']),
      db.raw('0 as ??', ['goodsValue']),
      db.raw('0 as ??', ['freightShare']),
      'freight_adjustment.amount as cartingShare',
    )
