import type { Knex } from 'knex'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { setClock } from '../../../api/platform/clock.ts'
import { freshDatabase, type TestDatabase } from '../../support/database.ts'
import {
  billItem,
  confirmedOrder,
  deliveryItem,
  readBill,
  readCancellation,
  readDelivery,
} from '../../support/dispatches/goods-in-sap.ts'
import { createCompany } from '../../support/dispatches/shipped-order.ts'

let database: TestDatabase
let db: Knex

beforeEach(async () => {
  setClock('2026-11-20T06:30:00.000Z')
  database = await freshDatabase()
  db = database.db
  await confirmedOrder(db, await createCompany(db), '5000000001')
})
afterEach(async () => {
  setClock(null)
  await database.close()
})

/** Each link as the number of its invoice, the delivery, its line and the quantity. */
const links = async () =>
  (
    await db('invoice_line_goods as g')
      .join('invoice', 'invoice.id', 'g.invoiceId')
      .join('sap_delivery_line as s', 's.id', 'g.deliveryLineId')
      .join('sap_delivery as d', 'd.id', 's.deliveryId')
      .orderBy(['invoice.sapBillingDoc', 'd.deliveryNo', 's.lineNo'])
      .select('invoice.sapBillingDoc', 'd.deliveryNo', 's.lineNo', 'g.qty')
  ).map(row => `${row.sapBillingDoc} ${row.deliveryNo}/${row.lineNo} ${Number(row.qty) / 1000}`)
const billed = async () =>
  (await db('sap_delivery_line').orderBy(['deliveryId', 'lineNo'])).map(
    ({ lineNo, qty, billedQty }) => `${lineNo}: ${Number(billedQty) / 1000} of ${Number(qty) / 1000}`,
  )
const task = async (sapBillingDoc: string) => (await db('invoice').where({ sapBillingDoc }).first('deskTask')).deskTask

describe('an invoice and the goods that it bills', () => {
  it('links to the item of the delivery that it names', async () => {
    await readDelivery(db, '80000001', [deliveryItem(10, 30)])
    await readBill(db, '90000001', [billItem(10, 30, 10)])
    expect(await links()).toEqual(['90000001 80000001/10 30'])
    expect(await billed()).toEqual(['10: 30 of 30'])
    expect(await task('90000001')).toBe(null)
  })

  it('is one of several of a delivery, and bills several deliveries', async () => {
    await readDelivery(db, '80000001', [deliveryItem(10, 30)])
    await readDelivery(db, '80000002', [deliveryItem(10, 5)])
    await readBill(db, '90000001', [billItem(10, 12, 10)])
    await readBill(db, '90000002', [billItem(10, 18, 10), billItem(20, 5, 10, { ReferenceSDDocument: '0080000002' })])
    expect(await links()).toEqual(['90000001 80000001/10 12', '90000002 80000001/10 18', '90000002 80000002/10 5'])
  })

  it('says how much more it bills than its delivery holds', async () => {
    await readDelivery(db, '80000001', [deliveryItem(10, 18)])
    await readBill(db, '90000001', [billItem(10, 30, 10)])
    expect(await links()).toEqual(['90000001 80000001/10 18'])
    expect(await task('90000001')).toBe('Invoice INV90000001 bills 12 EA more than delivery 80000001 holds')
  })

  it('has goods at once where the portal does not know its delivery, which is then asked for by its number', async () => {
    await readBill(db, '90000001', [billItem(10, 30, 10)])
    expect(await links()).toEqual(['90000001 80000001/10 30'])
    expect(await db('sap_delivery')).toMatchObject([{ deliveryNo: '80000001', origin: 'BILL', status: 'ISSUED' }])
    expect(await db('sap_pending_row').pluck('sapKey')).toEqual(['80000001'])
  })

  it('has goods at once where it bills its order, and the next one of the item bills what is left of them', async () => {
    const ofOrder = { ReferenceSDDocument: '5000000001', ReferenceSDDocumentCategory: 'C' }
    await readBill(db, '90000001', [billItem(10, 20, 10, ofOrder)])
    const { id } = await db('invoice').where({ sapBillingDoc: '90000001' }).first('id')
    expect(await links()).toEqual([`90000001 B${id}/10 20`])
    await readCancellation(db, '90000002', '90000001')
    await readBill(db, '90000003', [billItem(10, 20, 10, ofOrder)])
    expect(await links()).toEqual([`90000003 B${id}/10 20`])
  })

  it('gives its goods back when it is cancelled, and they stay', async () => {
    await readDelivery(db, '80000001', [deliveryItem(10, 30)])
    await readBill(db, '90000001', [billItem(10, 30, 10)])
    await readCancellation(db, '90000002', '90000001')
    expect(await links()).toEqual([])
    expect(await billed()).toEqual(['10: 0 of 30'])
  })

  it('has no goods for a service, for what our supplier ships, and as a credit note', async () => {
    await readBill(db, '90000001', [
      billItem(10, 3, 10, { SalesDocumentItemCategory: 'TAS', ReferenceSDDocumentCategory: 'C' }),
      billItem(20, 1, 20, { SalesDocumentItemCategory: 'TAD', ReferenceSDDocumentCategory: 'C' }),
    ])
    await readBill(db, '90000002', [billItem(10, 3, 10)], { SDDocumentCategory: 'O' })
    expect(await links()).toEqual([])
    expect(await db('invoice_line').orderBy('id').pluck('suppliedAs')).toEqual(['SUPPLIER', 'SERVICE', 'GOODS'])
  })

  it('keeps its links when it is read again', async () => {
    await readDelivery(db, '80000001', [deliveryItem(10, 30)])
    await readBill(db, '90000001', [billItem(10, 30, 10)])
    const before = await db('invoice_line_goods').pluck('id')
    await readBill(db, '90000001', [billItem(10, 30, 10)], { InvoiceClearingStatus: 'C' })
    expect(await db('invoice_line_goods').pluck('id')).toEqual(before)
  })
})
