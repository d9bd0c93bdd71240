import type { Knex } from 'knex'
import { monthsLater } from '../../../resources/define/dates.ts'
import type { ReportQuery } from '../../derive/extend.ts'
import type { Reader } from '../../derive/list/reader.ts'
import { keptItsDateSql } from '../../shipment-tracking/on-time.ts'
import { daysWithin } from '../within-period.ts'

/**
 * LRs of each transporter, plant, mode and month, with what they cost and what was billed, and those due in the month, with
 * how many of them kept their date.
 */
export const freightReportQuery: ReportQuery = (db, { period }) => {
  const lane = ['transporterId', 'plantId', 'transMode', 'month']
  const months = { period: { from: period?.from, to: period?.to && monthEnd(period.to) } }
  const grouped = db
    .from(db.unionAll([lrFacts(db, months), laterCarting(db, months), punctuality(db, months)]).as('fact'))
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

type Months = Pick<Reader, 'period'>

const monthEnd = (day: string) => monthsLater(`${day.slice(0, 7)}-31`, 0)

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
function lrFacts(db: Knex, months: Months): Knex.QueryBuilder {
  const isSent = "lr.deliveryStatus <> 'CANCELLED'"
  const isOurs = `${isSent} and lr.freightTerms <> 'TO_PAY' and lr.businessLine <> 'SIGMA'`
  const where = (condition: string, value: string, alias: string) =>
    db.raw(`case when ${condition} then ${value} else 0 end as ??`, [alias])
  return daysWithin(db('lr'), months, 'lr.lrDate')
    .leftJoin('lr_line', 'lr_line.lrId', 'lr.id')
    .leftJoin('transporter_bill_line', on =>
      on.on('transporter_bill_line.lrId', 'lr.id').andOnVal('transporter_bill_line.releasedNo', 0),
    )
    .leftJoin('transporter_bill', 'transporter_bill.id', 'transporter_bill_line.transporterBillId')
    .groupBy('lr.id')
    .select('lr.id as lrId', 'lr.transporterId', 'lr.plantId', 'lr.transMode', monthOf(db, 'lr.lrDate'))
    .select(
      where(isSent, '1', 'lrs'),
      where(isSent, 'lr.chargedWeightKg', 'weightKg'),
      where(isOurs, 'lr.chargedWeightKg', 'paidWeightKg'),
      where(isOurs, 'coalesce(sum(lr_line.freightShare), 0)', 'freight'),
      db.raw('coalesce(sum(lr_line.cartingShare), 0) as carting'),
      where(isOurs, 'coalesce(sum(lr_line.invoiceValue), 0)', 'goodsValue'),
      where("transporter_bill.status <> 'DRAFT'", BILLED, 'billed'),
      where("transporter_bill.status in ('APPROVED', 'PAID')", `coalesce(acceptedAmount, ${BILLED})`, 'approved'),
      where("transporter_bill.status <> 'DRAFT'", 'transporter_bill_line.variance', 'variance'),
      db.raw('0 as due'),
      db.raw('0 as kept'),
    )
}

const BILLED = 'transporter_bill_line.billedFreight + transporter_bill_line.billedOther'

/** Carting that was approved after the bill of its LR, in the month of the approval. */
const laterCarting = (db: Knex, months: Months) =>
  daysWithin(db('freight_adjustment'), months, 'freight_adjustment.adjustedOn')
    .join('lr', 'lr.id', 'freight_adjustment.lrId')
    .select(
      'lr.id as lrId',
      'lr.transporterId',
      'lr.plantId',
      'lr.transMode',
      monthOf(db, 'freight_adjustment.adjustedOn'),
    )
    .select(summed.map(name => db.raw(`${name === 'carting' ? 'freight_adjustment.amount' : '0'} as ??`, [name])))

/** The LRs that were due in a month and have kept their date or not, by the day that was promised first, as everywhere. */
const punctuality = (db: Knex, months: Months) =>
  daysWithin(db('lr'), months, 'lr.originalExpectedDate')
    .whereRaw('? is not null', [keptItsDateSql(db)])
    .select('lr.id as lrId', 'lr.transporterId', 'lr.plantId', 'lr.transMode')
    .select(monthOf(db, 'lr.originalExpectedDate'))
    .select(
      summed.map(name =>
        name === 'kept' ? db.raw('? as kept', [keptItsDateSql(db)]) : db.raw(`${name === 'due' ? 1 : 0} as ??`, [name]),
      ),
    )
