import type { Knex } from 'knex'
import { sum } from '../../../resources/define/amounts.ts'
import { addDays, monthsLater } from '../../../resources/define/dates.ts'
import { agreedFor, agreedOn } from '../../../resources/dispatches/bills/bill-rules.ts'
import type { WhatIfAnswer } from '../../../resources/dispatches/commands/freight.ts'
import { lrPackage } from '../../../resources/dispatches/freight/lr-package.ts'
import { type Lr, lr } from '../../../resources/dispatches/lr.ts'
import { freightContract } from '../../../resources/masters/freight-contract.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { today } from '../../platform/clock.ts'
import { notFound } from '../../platform/errors.ts'
import { priceLr, withRates } from './agree-freight.ts'
import { placesOf } from './agreed-again.ts'

const MOST_LISTED = 1_000

/** What the LRs of a month that the person reads, of all transporters, would have cost by a contract. */
export async function whatIf(
  db: Knex,
  { contractId, month }: { contractId: number; month: string | null },
  person: Person,
): Promise<WhatIfAnswer> {
  const [contract] = await rowsOf(db, freightContract, rows =>
    restrict(rows.where('freight_contract.id', contractId), db, freightContract, person, 'read'),
  )
  if (!contract) throw notFound()
  const first = `${(month ?? monthsLater(today(), -1)).slice(0, 7)}-01`
  const last = addDays(monthsLater(first, 1), -1)
  const lrs = await rowsOf(db, lr, rows =>
    restrict(
      rows
        .whereBetween('lr.lrDate', [first, last])
        .where('lr.businessLine', 'CORE')
        .whereIn('lr.freightTerms', ['FOR', 'BILLED'])
        .whereNot('lr.deliveryStatus', 'CANCELLED')
        .orderBy('lr.id'),
      db,
      lr,
      person,
      'read',
    ),
  )
  const ids = lrs.map(({ id }) => id)
  const places = await placesOf(db, ids)
  const sizes = Map.groupBy(await rowsOf(db, lrPackage, rows => rows.whereIn('lrId', ids)), ({ lrId }) => lrId)
  const priced = await withRates(db, contract, last)
  const costs = lrs.map(row => {
    const place = places.get(row.id)
    const agreed = place && priceLr(priced, { ...row, ...place, plantId: row.plantId! }, sizes.get(row.id) ?? [])
    return { row, byContract: agreed ? sum(agreed.charges.map(({ amount }) => amount)) : null }
  })
  const names = new Map<number, string>(
    (await db('transporter').select('id', 'name')).map(({ id, name }) => [id, name]),
  )
  const cities = new Map<number, string>(
    (
      await db('state_city')
        .whereIn('id', [...new Set(lrs.map(({ toCityId }) => toCityId))])
        .select('id', 'name')
    ).map(({ id, name }) => [id, name]),
  )
  return {
    month: first,
    transporters: [...Map.groupBy(costs, ({ row }) => row.transporterId)].map(([transporterId, own]) => {
      const rated = own.filter(({ byContract }) => byContract !== null)
      return {
        ...{ transporterId, name: names.get(transporterId)!, lrs: rated.length },
        agreed: sum(rated.map(({ row }) => agreedNow(row))),
        byContract: sum(rated.map(({ byContract }) => byContract!)),
        withoutRate: own.length - rated.length,
      }
    }),
    withoutRate: costs
      .filter(({ byContract }) => byContract === null)
      .slice(0, MOST_LISTED)
      .map(({ row }) => ({
        ...{ lrId: row.id, lrNo: row.lrNo, to: cities.get(row.toCityId) ?? null },
        weightKg: row.actualWeightKg,
      })),
  }
}

const agreedNow = (row: Lr) => agreedFor({ ...agreedOn(row), billedFreight: 0, billedOther: 0 })
