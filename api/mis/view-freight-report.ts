import type { Knex } from 'knex'
import type { ReportQuery } from '../derive/extend.ts'
import { keptItsDateSql } from '../shipment-tracking/on-time.ts'

/** LRs of each transporter, plant, mode and month, with what they cost, what was billed, and whether they came on time. */
export const freightReportQuery: ReportQuery = db => {
  const lane = ['transporterId', 'plantId', 'transMode', 'month']
  const grouped = db
    .from(db.unionAll([lrFacts(db), laterCarting(db)]).as('fact'))
    .groupBy(lane)
    .select(
      // Two groups of a month have no LR in common.
      db.raw("min(cast(replace(substr(??, 1, 7), '-', '') as decimal(15, 0)) * 100000000 + ??) as id", [
        'month',
        'lrId',
      ]),
      ...lane,
      ...summed.map(name => db.raw('coalesce(sum(??), 0) as ??', [name, name])),
    )
  return db
    .from(grouped.as('lane'))
    .select('id', ...lane, ...summed)
    .select(
      db.raw('freight + carting as cost'),
      ratio(db, 'freightPerKg', 'freight', 'paidWeightKg', 1000),
      ratio(db, 'costPerKg', 'freight + carting', 'paidWeightKg', 1000),
      ratio(db, 'pctOfValue', 'freight', 'goodsValue', 10_000),
      ratio(db, 'onTimePct', 'kept', 'due', 10_000),
    )
}

const summed = [
  ...[
    'lrs',
    'weightKg',
    'paidWeightKg',
    'freight',
    'carting',
    'goodsValue',
    'billed',
    'approved',
    'variance',
    'due',
    'kept',
  ],
] as const

/** A ratio of sums, empty of nothing; the two databases divide whole numbers differently. */
const ratio = (db: Knex, alias: string, part: string, whole: string, times: number) =>
  db.raw(`case when ${whole} > 0 then round((${part}) * ${times}.0 / ${whole}) end as ??`, [alias])

/** The first day of the month of a column. */
const monthOf = (db: Knex, column: string) => db.raw("concat(substr(??, 1, 7), '-01') as ??", [column, 'month'])

/** One row for each LR. Where the consignee pays, and of Sigma shipments, only carting is ours. */
function lrFacts(db: Knex): Knex.QueryBuilder {
  const shares = db('lr_line')
    .groupBy('lrId')
    .select('lrId')
    .sum({ freightShare: 'freightShare', cartingShare: 'cartingShare', invoiceValue: 'invoiceValue' })
  const isSent = "lr.deliveryStatus <> 'CANCELLED'"
  const isOurs = `${isSent} and lr.freightTerms <> 'TO_PAY' and lr.businessLine <> 'SIGMA'`
  const where = (condition: string, value: string, alias: string) =>
    db.raw(`case when ${condition} then ${value} else 0 end as ??`, [alias])
  return db('lr')
    .leftJoin(shares.as('shares'), 'shares.lrId', 'lr.id')
    .leftJoin('transporter_bill_line', on =>
      on.on('transporter_bill_line.lrId', 'lr.id').andOnVal('transporter_bill_line.releasedNo', 0),
    )
    .leftJoin('transporter_bill', 'transporter_bill.id', 'transporter_bill_line.transporterBillId')
    .select('lr.id as lrId', 'lr.transporterId', 'lr.plantId', 'lr.transMode', monthOf(db, 'lr.lrDate'))
    .select(
      where(isSent, '1', 'lrs'),
      where(isSent, 'lr.chargedWeightKg', 'weightKg'),
      where(isOurs, 'lr.chargedWeightKg', 'paidWeightKg'),
      where(isOurs, 'coalesce(shares.freightShare, 0)', 'freight'),
      db.raw('coalesce(shares.cartingShare, 0) as carting'),
      where(isOurs, 'coalesce(shares.invoiceValue, 0)', 'goodsValue'),
      where("transporter_bill.status <> 'DRAFT'", BILLED, 'billed'),
      where("transporter_bill.status in ('APPROVED', 'PAID')", `coalesce(acceptedAmount, ${BILLED})`, 'approved'),
      where("transporter_bill.status <> 'DRAFT'", 'transporter_bill_line.variance', 'variance'),
      db.raw('case when ? is null then 0 else 1 end as due', [keptItsDateSql(db)]),
      db.raw('coalesce(?, 0) as kept', [keptItsDateSql(db)]),
    )
}

const BILLED = 'transporter_bill_line.billedFreight + transporter_bill_line.billedOther'

/** Carting that was approved after the bill of its LR, in the month of the approval. */
const laterCarting = (db: Knex) =>
  db('freight_adjustment')
    .join('lr', 'lr.id', 'freight_adjustment.lrId')
    .select(
      'lr.id as lrId',
      'lr.transporterId',
      'lr.plantId',
      'lr.transMode',
      monthOf(db, 'freight_adjustment.adjustedOn'),
    )
    .select(summed.map(name => db.raw(`${name === 'carting' ? 'freight_adjustment.amount' : '0'} as ??`, [name])))
