import type { Knex } from 'knex'
import { monthsLater } from '../../../resources/define/dates.ts'
import type { ReportQuery } from '../../derive/extend.ts'
import type { Reader } from '../../derive/list/reader.ts'
import { daysBetween } from '../../platform/sql-words.ts'
import { keptItsDateSql } from '../../shipment-tracking/on-time.ts'
import { daysWithin } from '../within-period.ts'

const summed = ['due', 'kept', 'delivered', 'damaged', 'proved', 'podDays', 'billed', 'asAgreed'] as const
type Sum = (typeof summed)[number]
type Months = Pick<Reader, 'period'>

/** A row for each transporter, plant and month: LRs due, delivered and billed in it, each counted by its own day. */
export const transporterScorecardsQuery: ReportQuery = (db, { period }) => {
  const by = ['transporterId', 'plantId', 'month']
  const months = { period: { from: period?.from, to: period?.to && monthsLater(`${period.to.slice(0, 7)}-31`, 0) } }
  const grouped = db
    .from(db.unionAll([due(db, months), delivered(db, months), billed(db, months)]).as('fact'))
    .groupBy(by)
    .select(
      db.raw("min(cast(replace(substr(??, 1, 7), '-', '') as decimal(15, 0)) * 100000000 + ??) as id", [
        'month',
        'lrId',
      ]),
      ...by,
      ...summed.map(name => db.raw('coalesce(sum(??), 0) as ??', [name, name])),
    )
  return db
    .from(grouped.as('card'))
    .select('id', ...by, ...summed)
    .select(
      ratio(db, 'onTimePct', 'kept', 'due', 10_000),
      ratio(db, 'damagePct', 'damaged', 'delivered', 10_000),
      ratio(db, 'podDaysEach', 'podDays', 'proved', 1),
      ratio(db, 'billPct', 'asAgreed', 'billed', 10_000),
    )
}

const ratio = (db: Knex, alias: string, part: string, whole: string, times: number) =>
  db.raw(`case when ${whole} > 0 then round(${part} * ${times}.0 / ${whole}) end as ??`, [alias])

/** What an LR counts for, by the month of a column; the rest of the sums is 0. */
function counts(db: Knex, rows: Knex.QueryBuilder, day: string, values: Partial<Record<Sum, Knex.Raw>>) {
  return rows
    .select('lr.id as lrId', 'lr.transporterId', 'lr.plantId')
    .select(db.raw("concat(substr(??, 1, 7), '-01') as ??", [day, 'month']))
    .select(summed.map(name => db.raw('? as ??', [values[name] ?? db.raw('0'), name])))
}

/** LRs due in a month and how they kept their date, as everywhere. */
const due = (db: Knex, months: Months) =>
  counts(
    db,
    daysWithin(db('lr'), months, 'lr.originalExpectedDate').whereRaw('? is not null', [keptItsDateSql(db)]),
    'lr.originalExpectedDate',
    { due: db.raw('1'), kept: keptItsDateSql(db) },
  )

/** LRs delivered in a month with what their latest POD says. */
const delivered = (db: Knex, months: Months) =>
  counts(
    db,
    daysWithin(db('lr'), months, 'lr.deliveredOn')
      .whereNot('lr.deliveryStatus', 'CANCELLED')
      .leftJoin('pod', 'pod.id', db.raw('(?)', [latestPod(db)])),
    'lr.deliveredOn',
    {
      delivered: db.raw('1'),
      damaged: db.raw('case when pod.shortagePackages + pod.damagePackages > 0 then 1 else 0 end'),
      proved: db.raw('case when pod.id is null then 0 else 1 end'),
      podDays: db.raw(
        `case when pod.id is null or substr(pod.createdAt, 1, 10) < lr.deliveredOn then 0 else 10 * ${daysBetween(db, 'substr(pod.createdAt, 1, 10)', 'lr.deliveredOn')} end`,
      ),
    },
  )

const latestPod = (db: Knex) =>
  db('pod as latest')
    .whereIn('latest.status', ['UPLOADED', 'ACCEPTED'])
    .whereRaw('latest.lrId = lr.id')
    .max('latest.id')

/** LRs on bills of a month that were not rejected, and those that were billed as agreed. */
const billed = (db: Knex, months: Months) =>
  counts(
    db,
    daysWithin(db('transporter_bill as bill'), months, 'bill.billDate')
      .whereNotIn('bill.status', ['DRAFT', 'REJECTED'])
      .join('transporter_bill_line as line', 'line.transporterBillId', 'bill.id')
      .where('line.releasedNo', 0)
      .join('lr', 'lr.id', 'line.lrId'),
    'bill.billDate',
    { billed: db.raw('1'), asAgreed: db.raw('line.isMatched') },
  )
