import type { Knex } from 'knex'
import { customer } from '../../resources/access-control/customer.ts'
import { can } from '../../resources/capabilities.ts'
import { sum } from '../../resources/define/amounts.ts'
import { addDays } from '../../resources/define/dates.ts'
import { daysOf } from '../../resources/define/periods.ts'
import { type Resource, tableOf } from '../../resources/define/resource.ts'
import type { HomeTrends } from '../../resources/home/commands.ts'
import { isOnHomeOf } from '../../resources/home/tile.ts'
import { TREND_WEEKS, trends } from '../../resources/home/trends.ts'
import { ageing } from '../../resources/masters/outstanding.ts'
import { uploadOutstanding } from '../../resources/masters/upload-outstanding.ts'
import { order } from '../../resources/orders/order.ts'
import { searchShipments } from '../../resources/shipment-tracking/search-shipments.ts'
import { leftOutTogether } from '../access-control/left-out-of-balance.ts'
import { matchingRows } from '../derive/list/matching.ts'
import { readQuery } from '../derive/list/query.ts'
import { columnsReadBy, restrict } from '../derive/rights/conditions.ts'
import type { Person } from '../derive/rights/person.ts'
import { customer360 } from '../masters/customer-360.ts'
import { today } from '../platform/clock.ts'

/** The figures of the charts on a person's home page, of the rows that they read. */
export async function homeTrends(db: Knex, person: Person): Promise<HomeTrends> {
  const [orders, deliveries, outstanding] = await Promise.all([
    ofPerson(person, 'orders', order) ? ordersByWeek(db, person) : null,
    ofPerson(person, 'deliveries', searchShipments) ? deliveriesByWeek(db, person) : null,
    outstandingOf(db, person),
  ])
  return { orders, deliveries, outstanding }
}

const ofPerson = (person: Person, name: keyof HomeTrends, list: Resource) =>
  isOnHomeOf(person, trends[name]) && person.ability.can('read', list.path)

/** The Mondays of the weeks that are shown, the present one last. */
function mondays(): string[] {
  const [monday] = daysOf('this-week', today())
  return Array.from({ length: TREND_WEEKS }, (_, week) => addDays(monday, (week + 1 - TREND_WEEKS) * 7))
}

/** The rows of a list that these conditions leave, from the first of the weeks on, by a day. */
function since(db: Knex, person: Person, list: Resource, day: string, where: object = {}) {
  const query = readQuery(list, { ...where, [day]: { $gte: mondays()[0] } }, columnsReadBy(person, list))
  // Those of a few weeks are few among those of all years.
  return matchingRows(db, list, query, { person, day: today(), oneByOne: true }, 'read')
    .groupBy(`${tableOf(list)}.${day}`)
    .select(`${tableOf(list)}.${day} as day`)
    .count({ rows: '*' })
}

const weekOf = (day: string) => daysOf('this-week', day)[0]

async function ordersByWeek(db: Knex, person: Person): Promise<HomeTrends['orders']> {
  const days: { day: string; rows: number }[] = await since(db, person, order, 'orderDate', {
    status: { $nin: ['DRAFT', 'DELETED', 'DEAD'] },
  })
  return mondays().map(week => ({
    week,
    orders: sum(days.filter(({ day }) => weekOf(day) === week).map(({ rows }) => Number(rows))),
  }))
}

async function deliveriesByWeek(db: Knex, person: Person): Promise<HomeTrends['deliveries']> {
  const isLate = `${tableOf(searchShipments)}.isLate`
  const days: { day: string; due: number; late: number }[] = await since(
    db,
    person,
    searchShipments,
    'originalExpectedDate',
  )
    .count({ due: isLate })
    .sum({ late: isLate })
  return mondays().map(week => {
    const daysOfWeek = days.filter(({ day }) => weekOf(day) === week)
    return {
      week,
      due: sum(daysOfWeek.map(({ due }) => Number(due))),
      late: sum(daysOfWeek.map(({ late }) => Number(late ?? 0))),
    }
  })
}

/** What customers owe as Customer 360 says it, to those who read all open items of everybody they reach. */
async function outstandingOf(db: Knex, person: Person): Promise<HomeTrends['outstanding']> {
  if (!isOnHomeOf(person, trends.outstanding)) return null
  if (person.customerId !== null && can(person, 'seeCustomer360'))
    return (await customer360(db, person, person.customerId)).outstanding
  const columns = columnsReadBy(person, uploadOutstanding)
  if (!['dueDate', 'balanceAmount', 'asOnDate'].every(name => columns.includes(name))) return null
  const query = readQuery(uploadOutstanding, { isActive: true }, columns)
  const items: { dueDate: string; balanceAmount: number; asOnDate: string }[] = await matchingRows(
    db,
    uploadOutstanding,
    query,
    { person, day: today() },
    'read',
  )
    .groupBy('upload_outstanding.dueDate')
    .select('upload_outstanding.dueDate')
    .sum({ balanceAmount: 'upload_outstanding.balanceAmount' })
    .max({ asOnDate: 'upload_outstanding.asOnDate' })
  const owed = items.map(({ dueDate, balanceAmount }) => ({ dueDate, balanceAmount: Number(balanceAmount) }))
  return {
    total: sum(owed.map(({ balanceAmount }) => balanceAmount)),
    asOn:
      items
        .map(({ asOnDate }) => asOnDate)
        .sort()
        .at(-1) ?? null,
    buckets: ageing(owed, today()),
    leftOut: await leftOutTogether(db, restrict(db('customer').select('customer.id'), db, customer, person, 'read')),
  }
}
