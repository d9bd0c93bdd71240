import type { Knex } from 'knex'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { goodsBook } from '../../../api/goods/goods-book.ts'
import { setClock } from '../../../api/platform/clock.ts'
import { freshDatabase, type TestDatabase } from '../../support/database.ts'
import {
  billItem,
  carriedOnLr,
  confirmedOrder,
  deliveryItem,
  readBill,
  readCancellation,
  readDelivery,
  readReturn,
  returnItem,
  returnOf,
} from '../../support/dispatches/goods-in-sap.ts'
import { type Company, createCompany } from '../../support/dispatches/shipped-order.ts'

let database: TestDatabase
let db: Knex
let company: Company

beforeEach(async () => {
  setClock('2026-11-20T06:30:00.000Z')
  database = await freshDatabase()
  db = database.db
  company = await createCompany(db)
  await confirmedOrder(db, company, '5000000001')
})
afterEach(async () => {
  setClock(null)
  const wrong = await goodsBook.differences(db)
  await database.close()
  expect(wrong).toEqual([])
})

/** Thirty units of the order left on an LR with invoice 90000001. */
async function leave(items = [deliveryItem(10, 30)]) {
  await readDelivery(db, '80000001', items)
  await readBill(db, '90000001', [billItem(10, 30, 10)])
  const lrId = await carriedOnLr(db, company, '90000001')
  await db('invoice').where({ sapBillingDoc: '90000001' }).update({ dispatchStatus: 'ON_LR' })
  return lrId
}
/** What came back of the goods of each line of the delivery, in whole units. */
const returned = async () =>
  (
    await db('sap_delivery_line as s')
      .join('sap_delivery as d', 'd.id', 's.deliveryId')
      .where({ category: 'J', countsAs: 'GOODS' })
      .orderBy('s.lineNo')
  ).map(({ lineNo, returnedQty }) => `${lineNo}: ${Number(returnedQty) / 1000}`)

describe('goods that a customer gave back', () => {
  it('are those of the item of the invoice that the return refers to, once they are in the plant', async () => {
    await leave()
    await readReturn(db, '84000001', [returnItem(10, 4, { GoodsMovementStatus: 'A' })], [returnOf('90000001', 10)], {
      OverallGoodsMovementStatus: 'A',
    })
    expect(await returned()).toEqual(['10: 0'])
    await readReturn(db, '84000001', [returnItem(10, 4)], [returnOf('90000001', 10)], {
      LastChangeDate: `/Date(${Date.parse('2026-11-21')})/`,
    })
    expect(await returned()).toEqual(['10: 4'])
  })

  it('are those of the item of the order, where the return refers to that', async () => {
    await leave()
    await readReturn(db, '84000001', [returnItem(10, 4)], [returnOf('5000000001', 10, 'C')])
    expect(await returned()).toEqual(['10: 4'])
  })

  it('add up over several deliveries, to no more than left', async () => {
    await leave()
    await readReturn(db, '84000001', [returnItem(10, 20)], [returnOf('90000001', 10)])
    await readReturn(db, '84000002', [returnItem(10, 4)], [returnOf('90000001', 10)])
    expect(await returned()).toEqual(['10: 24'])
    await readReturn(db, '84000003', [returnItem(10, 20)], [returnOf('90000001', 10)])
    expect(await returned()).toEqual(['10: 30'])
  })

  it('are of their batch, in the unit of the goods', async () => {
    const main = deliveryItem(10, 0, { OriginalDeliveryQuantity: '30.000' })
    const batch = (no: number, qty: number, Batch: string) =>
      deliveryItem(no, qty, { Batch, HigherLvlItmOfBatSpltItm: '000010' })
    await leave([main, batch(900001, 20, 'A26001'), batch(900002, 10, 'B26001')])
    const boxes = { DeliveryQuantityUnit: 'CAR', DeliveryToBaseQuantityNmrtr: '4', Batch: 'B26001' }
    await readReturn(db, '84000001', [returnItem(10, 2, boxes)], [returnOf('90000001', 10)])
    expect(await returned()).toEqual(['900001: 0', '900002: 8'])
  })

  it('are found when the invoice is read after them, and stay when it is cancelled', async () => {
    await readReturn(db, '84000001', [returnItem(10, 4)], [returnOf('90000001', 10)])
    await leave()
    expect(await returned()).toEqual(['10: 4'])
    await readCancellation(db, '90000002', '90000001')
    expect(await returned()).toEqual(['10: 4'])
  })

  it('count no more when SAP takes back that they came', async () => {
    await leave()
    await readReturn(db, '84000001', [returnItem(10, 4)], [returnOf('90000001', 10)])
    await readReturn(db, '84000001', [returnItem(10, 4, { GoodsMovementStatus: 'A' })], [returnOf('90000001', 10)], {
      OverallGoodsMovementStatus: 'A',
    })
    expect(await returned()).toEqual(['10: 0'])
  })

  it('take no stock, wait for no LR and are no goods of the order', async () => {
    await leave()
    await readReturn(db, '84000001', [returnItem(10, 4)], [returnOf('90000001', 10)])
    expect(await db('sap_delivery').where({ category: 'T' })).toMatchObject([{ deliveryNo: '84000001', orderId: null }])
    expect(await db('sap_delivery_line').where({ countsAs: 'RETURN' })).toMatchObject([
      { isOpen: 0, isBillable: 0, orderLineId: null, refDoc: '90000001', refItem: '000010', refCategory: 'M' },
    ])
  })

  it('are about what the return note says, while SAP tells of no delivery that brought them', async () => {
    await leave()
    const note = { SDDocumentCategory: 'O' }
    const item = billItem(10, 3, 10, { ReferenceSDDocument: '0060000001', ReferenceSDDocumentCategory: 'H' })
    await readBill(db, '90000005', [item], note)
    expect(await returned()).toEqual(['10: 3'])
    expect(await db('returned_goods')).toMatchObject([{ returnLineId: null, qty: 3000 }])
    await readReturn(db, '84000001', [returnItem(10, 4)], [returnOf('90000001', 10)])
    expect(await returned()).toEqual(['10: 4'])
    expect(await db('returned_goods').pluck('noteLineId')).toEqual([null])
  })

  it('are none with a credit note that is about money alone', async () => {
    await leave()
    const item = billItem(10, 3, 10, { ReferenceSDDocument: '0090000001', ReferenceSDDocumentCategory: 'M' })
    await readBill(db, '90000005', [item], { SDDocumentCategory: 'O' })
    expect(await returned()).toEqual(['10: 0'])
  })
})
