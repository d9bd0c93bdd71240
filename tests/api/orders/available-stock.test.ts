import type { Knex } from 'knex'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { rowsOf } from '../../../api/derive/rows-of.ts'
import { availableStock } from '../../../api/orders/quote/available-stock.ts'
import { products } from '../../../resources/masters/products.ts'
import { resourceNamed } from '../../../resources/registry.ts'
import type { OrderState } from '../../../resources/trade.ts'
import { freshDatabase, type TestDatabase } from '../../support/database.ts'
import { type Company, createApprovedOrder, createCompany } from '../../support/dispatches/shipped-order.ts'
import { exampleRow } from '../../support/example-rows.ts'

let database: TestDatabase
let db: Knex
let company: Company

beforeEach(async () => {
  database = await freshDatabase()
  db = database.db
  company = await createCompany(db)
  await stock('B1', 60_000)
  await stock('B2', 40_000)
})
afterEach(() => database.close())

const stock = (batchNo: string, unrestrictedQty: number) =>
  exampleRow(db, resourceNamed('stock-level'), {
    productId: company.productIds[0],
    plantId: company.plantId,
    batchNo,
    unrestrictedQty,
  })
const available = async (orderId: number | null = null) => {
  const ids = company.productIds
  const rows = new Map((await rowsOf(db, products, rows => rows.whereIn('id', ids))).map(row => [row.id, row]))
  return (await availableStock(db, rows, ids, orderId)).get(`${company.plantId}/${ids[0]}`)
}
/** An order of 20 pieces that the plant is to supply. */
async function ordered(status: OrderState, line: Record<string, unknown> = {}): Promise<number> {
  const { id } = await createApprovedOrder(db, company)
  await db('order').where({ id }).update({ status })
  await db('order_line')
    .where({ orderId: id })
    .update({ plantId: company.plantId, ...line })
  return id
}

async function delivered(line: Record<string, unknown>) {
  const { id: deliveryId } = await exampleRow(db, resourceNamed('sap-delivery'), {
    status: line.isOpen ? 'OPEN' : 'ISSUED',
    plantId: company.plantId,
    sbuId: company.sbuId,
  })
  await exampleRow(db, resourceNamed('sap-delivery-line'), {
    deliveryId,
    productId: company.productIds[0],
    plantId: company.plantId,
    sbuId: company.sbuId,
    baseUom: 'EA',
    ...line,
  })
}

describe('the stock that may be promised', () => {
  it('is that of all batches at the plant', async () => {
    expect(await available()).toBe(100_000)
  })
  it('is less by what other orders still have to get from the plant', async () => {
    for (const status of ['APPROVED', 'IN_ERROR', 'CONFIRMED'] as const) await ordered(status)
    expect(await available()).toBe(40_000)
  })
  it('is not less by orders that are not approved yet, or are over', async () => {
    for (const status of ['DRAFT', 'PENDING', 'REJECTED', 'CANCELLED', 'DISPATCHED', 'CLOSED'] as const)
      await ordered(status)
    expect(await available()).toBe(100_000)
  })
  it('is not less by what has left already, or was cancelled', async () => {
    await ordered('PARTIALLY_DISPATCHED', {
      dispatchedQty: 5_000,
      cancelledQty: 3_000,
      lineStatus: 'PARTIALLY_DISPATCHED',
    })
    expect(await available()).toBe(88_000)
  })
  it('is not less by the order in question itself', async () => {
    const own = await ordered('APPROVED')
    await ordered('APPROVED')
    expect(await available(own)).toBe(80_000)
  })
  it('is not less by what another plant supplies', async () => {
    await ordered('CONFIRMED', { plantId: company.otherPlantId })
    expect(await available()).toBe(100_000)
  })
  it('counts what was ordered in another unit in the base unit', async () => {
    await db('products').update({ uom: 'BAG', baseUom: 'KG', uomNumerator: 3, uomDenominator: 1 })
    await ordered('CONFIRMED', { uom: 'BAG' })
    expect(await available()).toBe(40_000)
  })
  it('is less by what is picked for orders that were entered in SAP, until it leaves', async () => {
    await delivered({ orderLineId: null, isOpen: true, baseQty: 30_000 })
    await delivered({ orderLineId: null, isOpen: false, baseQty: 10_000 })
    expect(await available()).toBe(70_000)
  })
  it('is not less twice by what is picked for an order of ours', async () => {
    const orderId = await ordered('CONFIRMED')
    const { id } = await db('order_line').where({ orderId, lineNo: 10 }).first()
    await delivered({ orderId, orderLineId: id, isOpen: true, baseQty: 20_000 })
    expect(await available()).toBe(80_000)
  })
  it('is not less by what has left SAP’s stock, though its invoice has not come yet', async () => {
    const orderId = await ordered('CONFIRMED')
    const { id } = await db('order_line').where({ orderId, lineNo: 10 }).first()
    await delivered({ orderId, orderLineId: id, isOpen: false, baseQty: 15_000 })
    expect(await available()).toBe(95_000)
  })
  it('is less by the parts of a kit that are picked for an order of ours', async () => {
    const orderId = await ordered('CONFIRMED', { plantId: company.otherPlantId })
    await delivered({ orderId, orderLineId: null, isOpen: true, baseQty: 4_000 })
    expect(await available()).toBe(96_000)
    expect(await available(orderId)).toBe(100_000)
  })
  it('is never below nothing', async () => {
    for (let order = 0; order < 6; order++) await ordered('CONFIRMED')
    expect(await available()).toBe(0)
  })
})
