import type { Knex } from 'knex'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemAuthor } from '../../../api/derive/save/author.ts'
import { insertRows } from '../../../api/derive/save/write.ts'
import { findDifferences } from '../../../api/orders/reconcile-orders.ts'
import { confirmOrder } from '../../../api/orders/sap/confirm-order.ts'
import { enqueueForSap } from '../../../api/outbox/outbox.ts'
import { setClock } from '../../../api/platform/clock.ts'
import { createLog } from '../../../api/platform/log.ts'
import type { SapAdapter } from '../../../api/sap/adapter.ts'
import { rereadOpenOrders } from '../../../api/sap/documents/reread-open-orders.ts'
import type { SalesOrderItemStatus, SalesOrderStatus } from '../../../api/sap/documents/sales-order-status.ts'
import { orderStatusPull } from '../../../api/sap/documents/save-order-status.ts'
import { sapReader } from '../../../api/sap/reading/reader.ts'
import { sapAuthor } from '../../../api/sap/sap-author.ts'
import { connectSap } from '../../../api/sap/sap-connection.ts'
import { withDefaults } from '../../../resources/define/validate.ts'
import { state } from '../../../resources/masters/state.ts'
import { resourceNamed } from '../../../resources/registry.ts'
import { freshDatabase, type TestDatabase } from '../../support/database.ts'
import {
  type Company,
  createApprovedOrder,
  createCompany,
  createInvoice,
} from '../../support/dispatches/shipped-order.ts'
import { exampleRow } from '../../support/example-rows.ts'

let at: string
const later = (minutes: number) => {
  at = new Date(Date.parse(at) + minutes * 60_000).toISOString()
}

let database: TestDatabase
let db: Knex
let company: Company
let bought: { id: number; orderNo: string; lineIds: number[] }

const SAP_NO = '5000000001'

beforeEach(async () => {
  at = '2026-11-20T06:30:00.000Z'
  setClock(() => at)
  database = await freshDatabase()
  db = database.db
  company = await createCompany(db)
  bought = await createApprovedOrder(db, company)
  for (const code of ['EDD_CHANGED', 'ORDER_CHANGED', 'CHANGED_IN_SAP'])
    await exampleRow(db, resourceNamed('message-template'), { code, medium: 'EMAIL', subject: code, body: '{lines}' })
  await confirm(bought.id, SAP_NO)
  later(1)
})
afterEach(async () => {
  setClock(null)
  await database.close()
})

const items = [10, 20].map(lineNo => ({ lineNo, salesOrderItem: String(lineNo).padStart(6, '0') }))
const confirm = (id: number, salesOrder: string) =>
  db.transaction(trx => confirmOrder(trx, id, { salesOrder, items }, sapAuthor))

const item = (lineNo: number, more: Partial<SalesOrderItemStatus> = {}): SalesOrderItemStatus => {
  const qty = more.qty ?? (lineNo === 10 ? 20_000 : 5_000)
  return {
    sapItemNo: String(lineNo).padStart(6, '0'),
    product: lineNo === 10 ? 'LS-1001' : 'LS-1002',
    uom: 'EA',
    qty,
    rejectionCode: null,
    discounts: [],
    plant: '1010',
    netPrice: 10_000,
    freightValue: null,
    partOf: null,
    isSubstituted: false,
    confirmations: more.rejectionCode ? [] : [{ day: '2026-11-27', qty }],
    deliveredQty: 0,
    ...more,
  }
}

const sales = (more: Partial<SalesOrderStatus> = {}): SalesOrderStatus => ({
  sapOrderNo: SAP_NO,
  orderNo: bought.orderNo,
  changedAt: at,
  askedAt: at,
  items: [item(10), item(20)],
  ...more,
})

function readerOf(...orders: SalesOrderStatus[]) {
  const asked: string[] = []
  const sap = {
    async *salesOrdersSince(instant: string) {
      asked.push(instant)
      yield* orders.filter(({ changedAt }) => changedAt >= instant)
    },
  } as unknown as SapAdapter
  return { asked, reader: sapReader({ db, sap, log: createLog({ logLevel: 'silent' }) }, orderStatusPull) }
}

const manual = { trigger: 'MANUAL', mode: 'DELTA', requestedById: null } as const
/** Reads these orders, a minute after the previous reading. */
async function read(...orders: SalesOrderStatus[]) {
  const run = await readerOf(...orders).reader.read(manual)
  later(1)
  return run
}

/** A SAP that has these orders and no other; it notes how many it is asked for at once. */
const sapWith = (orders: readonly SalesOrderStatus[], asked: number[] = []) =>
  ({
    async salesOrdersAmong(numbers) {
      asked.push(numbers.length)
      return orders.filter(({ sapOrderNo }) => numbers.includes(sapOrderNo)).map(one => ({ ...one, askedAt: at }))
    },
    salesOrder: async () => null,
  }) as Partial<SapAdapter> as SapAdapter

const lastRun = () => db('sap_sync_run').orderBy('id', 'desc').first()
const orderRow = () => db('order').where({ id: bought.id }).first()
const lines = () => db('order_line').where({ orderId: bought.id }).orderBy('lineNo')
const deliveries = () => db('schedule_line').where({ orderId: bought.id }).orderBy('id')
const mails = (template: string) => db('message_log').where({ templateCode: template })
const lastStep = () => db('order_step').where({ orderId: bought.id }).orderBy('id', 'desc').first()
/** The differences found by the reconciliation, without those caused by starting the test orders as approved. */
const differences = async () =>
  (await findDifferences(db)).filter(said => said.includes(bought.orderNo) && !said.includes('step 1 of its history'))
const errors = () => db('import_job_error').orderBy('id').pluck('message')

describe('reading the status of orders from SAP', () => {
  it('saves the days and quantities SAP confirms, and mails the customer when a day moves by more than two', async () => {
    const moved = [{ day: '2026-12-01', qty: 15_000 }]
    // Requested for the 27th, and promised for the 28th in the confirmation mail.
    const near = [{ day: '2026-11-30', qty: 5_000 }]
    const run = await read(sales({ items: [item(10, { confirmations: moved }), item(20, { confirmations: near })] }))
    expect(run).toMatchObject({
      object: 'ORDER_STATUS',
      status: 'OK',
      rowsRead: 1,
      rowsUpdated: 1,
      rowsFailed: 0,
    })
    expect(await deliveries()).toMatchObject([
      { confirmedDate: '2026-12-01', confirmedQty: 15_000, firstConfirmedDate: '2026-12-01' },
      { confirmedDate: '2026-11-30', confirmedQty: 5_000, firstConfirmedDate: '2026-11-30' },
    ])
    expect(await lines()).toMatchObject([{ confirmedQty: 15_000, cancelledQty: 0 }, { confirmedQty: 5_000 }])
    const [mail, ...others] = await mails('EDD_CHANGED')
    expect(others).toEqual([])
    expect(mail.body).toContain('on 01-12-2026 instead of 28-11-2026')
    expect(mail.body).not.toContain('30-11-2026')
    expect(await lastStep()).toMatchObject({ step: 'sapDated', toStatus: 'CONFIRMED' })
  })

  it('keeps the day that SAP confirmed first, whatever it confirms later', async () => {
    const confirmed = async (...days: string[]) => {
      const confirmations = days.map(day => ({ day, qty: 20_000 }))
      await read(sales({ items: [item(10, { confirmations }), item(20)] }))
      return (await deliveries())[0]
    }
    expect(await confirmed('2026-11-30')).toMatchObject({ firstConfirmedDate: '2026-11-30' })
    const [first, second] = ['2026-11-30', '2026-12-05']
    expect(await confirmed(second)).toMatchObject({ confirmedDate: second, firstConfirmedDate: first })
    expect(await confirmed()).toMatchObject({ confirmedDate: null, firstConfirmedDate: first })
    const facts = await db('schedule_fact').where({ orderId: bought.id }).orderBy('id')
    expect(facts[0]).toMatchObject({ confirmedDate: null, firstConfirmedDate: first })
  })

  it('changes nothing and notifies nobody when it reads the same again', async () => {
    const same = sales({ items: [item(10, { confirmations: [{ day: '2026-12-01', qty: 20_000 }] }), item(20)] })
    await read(same)
    const before = await orderRow()
    expect(await read(same)).toMatchObject({ rowsRead: 1, rowsUpdated: 0 })
    const again = sales({ ...same, changedAt: at, askedAt: at })
    expect(await read(again)).toMatchObject({ rowsRead: 1, rowsUpdated: 0 })
    expect((await orderRow()).rowVersion).toBe(before.rowVersion)
    expect(await mails('EDD_CHANGED')).toHaveLength(1)
  })

  it('replaces a day that a person had entered by the day SAP confirms, and counts the shift from the former', async () => {
    await db('schedule_line').where({ orderId: bought.id }).update({ expectedDeliveryDate: '2026-12-10' })
    await read(sales({ items: [item(10, { confirmations: [{ day: '2026-12-11', qty: 20_000 }] }), item(20)] }))
    expect(await deliveries()).toMatchObject([
      { confirmedDate: '2026-12-11', expectedDeliveryDate: null },
      { confirmedDate: '2026-11-27', expectedDeliveryDate: '2026-12-10' },
    ])
    expect(await mails('EDD_CHANGED')).toHaveLength(0)
  })

  it('applies a quantity reduced in SAP: the rest is cancelled, totals and history are updated, the customer is notified', async () => {
    expect(await read(sales({ items: [item(10, { qty: 12_000 }), item(20)] }))).toMatchObject({ rowsUpdated: 1 })
    expect(await lines()).toMatchObject([{ qty: 20_000, cancelledQty: 8_000, lineStatus: 'OPEN' }, { cancelledQty: 0 }])
    expect(await lastStep()).toMatchObject({ step: 'sapChanged', remark: 'Line 10: 20 → 12 EA', actorId: null })
    expect((await mails('ORDER_CHANGED'))[0].body).toContain('LS-1001')
    expect(await differences()).toEqual([])
  })

  it('cancels a line rejected in SAP with the matching reason, and with the last line the whole order', async () => {
    const late = { reasonType: 'CANCEL', code: 'LATE', sapRejectionCode: '11' }
    const reason = await exampleRow(db, resourceNamed('reason-code'), late)
    const contract = await contractOver(20_000)
    const refused = item(10, { rejectionCode: '11' })
    await read(sales({ items: [refused, item(20)] }))
    expect(await lines()).toMatchObject([{ cancelledQty: 20_000, lineStatus: 'CANCELLED' }, { lineStatus: 'OPEN' }])
    const [left] = (await lines()).slice(1)
    expect(await orderRow()).toMatchObject({ status: 'CONFIRMED', grossValue: left.grossValue })
    expect(await lastStep()).toMatchObject({ reasonCodeId: reason.id, remark: 'Line 10 refused in SAP' })
    expect(await db('rate_contract_line').where({ id: contract }).first()).toMatchObject({ consumedQty: 0 })
    await read(sales({ items: [refused, item(20, { rejectionCode: '11' })] }))
    expect(await orderRow()).toMatchObject({ status: 'CANCELLED', cancelReasonId: reason.id })
    expect(await mails('ORDER_CANCELLED')).not.toHaveLength(0)
    expect(await mails('ORDER_CHANGED')).not.toHaveLength(0)
    expect(await differences()).toEqual([])
  })

  it('increases a line at the same price when SAP raised it, on its last delivery', async () => {
    await read(sales({ items: [item(10, { qty: 30_000 }), item(20)] }))
    expect((await lines())[0]).toMatchObject({ qty: 30_000, cancelledQty: 0, netValue: 300_000, grossValue: 354_000 })
    expect((await deliveries())[0]).toMatchObject({ qty: 30_000, confirmedQty: 30_000 })
    expect(await differences()).toEqual([])
  })

  it('applies the price and the plant of SAP: values, tax and history are updated, the service centre is notified', async () => {
    const gujarat = { gstStateCode: '24', name: 'Gujarat', isoCode: 'IN-GJ', isUnionTerritory: false }
    const [far] = await insertRows(db, state, [withDefaults(state, gujarat)], systemAuthor('test'))
    await db('plant').where({ id: company.otherPlantId }).update({ stateId: far!.id })
    const before = (await lines())[1]
    await read(sales({ items: [item(10, { netPrice: 9_500, plant: '1020' }), item(20)] }))
    const [line, other] = await lines()
    expect(line).toMatchObject({
      netPrice: 9_500,
      netValue: 190_000,
      taxableValue: 190_000,
      plantId: company.otherPlantId,
    })
    // The plant is in another state, hence IGST of 18 %.
    expect(line).toMatchObject({
      cgst: 0,
      sgst: 0,
      igst: 34_200,
      grossValue: 224_200,
      sourceRule: 'SAP',
      discountPct: 500,
    })
    expect(JSON.parse(line.priceTrace).steps.at(-1)).toMatchObject({ name: 'SAP', verdict: 'won' })
    expect(JSON.parse(line.sourceTrace).steps[0]).toMatchObject({ reason: 'SAP supplies it from 1020' })
    expect(other.rowVersion).toBe(before.rowVersion)
    expect(await lastStep()).toMatchObject({
      step: 'sapChanged',
      remark: 'Line 10: ₹ 100.00 → ₹ 95.00, from 1020 instead of 1010',
    })
    expect(await orderRow()).toMatchObject({ status: 'CONFIRMED', taxableValue: 240_000, grossValue: 283_200 })
    expect(await mails('CHANGED_IN_SAP')).not.toHaveLength(0)
    expect(await mails('ORDER_CHANGED')).not.toHaveLength(0)
    expect(await differences()).toEqual([])
    const steps = await db('order_step').where({ orderId: bought.id })
    await read(sales({ items: [item(10, { netPrice: 9_500, plant: '1020' }), item(20)] }))
    expect(await db('order_step').where({ orderId: bought.id })).toHaveLength(steps.length)
  })

  it('follows freight that was changed in SAP: values, tax and totals, with a sentence in the history', async () => {
    await read(sales({ items: [item(10, { freightValue: 50_000 }), item(20, { freightValue: 0 })] }))
    expect((await lines())[0]).toMatchObject({
      netValue: 200_000,
      freightValue: 50_000,
      taxableValue: 250_000,
      cgst: 22_500,
      sgst: 22_500,
      grossValue: 295_000,
    })
    expect(await orderRow()).toMatchObject({ freightValue: 50_000, grossValue: 354_000 })
    expect(await lastStep()).toMatchObject({ step: 'sapChanged', remark: 'Line 10: freight ₹ 0.00 → ₹ 500.00' })
    expect(await differences()).toEqual([])
    const steps = await db('order_step').where({ orderId: bought.id })
    await read(sales({ items: [item(10, { freightValue: 50_000 }), item(20)] }))
    expect(await db('order_step').where({ orderId: bought.id })).toHaveLength(steps.length)
    // SAP's freight does not grow with what SAP added.
    await read(sales({ items: [item(10, { qty: 30_000, freightValue: 50_000 }), item(20)] }))
    expect((await lines())[0]).toMatchObject({ qty: 30_000, freightValue: 50_000, taxableValue: 350_000 })
    // Taken out in SAP, it is gone here.
    await read(sales({ items: [item(10, { qty: 30_000, freightValue: 0 }), item(20)] }))
    expect((await lines())[0]).toMatchObject({ freightValue: 0, taxableValue: 300_000 })
    expect(await differences()).toEqual([])
  })

  it('keeps freight that is smaller only because SAP has less of the line', async () => {
    await read(sales({ items: [item(10, { freightValue: 50_000 }), item(20)] }))
    await read(sales({ items: [item(10, { qty: 12_000, freightValue: 30_000 }), item(20)] }))
    expect((await lines())[0]).toMatchObject({ cancelledQty: 8_000, freightValue: 50_000 })
    expect(await lastStep()).toMatchObject({ remark: 'Line 10: 20 → 12 EA' })
  })

  it('keeps the freight of dispatched quantities', async () => {
    await db('order_line').where({ orderId: bought.id }).update({ lineStatus: 'DISPATCHED' })
    await db('order').where({ id: bought.id }).update({ status: 'DISPATCHED' })
    await read(sales({ items: [item(10, { freightValue: 50_000 }), item(20)] }))
    expect((await lines())[0]).toMatchObject({ freightValue: 0 })
  })

  it('takes the parts of a kit and what comes free with an item as SAP’s own', async () => {
    const part = item(30, { sapItemNo: '000011', product: 'LS-PART', partOf: '000010' })
    expect(await read(sales({ items: [item(10, { qty: 12_000 }), part, item(20)] }))).toMatchObject({ status: 'OK' })
    expect((await lines())[0]).toMatchObject({ cancelledQty: 8_000 })
  })

  it('follows the quantity and days of an item that SAP supplies with a substitute', async () => {
    const substitute = item(10, { product: 'LS-9', isSubstituted: true, qty: 12_000 })
    expect(await read(sales({ items: [substitute, item(20)] }))).toMatchObject({ status: 'OK', rowsUpdated: 1 })
    expect((await lines())[0]).toMatchObject({ cancelledQty: 8_000, productId: company.productIds[0] })
  })

  it('prices the quantity that SAP added at SAP’s current price', async () => {
    await read(sales({ items: [item(10, { qty: 30_000, netPrice: 9_000 }), item(20)] }))
    expect((await lines())[0]).toMatchObject({ qty: 30_000, netPrice: 9_000, netValue: 270_000, grossValue: 318_600 })
    expect(await differences()).toEqual([])
  })

  it('keeps the plant of a line and records an error when SAP names an unknown plant', async () => {
    const run = await read(sales({ items: [item(10, { plant: '9999', netPrice: 9_500 }), item(20)] }))
    expect(run).toMatchObject({ status: 'PARTIAL', rowsUpdated: 1, rowsFailed: 1 })
    expect(await errors()).toEqual([
      `Sales order ${SAP_NO}: item 10 comes from plant 9999, which the portal does not know`,
    ])
    expect((await lines())[0]).toMatchObject({ netPrice: 9_500, plantId: company.plantId })
  })

  it('does not change price or plant of dispatched quantities', async () => {
    await db('order_line').where({ orderId: bought.id }).update({ lineStatus: 'DISPATCHED' })
    await db('order').where({ id: bought.id }).update({ status: 'DISPATCHED' })
    await read(sales({ items: [item(10, { netPrice: 1, plant: '1020' }), item(20)] }))
    expect((await lines())[0]).toMatchObject({ netPrice: 10_000, plantId: company.plantId })
  })

  it('cancels a line whose item was deleted in SAP, but not one of an order entered there by hand', async () => {
    await read(sales({ items: [item(20)] }))
    expect(await lines()).toMatchObject([{ cancelledQty: 20_000, lineStatus: 'CANCELLED' }, { lineStatus: 'OPEN' }])
    expect(await lastStep()).toMatchObject({ remark: 'Line 10 deleted in SAP', toStatus: 'CONFIRMED' })
    const other = await createApprovedOrder(db, company)
    await confirm(other.id, '5000000002')
    later(1)
    await read(sales({ sapOrderNo: '5000000002', orderNo: null, items: [item(10)] }))
    expect((await errors()).at(-1)).toBe('Sales order 5000000002: it has no item 20 for line 20')
    expect(await db('order_line').where({ orderId: other.id, lineStatus: 'CANCELLED' })).toEqual([])
    expect(await differences()).toEqual([])
  })

  it('ends the open orders that were deleted in SAP when it rereads them all, but none where it would be too many', async () => {
    const reason = await exampleRow(db, resourceNamed('reason-code'), { reasonType: 'CANCEL', code: 'SAPDELETED' })
    const contract = await contractOver(20_000)
    const orders: SalesOrderStatus[] = []
    connectSap(db, sapWith(orders))
    for (let no = 2; no <= 7; no++) {
      const other = await createApprovedOrder(db, company)
      await confirm(other.id, `500000000${no}`)
      orders.push(sales({ sapOrderNo: `500000000${no}`, orderNo: other.orderNo, items: [item(10), item(20)] }))
    }
    later(1)
    const whole = orders.splice(1)
    expect(await rereadOpenOrders(db)).toBe(0)
    expect(await lastRun()).toMatchObject({ status: 'FAILED', errorClass: 'GUARD_TRIPPED' })
    expect(await orderRow()).toMatchObject({ status: 'CONFIRMED' })
    orders.push(...whole)
    expect(await rereadOpenOrders(db)).toBe(1)
    expect(await orderRow()).toMatchObject({ status: 'CANCELLED', cancelReasonId: reason.id })
    expect(await lastStep()).toMatchObject({ step: 'sapChanged', remark: 'Deleted in SAP', reasonCodeId: reason.id })
    expect(await db('rate_contract_line').where({ id: contract }).first()).toMatchObject({ consumedQty: 0 })
    expect(await db('reservation').where({ orderId: bought.id })).toEqual([])
    expect(await mails('CHANGED_IN_SAP')).not.toHaveLength(0)
    expect(await differences()).toEqual([])
    expect(await rereadOpenOrders(db)).toBe(0)
  })

  it('rereads every open order, in batches of fifty, whether or not SAP reported a change', async () => {
    await db('order').where({ id: bought.id }).update({ sapChangedAt: at })
    const changed = sales({ changedAt: '2026-11-19T06:30:00.000Z', items: [item(10, { qty: 12_000 }), item(20)] })
    const asked: number[] = []
    connectSap(db, sapWith([changed], asked))
    for (let no = 0; no < 50; no++)
      await confirm((await createApprovedOrder(db, company)).id, `51000000${String(no).padStart(2, '0')}`)
    later(1)
    changed.askedAt = at
    expect(await rereadOpenOrders(db)).toBe(1)
    expect(asked).toEqual([50, 1])
    expect((await lines())[0]).toMatchObject({ cancelledQty: 8_000 })
    expect(await db('sap_sync_run').where({ status: 'PARTIAL' })).toEqual([])
  })

  it('tells of a fault that a rereading finds once, not every hour', async () => {
    connectSap(db, sapWith([sales({ items: [item(10), item(20), item(30)] })]))
    for (let hour = 0; hour < 3; hour++) {
      await rereadOpenOrders(db)
      later(60)
    }
    expect(await errors()).toEqual([`Sales order ${SAP_NO}: the order here has no line for item 30`])
  })

  it('refuses changes that are no longer possible, and applies the other orders', async () => {
    const other = await createApprovedOrder(db, company)
    await confirm(other.id, '5000000002')
    later(1)
    await db('order').where({ id: bought.id }).update({ status: 'DISPATCHED' })
    const run = await read(
      sales({ items: [item(10, { qty: 30_000 }), item(20)] }),
      sales({ sapOrderNo: '5000000002', orderNo: other.orderNo, items: [item(10, { qty: 1_000 }), item(20)] }),
    )
    expect(run).toMatchObject({ status: 'PARTIAL', rowsRead: 2, rowsUpdated: 1, rowsFailed: 1 })
    expect((await errors())[0]).toContain(`order ${bought.orderNo} cannot follow`)
    expect((await lines())[0]).toMatchObject({ qty: 20_000 })
  })

  it('dispatches an order of which only dispatched quantities remain in SAP', async () => {
    await createInvoice(db, company, bought, { dispatchStatus: 'ON_LR' }, [12_000, 5_000])
    await db('order_line')
      .where({ id: bought.lineIds[0] })
      .update({ dispatchedQty: 12_000, lineStatus: 'PARTIALLY_DISPATCHED' })
    await db('order_line').where({ id: bought.lineIds[1] }).update({ dispatchedQty: 5_000, lineStatus: 'DISPATCHED' })
    await db('order').where({ id: bought.id }).update({ status: 'PARTIALLY_DISPATCHED' })
    await read(sales({ items: [item(10, { rejectionCode: '11', deliveredQty: 12_000 }), item(20)] }))
    expect(await orderRow()).toMatchObject({ status: 'DISPATCHED' })
    expect((await lines())[0]).toMatchObject({ cancelledQty: 8_000, lineStatus: 'DISPATCHED' })
  })

  it('records items that match no line as errors, and applies the others', async () => {
    const odd = [item(10, { qty: 12_000 }), item(20, { product: 'LS-9' }), item(30)]
    expect(await read(sales({ items: odd }))).toMatchObject({ status: 'PARTIAL', rowsUpdated: 1, rowsFailed: 2 })
    expect(await errors()).toEqual([
      `Sales order ${SAP_NO}: item 20 is LS-9, and line 20 is LS-1002: say in SAP why it is substituted, or enter the product that was ordered`,
      `Sales order ${SAP_NO}: the order here has no line for item 30`,
    ])
    expect((await lines())[0]).toMatchObject({ cancelledQty: 8_000 })
  })

  it('skips orders entered in SAP itself, and records those that wrongly carry a number of the portal', async () => {
    const own = sales({ sapOrderNo: '5000000009', orderNo: null })
    const phone = sales({ sapOrderNo: '5000000010', orderNo: 'by telephone' })
    expect(await read(own, phone)).toMatchObject({ status: 'OK', rowsRead: 2, rowsUpdated: 0 })
    const twin = sales({ sapOrderNo: '5000000011' })
    const stranger = sales({ sapOrderNo: '5000000012', orderNo: 'OR9900000001' })
    expect(await read(twin, stranger)).toMatchObject({ status: 'PARTIAL', rowsFailed: 2 })
    expect(await errors()).toEqual([
      `Sales order 5000000011 says it is order ${bought.orderNo}, which is ${SAP_NO} in SAP: refuse one of the two there`,
      'Sales order 5000000012: the portal has no order OR9900000001',
    ])
  })

  it('postpones an order whose SAP number has not arrived, or with a pending cancellation', async () => {
    const sent = await createApprovedOrder(db, company)
    later(1)
    const early = sales({
      sapOrderNo: '5000000002',
      orderNo: sent.orderNo,
      items: [item(10, { qty: 1_000 }), item(20)],
    })
    const mark = at
    expect(await read(early)).toMatchObject({ status: 'OK', rowsUpdated: 0, watermark: mark })
    await confirm(sent.id, '5000000002')
    later(1)
    await db.transaction(trx =>
      enqueueForSap(trx, {
        messageType: 'ORDER_ITEM_CANCEL',
        ownerType: 'ORDER_LINE',
        ownerId: bought.lineIds[0]!,
        orderId: bought.id,
        idempotencyKey: 'cancel',
        payload: {},
      }),
    )
    const cut = sales({ changedAt: mark, items: [item(10, { qty: 12_000 }), item(20)] })
    expect(await read({ ...early, askedAt: at }, { ...cut, askedAt: at })).toMatchObject({
      rowsUpdated: 1,
      watermark: mark,
    })
    expect((await lines())[0]).toMatchObject({ cancelledQty: 0 })
    await db('sap_outbox').where({ idempotencyKey: 'cancel' }).update({ status: 'CANCELLED' })
    expect(await read({ ...cut, askedAt: at })).toMatchObject({ rowsUpdated: 1 })
    expect((await lines())[0]).toMatchObject({ cancelledQty: 8_000 })
  })

  it('does not undo with an older answer what the portal changed after asking', async () => {
    const stale = sales({ items: [item(10, { qty: 12_000 }), item(20)], askedAt: '2026-11-20T06:00:00.000Z' })
    expect(await read(stale)).toMatchObject({ status: 'OK', rowsUpdated: 0 })
    expect((await lines())[0]).toMatchObject({ cancelledQty: 0 })
  })

  it('is awaited when the portal stops, also when it was only about to begin', async () => {
    const { reader } = readerOf()
    void reader.readBySchedule()
    await reader.stop()
    expect(await db('job_lock').where({ name: 'sap.read.ORDER_STATUS' }).first()).toMatchObject({ lockedBy: null })
    expect(await db('sap_sync_run').pluck('status')).toEqual(['OK'])
  })

  it('is stopped completely when it would cancel more than a fifth of the open orders, and five of them', async () => {
    const items = [item(10, { rejectionCode: '11' }), item(20, { rejectionCode: '11' })]
    const refused = [sales({ items })]
    for (let no = 2; no <= 5; no++) {
      const other = await createApprovedOrder(db, company)
      await confirm(other.id, `500000000${no}`)
      refused.push(sales({ sapOrderNo: `500000000${no}`, orderNo: other.orderNo, items }))
    }
    const { reader, asked } = readerOf(...refused)
    const run = await reader.read({ ...manual, mode: 'FULL' })
    expect(run).toMatchObject({ status: 'FAILED', errorClass: 'GUARD_TRIPPED', rowsUpdated: 0 })
    expect(run.errorText).toContain(
      'SAP would end 5 of 5 rows (open orders) at once, more than 20 %: nothing was ended',
    )
    expect(asked).toEqual(['2000-01-01T00:00:00.000Z'])
    expect(await orderRow()).toMatchObject({ status: 'CONFIRMED' })
  })

  it('can be ended while it only looks whether too many orders would end', async () => {
    let looks = 0
    const sap = {
      async *salesOrdersSince() {
        looks++
        yield sales()
        void reader.stop()
        for (let no = 0; no < 100; no++) yield sales()
      },
    } as unknown as SapAdapter
    const reader = sapReader({ db, sap, log: createLog({ logLevel: 'silent' }) }, orderStatusPull)
    const run = await reader.read({ ...manual, mode: 'FULL' })
    expect(run).toMatchObject({ status: 'FAILED', errorText: 'The portal was stopped while reading.', rowsRead: 0 })
    expect(looks).toBe(1)
  })

  async function contractOver(qty: number): Promise<number> {
    const contract = await exampleRow(db, resourceNamed('rate-contract-customer'), { customerId: company.customerId })
    const row = { rateContractId: contract.id, productId: company.productIds[0], qty, consumedQty: qty, reservedQty: 0 }
    const { id } = await exampleRow(db, resourceNamed('rate-contract-line'), row)
    await db('order_line').where({ id: bought.lineIds[0] }).update({ priceSource: 'RATE_CONTRACT', priceSourceId: id })
    await db('reservation').insert({
      orderId: bought.id,
      customerId: company.customerId,
      kind: 'CONTRACT',
      heldOf: id,
      uses: 1,
      heldQty: 0,
      usedQty: qty,
      rowVersion: 1,
      createdAt: at,
      updatedAt: at,
    })
    return id
  }
})

describe('an order in another unit in SAP', () => {
  const soldInBags = async () => {
    await db('products').where({ code: 'LS-1001' }).update({ uom: 'BAG', baseUom: 'KG', uomNumerator: 25 })
    await db('order_line').where({ orderId: bought.id, lineNo: 10 }).update({ uom: 'BAG' })
  }
  const day = '2026-11-27'

  it('is the same order: 500 kg at ₹ 4.00 are twenty bags at ₹ 100.00', async () => {
    await soldInBags()
    const kilos = { uom: 'KG', qty: 500_000, netPrice: 400, confirmations: [{ day, qty: 500_000 }] }
    await read(sales({ items: [item(10, kilos), item(20)] }))
    expect((await lines())[0]).toMatchObject({ qty: 20_000, cancelledQty: 0, netPrice: 10_000, lineStatus: 'OPEN' })
    expect((await deliveries())[0]).toMatchObject({ confirmedQty: 20_000, confirmedDate: day })
    expect(await errors()).toEqual([])
  })

  it('follows a change in its own unit: 400 kg are sixteen bags', async () => {
    await soldInBags()
    const kilos = { uom: 'KG', qty: 400_000, netPrice: 400, confirmations: [{ day, qty: 400_000 }] }
    await read(sales({ items: [item(10, kilos), item(20)] }))
    expect((await lines())[0]).toMatchObject({ qty: 20_000, cancelledQty: 4_000, netPrice: 10_000 })
  })

  it('has the price of a hundred units where the line is priced so', async () => {
    await db('order_line').where({ orderId: bought.id, lineNo: 10 }).update({ priceUnit: 100, netPrice: 10_000 })
    const perHundred = { netPrice: 99, pricedIn: { rate: 9_876, qty: 100_000, uom: 'EA' } }
    await read(sales({ items: [item(10, perHundred), item(20)] }))
    expect((await lines())[0]).toMatchObject({ priceUnit: 100, netPrice: 9_876, netValue: 1_975 })
  })

  it('keeps its price where SAP prices a unit that cannot be converted, and the reading says so', async () => {
    await soldInBags()
    const priced = { uom: 'BAG', netPrice: 400, pricedIn: { rate: 400, qty: 1000, uom: 'L' } }
    await read(sales({ items: [item(10, priced), item(20)] }))
    expect((await lines())[0]).toMatchObject({ netPrice: 10_000 })
    expect(await errors()).toEqual([`Sales order ${SAP_NO}: item 10 is priced by L, which cannot be converted to BAG`])
  })
})
