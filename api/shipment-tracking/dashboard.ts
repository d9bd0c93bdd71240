import type { Knex } from 'knex'
import { mulDiv, sum } from '../../resources/define/amounts.ts'
import { addDays, daysBetween, instantOf, isDay } from '../../resources/define/dates.ts'
import { MOST_DAYS } from '../../resources/define/report.ts'
import { arrivedStatuses, onTimePct } from '../../resources/dispatches/on-time.ts'
import {
  DASHBOARD_DAYS,
  type Dashboard,
  type DashboardFilter,
  underwayStatuses,
} from '../../resources/shipment-tracking/dashboard.ts'
import { searchShipments } from '../../resources/shipment-tracking/search-shipments.ts'
import { businessLines } from '../../resources/trade.ts'
import { readId } from '../derive/list/query.ts'
import { requireRight, restrict } from '../derive/rights/conditions.ts'
import type { Person } from '../derive/rights/person.ts'
import { requirePerson } from '../derive/rights/require-person.ts'
import type { Call } from '../derive/service.ts'
import { today } from '../platform/clock.ts'
import { invalidField, unknownField } from '../platform/errors.ts'
import { keptItsDateSql } from './on-time.ts'

/**
 * `GET /api/shipment-tracking/dashboard?from=&to=&plantId=&transporterId=&businessLine=`: the figures of the shipments
 * that the person may search. Throws 400 for a period of more than 366 days.
 */
export async function dashboard(db: Knex, call: Call): Promise<Dashboard> {
  const person = requirePerson(call)
  requireRight(person, searchShipments, 'read')
  const filter = readFilter(call.query ?? {})
  const { from, to } = filter
  const within = (column: string) => shipments(db, person, filter).whereBetween(column, [from, to])
  const statuses: Dashboard['statuses'] = await within('lrDate')
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
function shipments(db: Knex, person: Person, { plantId, transporterId, businessLine }: DashboardFilter) {
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

function readFilter(query: Record<string, unknown>): DashboardFilter {
  const { from, to, plantId, transporterId, businessLine, ...rest } = query
  const [extra] = Object.keys(rest)
  if (extra) throw unknownField(extra)
  const last = readDay('to', to) ?? today()
  const first = readDay('from', from) ?? addDays(last, -DASHBOARD_DAYS)
  if (first > last) throw invalidField('from', 'RANGE', 'From must not be after To')
  if (daysBetween(first, last) > MOST_DAYS)
    throw invalidField('from', 'RANGE', `The period must cover at most ${MOST_DAYS} days: choose a later first day`)
  return {
    from: first,
    to: last,
    plantId: readChoice('plantId', 'Plant', plantId),
    transporterId: readChoice('transporterId', 'Transporter', transporterId),
    businessLine: readLine(businessLine),
  }
}

function readDay(name: 'from' | 'to', value: unknown): string | null {
  if (value === undefined || value === '') return null
  if (typeof value === 'string' && isDay(value)) return value
  throw invalidField(name, 'TYPE', `${name === 'from' ? 'From' : 'To'} must be a day such as 2026-04-01`)
}

function readChoice(name: string, label: string, value: unknown): number | null {
  if (value === undefined || value === '') return null
  const id = readId(value)
  if (id === undefined) throw invalidField(name, 'TYPE', `${label} must be selected from the list`)
  return id
}

function readLine(value: unknown): DashboardFilter['businessLine'] {
  if (value === undefined || value === '') return null
  const line = businessLines.find(one => one === value)
  if (!line) throw invalidField('businessLine', 'ENUM', `Business line must be one of ${businessLines.join(', ')}`)
  return line
}
