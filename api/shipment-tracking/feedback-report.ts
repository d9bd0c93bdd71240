import type { Knex } from 'knex'
import { mulDiv } from '../../resources/define/amounts.ts'
import { tableOf } from '../../resources/define/resource.ts'
import { arrivedStatuses } from '../../resources/dispatches/on-time.ts'
import type { Averages, FeedbackFigures } from '../../resources/shipment-tracking/commands/feedback.ts'
import { feedbackReport } from '../../resources/shipment-tracking/feedback-report.ts'
import type { ReportQuery } from '../derive/extend.ts'
import { matchingRows, readerOfQuery } from '../derive/list/matching.ts'
import { readQuery } from '../derive/list/query.ts'
import { limitToPeriod } from '../derive/list/report-period.ts'
import { columnsReadBy } from '../derive/rights/conditions.ts'
import type { Person } from '../derive/rights/person.ts'
import { keptItsDateSql } from './on-time.ts'

const ratings = ['rating', 'packagingRating', 'timelinessRating', 'driverRating'] as const

/** The day of a delivery; of one that was reopened since, the day of its feedback. */
const deliveredOn = (db: Knex) =>
  db.raw('coalesce(??, substr(??, 1, 10)) as ??', ['lr.deliveredOn', 'feedback.submittedAt', 'deliveredOn'])

/** Selects one row per feedback. */
export const feedbackReportQuery: ReportQuery = (db, reader) =>
  db('feedback')
    .join('shipment', 'shipment.id', 'feedback.shipmentId')
    .join('lr', 'lr.id', 'feedback.lrId')
    .select(
      'feedback.id',
      'feedback.shipmentId',
      'feedback.lrId',
      'lr.lrNo',
      'shipment.customerId',
      'lr.transporterId',
      'lr.plantId',
      deliveredOn(db),
      db.raw('case when ? = 0 then 1 else 0 end as ??', [keptItsDateSql(db, reader.day), 'isLate']),
      ...ratings.map(name => `feedback.${name}`),
      'feedback.goodsOk',
      'feedback.comments',
      'feedback.submittedAt',
      'feedback.followUpStatus',
      'feedback.followUpNote',
      'feedback.complaintProposal',
      'feedback.complaintId',
    )

/** The filters that shipments without an answer can meet, so that who was asked is counted by the same. */
const ofDeliveries = ['deliveredOn', 'transporterId', 'plantId', 'customerId']

/**
 * How many of the customers asked have answered, and their averages by transporter, in hundredths. It takes the filters of
 * the report by delivery, and leaves the others aside.
 */
export async function feedbackFigures(
  db: Knex,
  filtering: Record<string, unknown>,
  person: Person,
): Promise<FeedbackFigures> {
  const asked = readQuery(feedbackReport, filtering, columnsReadBy(person, feedbackReport))
  const filters = asked.filters.filter(filter => !('or' in filter) && ofDeliveries.includes(filter.field))
  const query = limitToPeriod(feedbackReport, { ...asked, filters, sort: [], q: null })
  const asking = await readerOfQuery(db, feedbackReport, query, person)
  const table = tableOf(feedbackReport)
  const matching = () => matchingRows(db, feedbackReport, query, asking, 'read', db.from(askedShipments(db).as(table)))
  const counts = [
    db.raw('count(*) as asked, count(??) as answered', [`${table}.rating`]),
    ...ratings.flatMap(name => [
      db.raw('sum(??) as ??', [`${table}.${name}`, `${name}Sum`]),
      db.raw('count(??) as ??', [`${table}.${name}`, `${name}Count`]),
    ]),
  ]
  const rows: Counted[] = await matching()
    .join('transporter', 'transporter.id', `${table}.transporterId`)
    .groupBy('transporter.id', 'transporter.name')
    .select('transporter.id', 'transporter.name', ...counts)
  const ratingCounts: { rating: number; count: number }[] = await matching()
    .whereNotNull(`${table}.rating`)
    .groupBy(`${table}.rating`)
    .select(`${table}.rating`, db.raw('count(*) as count'))
  const countOf = new Map(ratingCounts.map(({ rating, count }) => [Number(rating), Number(count)]))
  const total = (name: string) => rows.reduce((all, row) => all + Number(row[name] ?? 0), 0)
  return {
    asked: total('asked'),
    answered: total('answered'),
    ...averagesOf(total),
    ratings: [1, 2, 3, 4, 5].map(rating => ({ rating, count: countOf.get(rating) ?? 0 })),
    transporters: rows
      .map(row => ({
        id: Number(row.id),
        name: String(row.name),
        asked: Number(row.asked),
        answered: Number(row.answered),
        ...averagesOf(name => Number(row[name] ?? 0)),
      }))
      .sort((a, b) => b.answered - a.answered || b.asked - a.asked || a.id - b.id),
  }
}

type Counted = Record<string, number | string | null>

const averagesOf = (figure: (name: string) => number): Averages =>
  Object.fromEntries(
    ratings.map(name => {
      const count = figure(`${name}Count`)
      return [name, count === 0 ? null : mulDiv(figure(`${name}Sum`), 100, count)]
    }),
  ) as unknown as Averages

/**
 * The shipments whose customers were asked, with their answers; a delivery that was taken back counts once it is made.
 * They stand under the columns of the report that count them. */
const askedShipments = (db: Knex) =>
  db('shipment')
    .join('lr', 'lr.id', 'shipment.lrId')
    .leftJoin('feedback', 'feedback.shipmentId', 'shipment.id')
    .whereNotNull('shipment.feedbackRequestedAt')
    .whereIn('lr.deliveryStatus', [...arrivedStatuses])
    .select(
      'shipment.id',
      'shipment.id as shipmentId',
      'shipment.lrId',
      'shipment.customerId',
      'lr.transporterId',
      'lr.plantId',
      deliveredOn(db),
      ...ratings.map(name => `feedback.${name}`),
    )
