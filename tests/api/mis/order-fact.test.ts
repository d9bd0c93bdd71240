import fc from 'fast-check'
import type { Knex } from 'knex'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { rowsOf } from '../../../api/derive/rows-of.ts'
import { systemAuthor } from '../../../api/derive/save/author.ts'
import { updateEach, updateRow } from '../../../api/derive/save/write.ts'
import { askForCount, countSome } from '../../../api/mis/facts/count-anew.ts'
import { orderDifferences, orderedBook } from '../../../api/mis/facts/order-differences.ts'
import { rebuildOrders } from '../../../api/mis/facts/order-fact.ts'
import { countSales } from '../../../api/mis/facts/sale-fact.ts'
import { dropLines } from '../../../api/orders/lines/write-lines.ts'
import { readOrder } from '../../../api/orders/move-order.ts'
import { recalculateTotals } from '../../../api/orders/recalculate-totals.ts'
import { compareBook } from '../../../api/platform/books.ts'
import { setClock } from '../../../api/platform/clock.ts'
import { transact } from '../../../api/platform/transact.ts'
import { documentRead } from '../../../api/sap/documents/document-news.ts'
import { invoiceLineGoods } from '../../../resources/dispatches/goods/invoice-line-goods.ts'
import { invoice } from '../../../resources/dispatches/invoice.ts'
import { lr } from '../../../resources/dispatches/lr.ts'
import { lrLine } from '../../../resources/dispatches/lr-line.ts'
import { lrLineItem } from '../../../resources/dispatches/lr-line-item.ts'
import { order } from '../../../resources/orders/order.ts'
import { orderLine } from '../../../resources/orders/order-line.ts'
import { scheduleLine } from '../../../resources/orders/schedule-line.ts'
import { type OrderState, orderStates } from '../../../resources/trade.ts'
import { freshDatabase, type TestDatabase } from '../../support/database.ts'
import {
  type Company,
  createApprovedOrder,
  createCompany,
  createInvoice,
} from '../../support/dispatches/shipped-order.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { runs } from '../../support/proof.ts'

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
        ...{ cancelledValue: 42_525, filledValue: 127_575, openQty: 0, openValue: 0 },
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
  fc.record({ no: fc.nat(2), billed: fc.tuple(quantity, quantity) }),
  fc.record({ no: fc.nat(2), arrivedOn: fc.constantFrom('2026-11-26', '2026-11-27', '2026-12-01', null) }),
  fc.record({ no: fc.nat(2), billedWrong: fc.constant(true) }),
)

/** Bills some of an order and puts its goods on an LR. */
async function bill(order: Made, [first, second]: [number, number]): Promise<void> {
  const { id: invoiceId } = await createInvoice(db, company, order, {}, [first, second])
  await transact(db, trx => countSales(trx, [invoiceId]))
  const made = await exampleRow(db, lr, { plantId: company.plantId, deliveryStatus: 'IN_TRANSIT' })
  const { id: lrLineId } = await exampleRow(db, lrLine, { lrId: made.id, invoiceId })
  order.lrs.push(made.id)
  order.invoices.push(invoiceId)
  for (const { deliveryLineId, qty } of await rowsOf(db, invoiceLineGoods, rows => rows.where({ invoiceId })))
    await exampleRow(db, lrLineItem, { lrLineId, lrId: made.id, deliveryLineId, qty })
}

/** Tells when the goods of the last LR arrived, or that they did not. */
async function arrive({ lrs }: Made, deliveredOn: string | null): Promise<void> {
  const [before] = await rowsOf(db, lr, rows => rows.where({ id: lrs.at(-1) ?? 0 }))
  const asked = { deliveryStatus: deliveredOn ? 'DELIVERED' : 'IN_TRANSIT', deliveredOn } as const
  if (before) await transact(db, trx => updateRow(trx, lr, before, asked, author))
}

/** Cancels the first invoice of an order. */
async function cancelFirst({ invoices }: Made): Promise<void> {
  const [before] = await rowsOf(db, invoice, rows => rows.where({ id: invoices[0] ?? 0 }))
  if (!before) return
  await transact(db, async trx => {
    await updateRow(trx, invoice, before, { isCancelled: true, cancelledOn: '2026-11-24' }, author)
    await documentRead.tell(trx, before.id)
  })
}
type Made = Awaited<ReturnType<typeof createApprovedOrder>> & { lrs: number[]; invoices: number[] }

describe('whatever becomes of orders in whatever order', () => {
  it('leaves the facts that their lines and their goods give, by the nightly comparison and a rebuild', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyEvent, { minLength: 1, maxLength: 12 }), async events => {
        for (const table of [
          ...['lr_line_item', 'lr_line', 'lr', 'invoice_line_goods', 'sap_delivery_line', 'sap_delivery'],
          ...[
            'invoice_line',
            'invoice',
            'sale_fact',
            'order_fact',
            'schedule_fact',
            'order_sum',
            'schedule_line',
            'order_line',
            'order',
          ],
        ])
          await db(table).delete()
        const made = [0, 1, 2].map(() => createApprovedOrder(db, company))
        const orders: Made[] = (await Promise.all(made)).map(one => ({ ...one, lrs: [], invoices: [] }))
        for (const event of events) {
          const { id, lineIds } = orders[event.no]!
          if ('billed' in event) {
            // Lines that were written anew are other lines; one that was rejected outlives that.
            const linesLeft = await rowsOf(db, orderLine, rows => rows.whereIn('id', lineIds))
            if (linesLeft.length === lineIds.length) await bill(orders[event.no]!, event.billed)
            continue
          }
          // What was billed is deleted no more.
          if ('dropped' in event && orders[event.no]!.invoices.length > 0) continue
          if ('arrivedOn' in event) {
            await arrive(orders[event.no]!, event.arrivedOn)
            continue
          }
          if ('billedWrong' in event) {
            await cancelFirst(orders[event.no]!)
            continue
          }
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
        const tables = ['order_fact', 'schedule_fact']
        const all = () => Promise.all(tables.map(table => db(table).orderBy('id').select('*')))
        const counted = await all()
        for (const table of tables) await db(table).delete()
        await rebuildOrders(db)
        expect(await all()).toEqual(counted)
      }),
      { numRuns: runs(12, 60) },
    )
  })
})

describe('orders that differ from their facts', () => {
  it('are named by the nightly comparison with month and sums, and set right by a rebuild of their days', async () => {
    await createApprovedOrder(db, company)
    await createApprovedOrder(db, company, { orderDate: '2026-10-31' })
    expect(await compareBook(db, orderedBook)).toBe(0)
    await db('order_fact').where('day', '2026-10-31').update({ netValue: 1 })
    await db('order_fact').where('day', '2026-11-20').where('qty', 5_000).update({ invoicedQty: 1 })
    expect(await orderDifferences(db)).toEqual([
      'Orders of 2026-10: ₹ 0.02 in 2 rows are counted, and the orders have ₹ 2,500.00 in 2 lines',
      'Orders of 2026-11: ₹ 2,500.00 in 2 rows are counted, and the orders have ₹ 2,500.00 in 2 lines, with other quantities or discounts',
    ])
    await expect(compareBook(db, orderedBook)).rejects.toThrow(
      'Orders differ from their lines or steps (2 differences; npm run rebuild-facts',
    )
    expect(await rebuildOrders(db, { from: '2026-10-01', to: '2026-10-31' })).toBe(1)
    expect(await orderDifferences(db)).toHaveLength(1)
    await rebuildOrders(db)
    expect(await orderDifferences(db)).toEqual([])
  })

  it('are found where a fact has no order, too', async () => {
    const { lineIds } = await createApprovedOrder(db, company)
    const [fact] = await facts()
    await db('order_fact').insert({ ...fact, id: fact.id + 2_000, orderId: 999_999, orderLineId: lineIds[1]! + 999 })
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

  it('nor of three LRs of one order that arrive at once', async () => {
    const order: Made = { ...(await createApprovedOrder(db, company)), lrs: [], invoices: [] }
    for (const qty of [5_000, 6_000, 9_000]) await bill(order, [qty, 0])
    await Promise.all(order.lrs.map(id => arrive({ ...order, lrs: [id] }, '2026-11-27')))
    const [first] = await db('schedule_fact').where({ orderId: order.id }).orderBy('id').select('*')
    expect(first).toMatchObject({ qty: 20_000, deliveredQty: 20_000, deliveredOn: '2026-11-27' })
    expect(await orderDifferences(db)).toEqual([])
  })
})

it('orders and sales are counted once after an upgrade that emptied their facts, and not again at the next start', async () => {
  const made: Made = { ...(await createApprovedOrder(db, company)), lrs: [], invoices: [] }
  await bill(made, [5_000, 0])
  await arrive(made, '2026-11-27')
  const tables = ['sale_fact', 'order_fact', 'schedule_fact', 'order_sum']
  const all = () => Promise.all(tables.map(table => db(table).orderByRaw('1').select('*')))
  const counted = await all()
  for (const table of [...tables, 'facts_counted']) await db(table).delete()
  const count = async () => {
    await askForCount(db)
    while (await countSome(db));
  }
  await count()
  expect(await all()).toEqual(counted)
  await db('order_fact').delete()
  await count()
  expect(await db('order_fact').pluck('id')).toEqual([])
})
