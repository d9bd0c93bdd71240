import type { Knex } from 'knex'
import { customer } from '../../resources/access-control/customer.ts'
import type { DistributorDashboard, DistributorFilter, showDistributors } from '../../resources/dealerdash/commands.ts'
import { customerTarget } from '../../resources/dealerdash/customer-target.ts'
import { MOST_DISTRIBUTORS, MOST_PRODUCTS } from '../../resources/dealerdash/dashboard.ts'
import {
  achievementOf,
  distributorFigures,
  type TargetOfMonth,
} from '../../resources/dealerdash/distributor-figures.ts'
import { daysOfFy, isFy } from '../../resources/dealerdash/financial-year.ts'
import { sum } from '../../resources/define/amounts.ts'
import type { BodyOf } from '../../resources/define/command.ts'
import { fyOf } from '../../resources/define/dates.ts'
import { restrict } from '../derive/rights/conditions.ts'
import type { Person } from '../derive/rights/person.ts'
import { salesFigures, salesUnder } from '../mis/sales/sales-figures.ts'
import { today } from '../platform/clock.ts'
import { invalidField, notFound } from '../platform/errors.ts'
import { requireFacts } from '../platform/reports/counting.ts'
import { distributorBusiness } from './distributor-business.ts'

/**
 * Targets, sales, incentive and open business of a distributor in a financial year; a distributor gets their own, everybody
 * else the distributors whose targets they read. Throws 404 for a distributor out of reach.
 */
export async function distributorDashboard(
  db: Knex,
  person: Person,
  dashboardQuery: BodyOf<typeof showDistributors>,
): Promise<DistributorDashboard> {
  const filter = {
    ...dashboardQuery,
    customerId: dashboardQuery.customerId ?? person.customerId,
    fy: dashboardQuery.fy ?? fyOf(today()),
  }
  if (!isFy(filter.fy)) throw invalidField('fy', 'FORMAT', 'Financial year must be two years in a row, such as 2627')
  const distributor = filter.customerId === null ? null : await readableDistributor(db, person, filter.customerId)
  await requireFacts(db)
  const { from, to } = daysOfFy(filter.fy)
  const sales = () => distributorSales(db, person, filter)
  const targets: TargetOfMonth[] = await targetsWithin(db, person, filter)
    .where('customer_target.fy', filter.fy)
    .select('customerId', 'sbuId', 'month', 'targetValue', 'incentivePct')
  const bought = await salesFigures(db, sales, { by: ['soldToId', 'sbuId', 'month'], from, to })
  const months = bought.map(({ key, value }) => ({
    customerId: Number(key.soldToId),
    sbuId: Number(key.sbuId),
    month: String(key.month),
    value,
  }))
  return {
    ...distributorFigures({ targets, sales: months }, filter.fy, today()),
    distributor,
    fy: filter.fy,
    fys: await yearsOf(db, person, filter),
    sbus: await sbusOf(db, person, filter),
    products: await topProducts(db, sales, from, to),
    distributors: distributor ? [] : await distributorsOf(db, targets, months),
    ...(await distributorBusiness(db, person, filter)),
  }
}

/** Rows of sales under the name of the targets, whose declaration says who reads them; the distributor is the sold-to. */
function distributorSales(db: Knex, person: Person, { customerId, sbuId }: DistributorFilter) {
  const rows = restrict(
    salesUnder(db, 'customer_target', { customerId: 'soldToId' }),
    db,
    customerTarget,
    person,
    'read',
  )
  return narrowed(rows, db, { customerId, sbuId })
}

const targetsWithin = (db: Knex, person: Person, filter: DistributorFilter) =>
  narrowed(restrict(db('customer_target'), db, customerTarget, person, 'read'), db, filter)

function narrowed(rows: Knex.QueryBuilder, db: Knex, { customerId, sbuId }: Omit<DistributorFilter, 'fy'>) {
  if (customerId !== null) rows.where('customer_target.customerId', customerId)
  else rows.whereIn('customer_target.customerId', db('customer').where('isDistributor', 1).select('id'))
  if (sbuId !== null) rows.where('customer_target.sbuId', sbuId)
  return rows
}

async function readableDistributor(
  db: Knex,
  person: Person,
  id: number,
): Promise<NonNullable<DistributorDashboard['distributor']>> {
  const rows = restrict(db('customer').where('customer.id', id), db, customer, person, 'read')
  // Whoever signs in as a distributor sees their own, whatever the master says by now.
  if (person.customerId !== id) rows.where('customer.isDistributor', 1)
  const distributor = await rows.first('customer.id', 'customer.code', 'customer.name')
  if (!distributor) throw notFound()
  return distributor
}

async function yearsOf(db: Knex, person: Person, filter: DistributorFilter): Promise<string[]> {
  const all = { ...filter, sbuId: null }
  const planned: string[] = await targetsWithin(db, person, all).distinct('customer_target.fy').pluck('fy')
  const days: { first: string | null; last: string | null } = await distributorSales(db, person, all).first(
    db.raw('min(day) as ??, max(day) as ??', ['first', 'last']),
  )
  const sold: string[] = []
  if (days.first && days.last)
    for (let year = Number(days.first.slice(0, 4)) - 1; year <= Number(days.last.slice(0, 4)); year++) {
      const day = `${year}-04-01`
      if (day <= days.last && daysOfFy(fyOf(day)).to >= days.first) sold.push(fyOf(day))
    }
  return [...new Set([...planned, ...sold, fyOf(today()), filter.fy])].toSorted().reverse()
}

async function sbusOf(db: Knex, person: Person, filter: DistributorFilter): Promise<DistributorDashboard['sbus']> {
  const all = { ...filter, sbuId: null }
  const ofTargets = targetsWithin(db, person, all).select('customer_target.sbuId')
  const ofSales = distributorSales(db, person, all).select('customer_target.sbuId')
  return db('sbu')
    .where(any =>
      any
        .whereIn('id', ofTargets)
        .orWhereIn('id', ofSales)
        .orWhere('id', filter.sbuId ?? 0),
    )
    .orderBy('name')
    .select('id', 'name')
}

async function topProducts(
  db: Knex,
  sales: () => Knex.QueryBuilder,
  from: string,
  to: string,
): Promise<DistributorDashboard['products']> {
  const bought = await salesFigures(db, sales, { by: ['productId'], from, to })
  const top = bought.filter(({ value }) => value > 0).slice(0, MOST_PRODUCTS)
  const names = await namesOf(
    db,
    'products',
    top.map(({ key }) => Number(key.productId)),
  )
  return top.map(({ key, value, qty, uom }) => {
    const id = Number(key.productId)
    return { id, name: names.get(id) ?? '', value, qty, uom }
  })
}

async function distributorsOf(
  db: Knex,
  targets: readonly TargetOfMonth[],
  sales: readonly { customerId: number; value: number }[],
): Promise<DistributorDashboard['distributors']> {
  const ids = [...new Set([...targets, ...sales].map(({ customerId }) => customerId))]
  const names = await namesOf(db, 'customer', ids)
  return ids
    .map(id => ({
      id,
      name: names.get(id) ?? '',
      ...achievementOf(
        sum(targets.filter(one => one.customerId === id).map(one => one.targetValue)),
        sum(sales.filter(one => one.customerId === id).map(one => one.value)),
      ),
    }))
    .sort((a, b) => b.achieved - a.achieved || a.id - b.id)
    .slice(0, MOST_DISTRIBUTORS)
}

async function namesOf(db: Knex, table: 'products' | 'customer', ids: readonly number[]): Promise<Map<number, string>> {
  const rows: { id: number; code: string; name: string }[] = await db(table)
    .whereIn('id', [...ids])
    .select('id', 'code', 'name')
  return new Map(rows.map(({ id, code, name }) => [id, `${code} · ${name}`]))
}
