import type { Knex } from 'knex'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { orderDifferences } from '../../../api/mis/facts/order-differences.ts'
import { setClock } from '../../../api/platform/clock.ts'
import { freshDatabase, type TestDatabase } from '../../support/database.ts'
import { billItem, confirmedOrder, readBill, readCancellation } from '../../support/dispatches/goods-in-sap.ts'
import { createCompany } from '../../support/dispatches/shipped-order.ts'

let database: TestDatabase
let db: Knex
let orderId: number

beforeEach(async () => {
  setClock('2026-11-20T06:30:00.000Z')
  database = await freshDatabase()
  db = database.db
  orderId = (await confirmedOrder(db, await createCompany(db), '5000000001')).id
})
afterEach(async () => {
  setClock(null)
  await database.close()
})

const ofOrder = { ReferenceSDDocument: '5000000001', ReferenceSDDocumentCategory: 'C', SalesDocument: '5000000001' }
const supplied = (no: number, qty: number, itemCategory = 'TAS') =>
  billItem(no, qty, no, {
    ...ofOrder,
    SalesDocumentItemCategory: itemCategory,
    SalesDocumentItem: String(no).padStart(6, '0'),
    Material: no === 20 ? 'LS-1002' : 'LS-1001',
  })
const status = async (sapBillingDoc: string) =>
  (await db('invoice').where({ sapBillingDoc }).first('dispatchStatus')).dispatchStatus
const order = async () => [
  (await db('order').where({ id: orderId }).first('status')).status,
  ...(await db('order_line').where({ orderId }).orderBy('lineNo')).map(
    ({ lineStatus, dispatchedQty }) => `${lineStatus} ${Number(dispatchedQty) / 1000}`,
  ),
]

describe('an invoice on which no goods of ours hang', () => {
  it('of what our supplier ships never waits, and its lines have left as far as they are billed', async () => {
    await readBill(db, '90000001', [supplied(10, 8)])
    expect(await status('90000001')).toBe('SHIPPED_BY_OUR_SUPPLIER')
    expect(await order()).toEqual(['PARTIALLY_DISPATCHED', 'PARTIALLY_DISPATCHED 8', 'OPEN 0'])
    await readBill(db, '90000002', [supplied(10, 12), supplied(20, 5)])
    expect(await order()).toEqual(['DELIVERED', 'DISPATCHED 20', 'DISPATCHED 5'])
    await readCancellation(db, '90000003', '90000002')
    expect(await order()).toEqual(['PARTIALLY_DISPATCHED', 'PARTIALLY_DISPATCHED 8', 'OPEN 0'])
  })

  it('of services alone bills nothing to send', async () => {
    await readBill(db, '90000001', [supplied(10, 20, 'TAD')])
    expect(await status('90000001')).toBe('NOTHING_TO_SEND')
    expect(await order()).toEqual(['PARTIALLY_DISPATCHED', 'DISPATCHED 20', 'OPEN 0'])
  })

  it('waits with the goods that it bills beside', async () => {
    await readBill(db, '90000001', [supplied(10, 20), billItem(20, 5, 20, { ...ofOrder, Material: 'LS-1002' })])
    expect(await status('90000001')).toBe('PENDING')
  })

  it('is one of goods once its items are of another category, and the other way round', async () => {
    await readBill(db, '90000001', [supplied(10, 8)])
    await readBill(db, '90000001', [supplied(10, 8, 'TAN')])
    expect(await status('90000001')).toBe('PENDING')
    expect(await order()).toEqual(['CONFIRMED', 'OPEN 0', 'OPEN 0'])
    await readBill(db, '90000001', [supplied(10, 8)])
    expect(await status('90000001')).toBe('SHIPPED_BY_OUR_SUPPLIER')
  })

  it('is received in reports on the day on which it is billed, so that nothing of it is late', async () => {
    await readBill(db, '90000001', [supplied(10, 20)])
    const facts = await db('schedule_fact').where({ orderId }).orderBy('orderLineId').pluck('deliveredQty')
    expect(facts.map(qty => Number(qty) / 1000)).toEqual([20, 0])
    expect(await orderDifferences(db)).toEqual([])
  })
})
