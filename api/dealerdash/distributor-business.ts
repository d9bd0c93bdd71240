import type { Knex } from 'knex'
import { customer } from '../../resources/access-control/customer.ts'
import { can } from '../../resources/capabilities.ts'
import { complaint } from '../../resources/complaints/complaint.ts'
import { complaintStates } from '../../resources/complaints/complaint-states.ts'
import type { CountedOrders, DistributorDashboard, DistributorFilter } from '../../resources/dealerdash/commands.ts'
import { order } from '../../resources/orders/order.ts'
import { openStates } from '../../resources/orders/order-states.ts'
import { leftOutTogether } from '../access-control/left-out-of-balance.ts'
import { restrict } from '../derive/rights/conditions.ts'
import { valueWhereReadable } from '../derive/rights/field-conditions.ts'
import type { Person } from '../derive/rights/person.ts'
import { today } from '../platform/clock.ts'

type Business = Pick<DistributorDashboard, 'openOrders' | 'pendingApproval' | 'openComplaints' | 'outstanding'>

/**
 * What is open of distributors now, each by the rights of its own list, so that a tile and the list it leads to have the same
 * rows. Null for what the person's roles do not read.
 */
export async function distributorBusiness(db: Knex, person: Person, filter: DistributorFilter): Promise<Business> {
  const reads = (path: string) => person.ability.can('read', path)
  return {
    openOrders: reads(order.path) ? await countOrders(db, person, filter, openStates) : null,
    pendingApproval: reads(order.path) ? await countOrders(db, person, filter, ['PENDING']) : null,
    openComplaints: reads(complaint.path) ? await countComplaints(db, person, filter) : null,
    outstanding: can(person, 'seeCustomer360') ? await outstandingOf(db, person, filter) : null,
  }
}

/** The distributors that are asked about, among the customers that the person reads. */
const distributors = (db: Knex, person: Person, { customerId }: DistributorFilter) => {
  const rows = restrict(db('customer'), db, customer, person, 'read')
  if (customerId === null) rows.where('customer.isDistributor', 1)
  else rows.where('customer.id', customerId)
  return rows.select('customer.id')
}

async function countOrders(
  db: Knex,
  person: Person,
  filter: DistributorFilter,
  states: readonly string[],
): Promise<CountedOrders> {
  const rows = db('order')
    .whereIn('order.status', [...states])
    .whereIn('order.soldToId', distributors(db, person, filter))
  if (filter.sbuId !== null) rows.where('order.sbuId', filter.sbuId)
  const value = db.raw('??', ['order.grossValue'])
  const readable = valueWhereReadable(db, order, { person, day: today() }, 'grossValue', value)
  const [counted] = await restrict(rows, db, order, person, 'read')
    .count({ count: '*' })
    .select(db.raw('count(?) as ??, sum(?) as ??', [readable, 'readable', readable, 'value']))
  const count = Number(counted!.count)
  return { count, value: Number(counted!.readable) === count ? Number(counted!.value ?? 0) : null }
}

async function countComplaints(db: Knex, person: Person, filter: DistributorFilter): Promise<number> {
  const rows = db('complaint')
    .whereIn('complaint.status', [...complaintStates.sets.open])
    .whereIn('complaint.customerId', distributors(db, person, filter))
  if (filter.sbuId !== null) rows.where('complaint.sbuId', filter.sbuId)
  const [counted] = await restrict(rows, db, complaint, person, 'read').count({ count: '*' })
  return Number(counted!.count)
}

/** What distributors owe, and what of it is overdue: credits lower what is owed, and never what is overdue. */
async function outstandingOf(db: Knex, person: Person, filter: DistributorFilter): Promise<Business['outstanding']> {
  const rows = db('upload_outstanding')
    .where('isActive', 1)
    .whereIn('customerId', distributors(db, person, filter))
  if (filter.sbuId !== null) rows.where('sbuId', filter.sbuId)
  const overdue = db.raw('sum(case when ?? > 0 and ?? < ? then ?? else 0 end) as ??', [
    'balanceAmount',
    'dueDate',
    today(),
    'balanceAmount',
    'overdue',
  ])
  const sums: { total: number | null; overdue: number | null; asOn: string | null } = await rows.first(
    db.raw('sum(??) as ??, max(??) as ??', ['balanceAmount', 'total', 'asOnDate', 'asOn']),
    overdue,
  )
  const leftOut = await leftOutTogether(db, distributors(db, person, filter))
  return { total: Number(sums.total ?? 0), overdue: Number(sums.overdue ?? 0), asOn: sums.asOn, leftOut }
}
