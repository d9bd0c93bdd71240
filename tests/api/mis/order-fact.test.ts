import fc from 'fast-check'
import type { Knex } from 'knex'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { rowsOf } from '../../../api/derive/rows-of.ts'
import { systemAuthor, updateEach, updateRow } from '../../../api/derive/save/write.ts'
import { compareOrders, orderDifferences, rebuildOrders } from '../../../api/mis/order-fact.ts'
import { readOrder } from '../../../api/orders/move-order.ts'
import { recalculateTotals } from '../../../api/orders/recalculate-totals.ts'
import { dropLines } from '../../../api/orders/write-lines.ts'
import { setClock } from '../../../api/platform/clock.ts'
import { transact } from '../../../api/platform/transact.ts'
import { up as countThePast } from '../../../migrations/0138_orders_of_the_past.ts'
import { up as sumThePast } from '../../../migrations/0140_order_sum.ts'
import { order } from '../../../resources/orders/order.ts'
import { orderLine } from '../../../resources/orders/order-line.ts'
import { scheduleLine } from '../../../resources/orders/schedule-line.ts'
import { type OrderState, orderStates } from '../../../resources/trade.ts'
import { freshDatabase, type TestDatabase } from '../../support/database.ts'
import { type Company, createApprovedOrder, createCompany } from '../../support/dispatches/shipped-order.ts'

const author = systemAuthor('test')
let database: TestDatabase
let db: Knex
let company: Company

beforeEach(async () => {
  setClock(() => '2026-11-24T06:30:00.000Z')
  database = await freshDatabase()
  db = database.db
  company = await createCompany(db)
})
afterEach(async () => {
  setClock(null)
  await database.close()
})

const facts = () => db('order_fact').orderBy('orderLineId').select('*')
const withoutId = (rows: { id: number }[]) => rows.map(({ id: _, ...row }) => row)
const changeLine = (id: number, asked: object) =>
  transact(db, async trx => {
    const [before] = await rowsOf(trx, orderLine, rows => rows.where({ id }))
    await updateRow(trx, orderLine, before!, asked, author)
  })
const changeOrder = (id: number, asked: object) =>
  transact(db, async trx => {
    await updateRow(trx, order, await readOrder(trx, id), asked, author)
  })

describe('the lines of an order', () => {
  it('are counted with it, at its own prices, with the parts of its discount', async () => {
    const { lineIds } = await createApprovedOrder(db, company)
    // ₹ 100 for one by the list, 20 of them for ₹ 1,701: 10 % by the list, ₹ 3 each by the promo code, the rest by hand.
    const terms = { netValue: 170_100, promoDiscountValue: 300, defaultDiscountPct: 1000, cancelledQty: 5_000 }
    await changeLine(lineIds[0]!, { ...terms, invoicedQty: 16_000 })
    expect(await facts()).toMatchObject([
      {
        ...{ day: '2026-11-20', dueDay: '2026-11-27', soldToId: company.customerId, priceKind: 'LIST', uom: 'EA' },
        ...{ qty: 20_000, listValue: 200_000, netValue: 170_100, discountValue: 29_900 },
        ...{ defaultDiscount: 20_000, promoDiscount: 6_000, manualDiscount: 3_900 },
        // 5 of 20 cancelled, 16 invoiced, of which 15 fill what was left.
        ...{ cancelledValue: 42_525, invoicedValue: 136_080, filledValue: 127_575 },
      },
      { qty: 5_000, listValue: 50_000, netValue: 50_000, discountValue: 0, filledValue: 0 },
    ])
  })

  it('leave with an order that nobody goes on with, and come back with it', async () => {
    const { id } = await createApprovedOrder(db, company)
    await changeOrder(id, { status: 'REJECTED' })
    expect(await facts()).toEqual([])
    await changeOrder(id, { status: 'PENDING', pendingStep: 'CSC' })
    expect(await facts()).toHaveLength(2)
    await changeOrder(id, { status: 'CANCELLED', pendingStep: null })
    expect(await facts()).toHaveLength(2)
  })

  it('stay where they were when the masters change', async () => {
    const zone = await db('zone_area').first('id', 'zoneId')
    const { id } = await createApprovedOrder(db, company, { zoneAreaId: zone.id, zoneId: zone.zoneId })
    await db('state_city').update({ zoneAreaId: zone.id })
    await changeOrder(id, { status: 'CONFIRMED' })
    await rebuildOrders(db)
    expect(await facts()).toMatchObject([{ zoneAreaId: zone.id }, { zoneAreaId: zone.id }])
  })

  it('are not counted when their change is not saved, and once for all changes of a transaction', async () => {
    const { id, lineIds } = await createApprovedOrder(db, company)
    const before = await facts()
    const failing = transact(db, async trx => {
      const [line] = await rowsOf(trx, orderLine, rows => rows.where({ id: lineIds[0]! }))
      await updateRow(trx, orderLine, line!, { lineStatus: 'DELETED' }, author)
      throw new Error('The next step fails')
    })
    await expect(failing).rejects.toThrow('The next step fails')
    expect(await facts()).toEqual(before)
    await transact(db, async trx => {
      const lines = await rowsOf(trx, orderLine, rows => rows.where({ orderId: id }))
      const [first] = await updateEach(trx, orderLine, [{ before: lines[0]!, asked: { netValue: 1 } }], author)
      await updateRow(trx, orderLine, first!, { netValue: 2 }, author)
      expect(await trx('order_fact').where({ orderLineId: lineIds[0]! }).first('netValue')).toEqual({
        netValue: 200_000,
      })
    })
    expect((await facts())[0].netValue).toBe(2)
  })
})

const someStatus = fc.constantFrom<OrderState>(...orderStates.filter(status => status !== 'PENDING'))
const quantity = fc.integer({ min: 0, max: 20_000 })
const anyEvent = fc.oneof(
  fc.record({ no: fc.nat(2), status: someStatus }),
  fc.record({ no: fc.nat(2), orderDate: fc.constantFrom('2026-03-31', '2026-04-01', '2026-11-20') }),
  fc.record({ no: fc.nat(2), line: fc.nat(1), cancelledQty: quantity, invoicedQty: quantity }),
  fc.record({
    no: fc.nat(2),
    line: fc.nat(1),
    listPrice: fc.integer({ min: 0, max: 10 ** 8 }),
    qty: fc.integer({ min: 20_000, max: 10 ** 6 }),
    priceUnit: fc.constantFrom(1, 100),
    netValue: fc.integer({ min: 0, max: 10 ** 9 }),
    defaultDiscountPct: fc.integer({ min: 0, max: 10_000 }),
    promoDiscountValue: fc.integer({ min: 0, max: 10_000 }),
    priceSource: fc.constantFrom('FREE', 'LIST', 'RATE_CONTRACT', null),
  }),
  fc.record({
    no: fc.nat(2),
    line: fc.nat(1),
    lineStatus: fc.constantFrom('OPEN', 'CANCELLED', 'DELETED', 'REJECTED'),
  }),
  fc.record({ no: fc.nat(2), line: fc.nat(1), requestedDate: fc.constantFrom('2026-03-30', '2026-12-24') }),
  fc.record({ no: fc.nat(2), dropped: fc.constant(true) }),
)

describe('whatever becomes of orders in whatever order', () => {
  it('leaves the facts that their lines give, by the nightly comparison, a rebuild and the first count', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyEvent, { minLength: 1, maxLength: 12 }), async events => {
        for (const table of ['order_fact', 'order_sum', 'schedule_line', 'order_line', 'order'])
          await db(table).delete()
        const made = [0, 1, 2].map(() => createApprovedOrder(db, company))
        const orders = await Promise.all(made)
        for (const event of events) {
          const { id, lineIds } = orders[event.no]!
          await transact(db, async trx => {
            const before = await readOrder(trx, id)
            if ('dropped' in event) {
              await dropLines(trx, id)
              await recalculateTotals(
                trx,
                await updateRow(trx, order, before, { remarks: 'Written anew' }, author),
                author,
              )
              return
            }
            if (!('line' in event)) {
              const { no: _, ...asked } = event
              await updateRow(trx, order, before, asked, author)
              return
            }
            const { no: _, line: at, ...asked } = event
            if ('requestedDate' in asked) {
              const found = await rowsOf(trx, scheduleLine, rows => rows.where({ orderLineId: lineIds[at]! }))
              for (const delivery of found) await updateRow(trx, scheduleLine, delivery, asked, author)
              return
            }
            const [line] = await rowsOf(trx, orderLine, rows => rows.where({ id: lineIds[at]! }))
            if (line) await updateRow(trx, orderLine, line, asked as object, author)
          })
        }
        expect(await orderDifferences(db)).toEqual([])
        const counted = withoutId(await facts())
        await db('order_fact').delete()
        await rebuildOrders(db)
        expect(withoutId(await facts())).toEqual(counted)
        await db('order').update({ zoneAreaId: null, zoneId: null, salesEmployeeId: null })
        await rebuildOrders(db)
        await countThePast(db)
        const stamped = withoutId(await facts())
        await rebuildOrders(db)
        expect(withoutId(await facts())).toEqual(stamped)
        const sums = await db('order_sum').orderBy('orderId').select('*')
        await sumThePast(db)
        expect(await db('order_sum').orderBy('orderId').select('*')).toEqual(sums)
      }),
      { numRuns: 12 },
    )
  })
})

describe('orders that differ from their facts', () => {
  it('are named by the nightly comparison with month and sums, and set right by a rebuild of their days', async () => {
    await createApprovedOrder(db, company)
    await createApprovedOrder(db, company, { orderDate: '2026-10-31' })
    expect(await compareOrders(db)).toBe(0)
    await db('order_fact').where('day', '2026-10-31').update({ netValue: 1 })
    await db('order_fact').where('day', '2026-11-20').where('qty', 5_000).update({ invoicedQty: 1 })
    expect(await orderDifferences(db)).toEqual([
      'Orders of 2026-10: ₹ 0.02 in 2 rows are counted, and the orders have ₹ 2,500.00 in 2 lines',
      'Orders of 2026-11: ₹ 2,500.00 in 2 rows are counted, and the orders have ₹ 2,500.00 in 2 lines, with other quantities or discounts',
    ])
    await expect(compareOrders(db)).rejects.toThrow('Orders differ from their lines in 2 months')
    expect(await rebuildOrders(db, { from: '2026-10-01', to: '2026-10-31' })).toBe(1)
    expect(await orderDifferences(db)).toHaveLength(1)
    await rebuildOrders(db)
    expect(await orderDifferences(db)).toEqual([])
  })

  it('are found where a fact has no order, too', async () => {
    const { lineIds } = await createApprovedOrder(db, company)
    const [fact] = await facts()
    await db('order_fact').insert({ ...fact, id: undefined, orderId: 999_999, orderLineId: lineIds[1]! + 999 })
    expect(await orderDifferences(db)).toHaveLength(1)
    await rebuildOrders(db, { from: '2026-11-01', to: '2026-11-30' })
    expect(await orderDifferences(db)).toEqual([])
  })

  it('cannot come of two who change the same order at once', async () => {
    const { id, lineIds } = await createApprovedOrder(db, company)
    const both = lineIds.map((lineId, at) => changeLine(lineId, { invoicedQty: 1_000 + at }))
    await Promise.all([...both, changeOrder(id, { remarks: 'Gate 3' })])
    expect(await orderDifferences(db)).toEqual([])
    expect((await facts()).map(({ invoicedQty }) => invoicedQty)).toEqual([1_000, 1_001])
  })
})
