import type { Knex } from 'knex'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orderDifferences } from '../../../api/mis/facts/order-differences.ts'
import { saleDifferences } from '../../../api/mis/facts/sale-fact.ts'
import { setClock } from '../../../api/platform/clock.ts'
import { sum } from '../../../resources/define/amounts.ts'
import { fillLarge } from '../../../seeds/large/fill.ts'
import { plannedOrders } from '../../../seeds/large/plan.ts'
import { freshDatabase, type TestDatabase } from '../../support/database.ts'
import { fillCompany } from '../../support/mis/large-company.ts'

const ORDERS = 400

describe('the plan of a large company', () => {
  const plan = (seed: number, orders = 20_000) => [
    ...plannedOrders(orders, { seed, until: '2026-11-24', baskets: 100, buyers: 200 }),
  ]

  it('is the same for the same seed, and another for another', () => {
    expect(plan(7, 500)).toEqual(plan(7, 500))
    expect(plan(8, 500)).not.toEqual(plan(7, 500))
  })

  it('has few big customers, full month ends, empty Sundays, cancellations, notes and returns over three years', () => {
    const all = plan(1)
    expect(all).toHaveLength(20_000)
    expect([all[0]!.day, all.at(-1)!.day]).toEqual(['2024-04-01', '2026-11-24'])
    const ofBuyers = [...Map.groupBy(all, ({ buyer }) => buyer).values()].map(({ length }) => length)
    const biggest = ofBuyers.toSorted((a, b) => b - a).slice(0, 20)
    expect(sum(biggest)).toBeGreaterThan(all.length * 0.35)
    const on = (day: string) => all.filter(order => order.day === day).length
    // A Thursday within a month, its last one, and a Sunday.
    expect(on('2026-07-30')).toBeGreaterThan(on('2026-07-16') * 1.8)
    expect(on('2026-07-12')).toBeLessThan(on('2026-07-16') / 5)
    const share = (is: (order: (typeof all)[number]) => boolean) => all.filter(is).length / all.length
    expect(share(({ status }) => status === 'CANCELLED')).toBeGreaterThan(0.02)
    for (const note of ['CREDIT_NOTE', 'RETURN', 'DEBIT_NOTE'])
      expect(share(order => order.note === note)).toBeGreaterThan(0.001)
    expect(share(({ reversed }) => reversed === 1)).toBeGreaterThan(0.005)
    expect(all.every(({ day, invoiceDay, lrDay }) => day < invoiceDay && invoiceDay <= lrDay)).toBe(true)
  })
})

describe('a large company', () => {
  let database: TestDatabase
  let db: Knex
  beforeAll(async () => {
    setClock(() => '2026-11-24T06:30:00.000Z')
    database = await freshDatabase()
    db = database.db
    await fillCompany(db, ORDERS)
  })
  afterAll(async () => {
    setClock(null)
    await database.close()
  })

  it('has documents whose facts are those of the product, and leaves no table behind', async () => {
    const count = async (table: string) => Number((await db(table).count({ total: '*' }))[0]!.total)
    expect(await db('order').where('orderNo', 'like', 'SZ%').pluck('id')).toHaveLength(ORDERS)
    expect(await count('order_line')).toBeGreaterThan(ORDERS * 1.5)
    expect(await count('schedule_line')).toBe(await count('order_line'))
    expect(await count('lr_line_item')).toBeGreaterThan(ORDERS)
    expect(await count('sale_fact')).toBeGreaterThan(ORDERS)
    expect(await orderDifferences(db)).toEqual([])
    expect(await saleDifferences(db)).toEqual([])
    expect(await db.schema.hasTable('size_plan')).toBe(false)
  })

  it('is not made twice', async () => {
    await expect(fillLarge(db, ORDERS, 1, () => undefined)).rejects.toThrow('has the orders of a large company already')
  })
})
