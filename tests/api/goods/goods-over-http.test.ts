import type { Knex } from 'knex'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { confirmOrder } from '../../../api/orders/sap/confirm-order.ts'
import { setClock } from '../../../api/platform/clock.ts'
import { createLog } from '../../../api/platform/log.ts'
import type { SapAdapter } from '../../../api/sap/adapter.ts'
import { readAwaitedDeliveries } from '../../../api/sap/documents/read-awaited-deliveries.ts'
import { deliveryPull } from '../../../api/sap/documents/save-deliveries.ts'
import { invoicePull } from '../../../api/sap/documents/save-invoice.ts'
import { sapReader, sapRowReader } from '../../../api/sap/reading/reader.ts'
import { sapAuthor } from '../../../api/sap/sap-author.ts'
import { connectSap } from '../../../api/sap/sap-connection.ts'
import { freshDatabase, type TestDatabase } from '../../support/database.ts'
import { carriedOnLr } from '../../support/dispatches/goods-in-sap.ts'
import { type Company, createCompany } from '../../support/dispatches/shipped-order.ts'
import { releasedOrder, sapOverHttp } from '../../support/sap/over-http.ts'

let at: string
let database: TestDatabase
let db: Knex
let company: Company
let over: Awaited<ReturnType<typeof sapOverHttp>>
let sap: SapAdapter
let salesOrder: string
let orderId: number

beforeEach(async () => {
  at = '2026-11-20T06:30:00.000Z'
  setClock(() => at)
  database = await freshDatabase()
  db = database.db
  company = await createCompany(db)
  over = await sapOverHttp(() => at)
  sap = over.adapter()
  connectSap(db, sap)
  const made = await releasedOrder(db, company)
  const created = await sap.createSalesOrder(made.payload)
  await db('sap_outbox').where({ id: made.messageNo }).update({ status: 'DONE' })
  await db.transaction(trx => confirmOrder(trx, made.id, created, sapAuthor))
  salesOrder = created.salesOrder
  orderId = made.id
})
afterEach(async () => {
  setClock(null)
  await over.close()
  await database.close()
})

async function tell(command: string, more: object) {
  at = new Date(Date.parse(at) + 60_000).toISOString()
  const answer = await over.control('documents', { command, ...more })
  const { says, message } = (await answer.json()) as { says?: string; message?: string }
  if (!says) expect.unreachable(message)
  return says!.match(/\d{8,10}/g)!
}

const deps = () => ({ db, sap, log: createLog({ logLevel: 'silent' }) })
const asked = { trigger: 'MANUAL', requestedById: null } as const
const readDeliveries = (mode: 'DELTA' | 'FULL' = 'DELTA') => sapRowReader(deps(), deliveryPull).read({ ...asked, mode })
async function readInvoices() {
  at = new Date(Date.parse(at) + 60_000).toISOString()
  return sapReader(deps(), invoicePull).read({ ...asked, mode: 'DELTA' })
}

const ours = (rows: Knex.QueryBuilder): Knex.QueryBuilder =>
  rows.where('s.orderId', orderId).where('s.countsAs', 'GOODS')
/** The goods of the order, as `qty billed left`, all in whole units. */
const goods = async () =>
  (await ours(db('sap_delivery_line as s')).orderBy(['s.deliveryId', 's.lineNo'])).map((row: Record<string, unknown>) =>
    [row.qty, row.billedQty, row.leftQty].map(qty => Number(qty) / 1000).join(' '),
  )
const total = async () => {
  const row = await ours(db('sap_delivery_line as s')).sum({ qty: 's.qty', billed: 's.billedQty' }).first()
  return [Number(row.qty) / 1000, Number(row.billed) / 1000]
}
const faults = () => db('invoice').whereNotNull('deskTask').pluck('deskTask')

describe('goods in the simulated SAP', () => {
  it.each([
    ['nothing', 'zero', false],
    ['the total', 'total', false],
    ['a part that is in no batch', 'half', false],
    ['nothing, and is billed by batch', 'zero', true],
    ['the total, and is billed by batch', 'total', true],
    ['a part, and is billed by batch', 'half', true],
  ])('are counted and billed once where the main item of batches carries %s', async (_, mainItem, byBatch) => {
    await tell('deliver', { salesOrder, splitBatches: true, mainItem })
    await tell('issue-goods', { salesOrder })
    await readDeliveries()
    await tell('bill', { salesOrders: [salesOrder], byBatch })
    expect(await readInvoices()).toMatchObject({ status: 'OK' })
    expect(await total()).toEqual([25, 25])
    expect(await faults()).toEqual([])
  })

  it('are told by an invoice where the delivery is not read yet, which is then read by its number', async () => {
    await tell('bill', { salesOrders: [salesOrder] })
    await readInvoices()
    expect(await total()).toEqual([25, 25])
    expect(await db('sap_delivery').where({ orderId }).distinct().pluck('origin')).toEqual(['BILL'])
    expect(await readAwaitedDeliveries(db)).toBeGreaterThan(0)
    expect(await total()).toEqual([25, 25])
    expect(await db('sap_delivery').where({ orderId }).distinct().pluck('origin')).toEqual(['SAP'])
    expect(await db('sap_pending_row').where({ object: 'DELIVERY_AWAITED' })).toEqual([])
  })

  it('are billed by two invoices of one delivery', async () => {
    await tell('bill', { salesOrders: [salesOrder], parts: 2 })
    await readDeliveries()
    await readInvoices()
    expect(await db('invoice').where({ orderId }).count({ rows: '*' }).first()).toEqual({ rows: 2 })
    expect(await total()).toEqual([25, 25])
    expect(await faults()).toEqual([])
  })

  it('that left are billed again by less, and the desk is told; the cancellation is dated back', async () => {
    const [billing] = await tell('bill', { salesOrders: [salesOrder] })
    await readDeliveries()
    await readInvoices()
    const lrId = await carriedOnLr(db, company, billing!)
    const before = await goods()
    await tell('cancel-billing', { billingDocument: billing, rebill: true, percent: 60, daysBack: 113 })
    await readInvoices()
    expect(before).toEqual(['20 20 20', '5 5 5'])
    expect(await goods()).toEqual(['20 12 20', '5 3 5'])
    const [old, next] = await db('invoice').where({ orderId }).orderBy('id')
    expect(old).toMatchObject({ isCancelled: 1, isCleared: 0, cancelledOn: '2026-07-30', cancelSeenOn: '2026-11-20' })
    const { deskTask } = await db('lr').where({ id: lrId }).first('deskTask')
    expect(deskTask).toMatch(`Invoice ${next.invoiceNo} bills 8 EA less than left with delivery`)
  })

  it('are none where a supplier ships them in parts, or a service is billed', async () => {
    await tell('bill-order', { salesOrder, itemCategory: 'TAS', percent: 40 })
    await tell('bill-order', { salesOrder, itemCategory: 'TAS', percent: 60 })
    await tell('bill-order', { salesOrder, itemCategory: 'TAD' })
    await readInvoices()
    expect(await goods()).toEqual([])
    expect(await db('invoice_line').distinct().orderBy('suppliedAs').pluck('suppliedAs')).toEqual([
      'SERVICE',
      'SUPPLIER',
    ])
  })

  it('of an invoice of the order are those that the order told of, once', async () => {
    await tell('bill-order', { salesOrder, itemCategory: 'TAN' })
    await readInvoices()
    expect(await total()).toEqual([25, 25])
    expect(await db('sap_delivery').where({ orderId }).pluck('origin')).toEqual(['BILL'])
  })

  it.each([
    ['the invoice', false],
    ['the order', true],
  ])(
    'come back with a delivery of returned goods that refers to %s, once they are in the plant',
    async (_, ofOrder) => {
      const [billing] = await tell('bill', { salesOrders: [salesOrder] })
      await readDeliveries()
      await readInvoices()
      await carriedOnLr(db, company, billing!)
      const returned = async () =>
        (await ours(db('sap_delivery_line as s')).orderBy('s.lineNo').pluck('s.returnedQty')).map(
          qty => Number(qty) / 1000,
        )
      await tell('return-goods', { billingDocument: billing, percent: 20, ofOrder, isOpen: true })
      await readDeliveries()
      expect(await returned()).toEqual([0, 0])
      await tell('return-goods', { billingDocument: billing, percent: 40, ofOrder })
      expect(await readDeliveries()).toMatchObject({ status: 'OK' })
      expect(await returned()).toEqual([8, 2])
      expect(await readDeliveries('FULL')).toMatchObject({ status: 'OK', rowsUpdated: 0 })
      expect(await returned()).toEqual([8, 2])
    },
  )

  it('are read though SAP serves no deliveries of returned goods', async () => {
    const [billing] = await tell('bill', { salesOrders: [salesOrder] })
    await tell('return-goods', { billingDocument: billing })
    await over.control('behaviour', { mode: 'no-service', only: { service: 'API_CUSTOMER_RETURNS_DELIVERY_SRV' } })
    expect(await readDeliveries()).toMatchObject({ status: 'OK' })
    expect(await db('sap_delivery').distinct().pluck('category')).toEqual(['J'])
  })

  it('travel though SAP takes their issue back and deletes the delivery, and the desk is told each time', async () => {
    const [billing] = await tell('bill', { salesOrders: [salesOrder] })
    await readDeliveries()
    await readInvoices()
    const lrId = await carriedOnLr(db, company, billing!)
    const { deliveryNo } = await db('sap_delivery').where({ orderId }).first('deliveryNo')
    const { lrNo } = await db('lr').where({ id: lrId }).first('lrNo')
    const task = async () => (await db('lr').where({ id: lrId }).first('deskTask')).deskTask
    await tell('reverse-issue', { delivery: deliveryNo })
    await readDeliveries()
    expect(await task()).toBe(`SAP took back the goods issue of delivery ${deliveryNo} while LR ${lrNo} travels`)
    await tell('delete-delivery', { delivery: deliveryNo })
    await readDeliveries('FULL')
    expect(await task()).toBe(`SAP deleted delivery ${deliveryNo} while LR ${lrNo} travels`)
    expect(await goods()).toEqual(['20 20 20', '5 5 5'])
  })
})
