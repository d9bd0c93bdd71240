import type { Knex } from 'knex'
import { mulDiv, sum } from '../../resources/define/amounts.ts'
import { addDays, daysBetween, instantOf } from '../../resources/define/dates.ts'
import { MOST_DAYS } from '../../resources/define/report.ts'
import { arrivedStatuses, onTimePct } from '../../resources/dispatches/on-time.ts'
import type { Dashboard, DashboardQuery } from '../../resources/shipment-tracking/commands/lanes.ts'
import { DASHBOARD_DAYS, underwayStatuses } from '../../resources/shipment-tracking/dashboard.ts'
import { searchShipments } from '../../resources/shipment-tracking/search-shipments.ts'
import { restrict } from '../derive/rights/conditions.ts'
import type { Person } from '../derive/rights/person.ts'
import { today } from '../platform/clock.ts'
import { invalidField } from '../platform/errors.ts'
import { keptItsDateSql } from './on-time.ts'

/** The figures of the shipments that the person may search. */
export async function dashboard(db: Knex, filter: DashboardQuery, person: Person): Promise<Dashboard> {
  const { from, to } = periodOf(filter)
  const within = (column: string) => shipments(db, person, filter).whereBetween(column, [from, to])
  const statuses: Dashboard['statuses'][number][] = await within('lrDate')
    .groupBy('deliveryStatus')
    .select('deliveryStatus as status', counted(db))
  const promised: { id: number; name: string; due: number; kept: number }[] = await within('originalExpectedDate')
    .join('transporter', 'transporter.id', 'search_shipments.transporterId')
    .groupBy('transporter.id', 'transporter.name')
    .select('transporter.id', 'transporter.name', db.raw('count(kept) as due, coalesce(sum(kept), 0) as kept'))
  const arrivals: { day: string; count: number; pending: number }[] = await within('deliveredOn')
    .groupBy('deliveredOn')
    .select(
      'deliveredOn as day',
      counted(db),
      db.raw("sum(case when podStatus in ('NONE', 'REJECTED') then 1 else 0 end) as pending"),
    )
  const [rated]: { count: number; total: number | null }[] = await db('feedback')
    .whereIn('shipmentId', shipments(db, person, filter).select('search_shipments.id'))
    .whereIn(
      'lrId',
      db('lr')
        .whereIn('deliveryStatus', [...arrivedStatuses])
        .select('id'),
    )
    .whereBetween('submittedAt', [instantOf(from), instantOf(addDays(to, 1))])
    .select(counted(db), db.raw('sum(rating) as total'))
  const ratings = Number(rated!.count)
  const counts = statuses.map(({ status, count }) => ({ status, count: Number(count) }))
  const countOf = (fits: (status: Dashboard['statuses'][number]['status']) => boolean) =>
    sum(counts.filter(({ status }) => fits(status)).map(({ count }) => count))
  const transporters = promised
    .map(({ id, name, due, kept }) => ({ id, name, due: Number(due), kept: Number(kept) }))
    .filter(({ due }) => due > 0)
    .map(one => ({ ...one, pct: onTimePct(one) }))
    .sort((a, b) => b.due - a.due || a.id - b.id)
  const due = sum(transporters.map(one => one.due))
  const kept = sum(transporters.map(one => one.kept))
  const byDay = new Map(arrivals.map(({ day, count }) => [day, Number(count)]))
  return {
    from,
    to,
    dispatched: countOf(status => status !== 'CANCELLED'),
    inTransit: countOf(status => underwayStatuses.some(one => one === status)),
    delivered: sum([...byDay.values()]),
    onTime: { due, kept, late: due - kept, pct: onTimePct({ due, kept }) },
    podPending: sum(arrivals.map(({ pending }) => Number(pending))),
    rating: { average: ratings === 0 ? null : mulDiv(Number(rated!.total), 100, ratings), count: ratings },
    statuses: counts,
    transporters,
    days: Array.from({ length: daysBetween(from, to) + 1 }, (_, n) => {
      const day = addDays(from, n)
      return { day, delivered: byDay.get(day) ?? 0 }
    }),
  }
}

const counted = (db: Knex) => db.raw('count(*) as count')

/** The shipments that the person may search, under the name of that report, so that its rights lie around them. */
function shipments(db: Knex, person: Person, { plantId, transporterId, businessLine }: DashboardQuery) {
  const rows = db('shipment')
    .join('lr', 'lr.id', 'shipment.lrId')
    .select(
      'shipment.id',
      'shipment.lrId',
      'shipment.customerId',
      'shipment.businessLine',
      'lr.plantId',
      'lr.transporterId',
      'lr.lrDate',
      'lr.deliveryStatus',
      'lr.deliveredOn',
      'lr.originalExpectedDate',
      'lr.podStatus',
      db.raw('? as kept', [keptItsDateSql(db)]),
    )
  const mine = restrict(db.from(rows.as('search_shipments')), db, searchShipments, person, 'read')
  if (plantId !== null) mine.where('search_shipments.plantId', plantId)
  if (transporterId !== null) mine.where('search_shipments.transporterId', transporterId)
  if (businessLine !== null) mine.where('search_shipments.businessLine', businessLine)
  return mine
}

/** The period that is asked for, or the last month. Throws 400 for one that is too long or ends before it begins. */
function periodOf({ from, to }: DashboardQuery) {
  const last = to ?? today()
  const first = from ?? addDays(last, -DASHBOARD_DAYS)
  if (first > last) throw invalidField('from', 'RANGE', 'From must not be after To')
  if (daysBetween(first, last) > MOST_DAYS)
    throw invalidField('from', 'RANGE', `The period must cover at most ${MOST_DAYS} days: choose a later first day`)
  return { from: first, to: last }
}
