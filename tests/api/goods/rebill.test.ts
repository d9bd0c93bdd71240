import type { Knex } from 'knex'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { setClock } from '../../../api/platform/clock.ts'
import { shipTo } from '../../../resources/access-control/ship-to.ts'
import { freshDatabase, type TestDatabase } from '../../support/database.ts'
import {
  billItem,
  carriedOnLr,
  confirmedOrder,
  deliveryItem,
  readBill,
  readCancellation,
  readDelivery,
} from '../../support/dispatches/goods-in-sap.ts'
import { type Company, createCompany } from '../../support/dispatches/shipped-order.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { condition, results } from '../../support/sap/billing-rows.ts'

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
  await database.close()
})

const day = (text: string) => `/Date(${Date.parse(`${text}T00:00:00Z`)})/`

/** An invoice of 30 of the main item at a price in rupees, with 18 % IGST; its batches stand below with 0. */
const billOf30 = (number: string, price: number, more = {}) => {
  const [net, tax] = [30 * price, (30 * price * 18) / 100]
  const amounts = { NetAmount: `${net}.00`, TaxAmount: `${tax}.00` }
  const conditions = [condition('PR00', `${net}.00`), condition('JOIG', `${tax}.00`)]
  const items = [
    billItem(10, 30, 10, { ...amounts, to_PricingElement: results(conditions) }),
    ...[900_001, 900_002].map((no, at) => billItem(20 + at, 0, no, { NetAmount: '0.00', TaxAmount: '0.00' })),
  ]
  return readBill(db, number, items, { TotalGrossAmount: `${net + tax}.00`, ...more })
}

const sums = async () => {
  const total = (name: string) => db('sap_delivery_line').where('countsAs', 'GOODS').sum({ sum: name }).first()
  const [left, billed] = [await total('leftQty'), await total('billedQty')]
  return { left: Number(left!.sum) / 1000, billed: Number(billed!.sum) / 1000 }
}
const gross = async (sapBillingDoc: string) => {
  const row = await db('invoice').where({ sapBillingDoc }).first('grossValue', 'igst', 'netValue')
  return [row.netValue, row.igst, row.grossValue].map(paise => Number(paise) / 100)
}

describe('a delivery of two batches that left, cancelled and billed again at another price', () => {
  it('keeps what left, and is billed by the invoice that is valid', async () => {
    const batch = (no: number, qty: number, Batch: string) =>
      deliveryItem(no, qty, { HigherLvlItmOfBatSpltItm: '000010', Batch, OriginalDeliveryQuantity: '0.000' })
    const main = deliveryItem(10, 10, { OriginalDeliveryQuantity: '30.000', ActualDeliveryQuantity: '0.000' })
    await readDelivery(db, '80000001', [main, batch(900_001, 20, 'A'), batch(900_002, 10, 'B')])
    await billOf30('90000001', 1500)
    expect(await gross('90000001')).toEqual([45_000, 8_100, 53_100])
    const lrId = await carriedOnLr(db, company, '90000001')
    expect(await sums()).toEqual({ left: 30, billed: 30 })
    await readCancellation(db, '90000002', '90000001')
    expect(await sums()).toEqual({ left: 30, billed: 0 })
    await billOf30('90000003', 1450)
    expect(await gross('90000003')).toEqual([43_500, 7_830, 51_330])
    expect(await sums()).toEqual({ left: 30, billed: 30 })
    const links = await db('invoice_line_goods as g')
      .join('invoice', 'invoice.id', 'g.invoiceId')
      .join('sap_delivery_line as s', 's.id', 'g.deliveryLineId')
      .orderBy('s.lineNo')
      .select('invoice.sapBillingDoc', 's.batchNo', 'g.qty')
    expect(links.map(row => `${row.sapBillingDoc} ${row.batchNo} ${Number(row.qty) / 1000}`)).toEqual([
      '90000003 A 20',
      '90000003 B 10',
    ])
    expect(await db('lr').where({ id: lrId }).first('deskTask', 'deliveryStatus')).toEqual({
      deskTask: null,
      deliveryStatus: 'IN_TRANSIT',
    })
  })
})

describe('a delivery that left, cancelled and billed again', () => {
  it('to another ship-to is linked all the same, keeps its LR, and the desks read what differs', async () => {
    const customerId = company.customerId
    const other = await exampleRow(db, shipTo, {
      customerId,
      code: '200124',
      stateId: company.stateId,
      cityId: company.cityId,
    })
    await readDelivery(db, '80000001', [deliveryItem(10, 30)])
    await readBill(db, '90000001', [billItem(10, 30, 10)])
    const lrId = await carriedOnLr(db, company, '90000001')
    await readCancellation(db, '90000002', '90000001')
    const to_Partner = results([{ PartnerFunction: 'SH', Customer: '0000200124' }])
    await readBill(db, '90000003', [billItem(10, 30, 10)], { to_Partner })
    const next = await db('invoice').where({ sapBillingDoc: '90000003' }).first()
    expect(next).toMatchObject({
      shipToId: other.id,
      dispatchStatus: 'ON_LR',
      deskTask: 'Invoice INV90000003 goes to another ship-to than delivery 80000001',
    })
    expect(await sums()).toEqual({ left: 30, billed: 30 })
    const { deskTask } = await db('lr').where({ id: lrId }).first('deskTask')
    expect(deskTask).toMatch('goes to another ship-to than delivery 80000001')
  })
})

describe('an invoice that SAP cancelled', () => {
  it('is reversed on the date of its cancellation, which may be dated back, and says when SAP made that', async () => {
    await readDelivery(db, '80000001', [deliveryItem(10, 30)])
    await readBill(db, '90000001', [billItem(10, 30, 10)])
    const dates = { BillingDocumentDate: day('2026-07-30'), CreationDate: day('2026-11-20') }
    await readCancellation(db, '90000002', '90000001', dates)
    expect(await db('invoice')).toMatchObject([
      { isCancelled: 1, cancelledOn: '2026-07-30', cancelSeenOn: '2026-11-20', cancellationDoc: '90000002' },
    ])
  })

  it.each([
    ['its own flag', { BillingDocumentIsCancelled: true }, true],
    ['its cancellation', {}, false],
  ])('is not paid though accounting has cleared it, as %s tells', async (_, flag, itself) => {
    await readDelivery(db, '80000001', [deliveryItem(10, 30)])
    await readBill(db, '90000001', [billItem(10, 30, 10)], { InvoiceClearingStatus: 'C' })
    expect(await db('invoice').pluck('isCleared')).toEqual([1])
    if (!itself) await readCancellation(db, '90000002', '90000001')
    await readBill(db, '90000001', [billItem(10, 30, 10)], { InvoiceClearingStatus: 'C', ...flag })
    expect(await db('invoice')).toMatchObject([{ isCancelled: 1, isCleared: 0 }])
  })
})
