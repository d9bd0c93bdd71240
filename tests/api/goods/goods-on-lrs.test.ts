import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { reasonCode } from '../../../resources/settings/reason-code.ts'
import { dispatchDesk } from '../../support/dispatches/dispatch-desk.ts'
import {
  billItem,
  confirmedOrder,
  deliveryItem,
  readBill,
  readCancellation,
  readDelivery,
  readReturn,
  returnItem,
  returnOf,
} from '../../support/dispatches/goods-in-sap.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { sendFile } from '../../support/files.ts'
import { personWith } from '../../support/people.ts'

const { portal, company, desk, clockAt, key, lrOver, close, orderStatus } = await dispatchDesk()
afterAll(close)
beforeEach(() => clockAt())
const { db } = portal
const buyer = await personWith(portal, ['CUSTOMER'], { customerId: company.customerId })

let made = 0

/** An order of thirty units with its delivery of two batches of twenty and ten, and the numbers of both. */
async function delivered() {
  made += 1
  const salesOrder = `50000001${String(made).padStart(2, '0')}`
  const number = `800000${String(made).padStart(2, '0')}`
  const order = await confirmedOrder(db, company, salesOrder)
  await db('order_line').where({ id: order.lineIds[0] }).update({ qty: 30_000 })
  await db('order_line').where({ id: order.lineIds[1] }).update({ lineStatus: 'CANCELLED', cancelledQty: 5_000 })
  const of = { ReferenceSDDocument: salesOrder }
  await readDelivery(db, number, [
    deliveryItem(10, 30, of),
    deliveryItem(900_001, 20, { ...of, HigherLvlItmOfBatSpltItm: '000010', Batch: 'A1' }),
    deliveryItem(900_002, 10, { ...of, HigherLvlItmOfBatSpltItm: '000010', Batch: 'A2' }),
  ])
  return {
    order,
    salesOrder,
    number,
    bill: (doc: string, qty = 30, more = {}) =>
      readBill(db, doc, [
        billItem(10, qty, 10, { SalesDocument: salesOrder, ReferenceSDDocument: number.padStart(10, '0'), ...more }),
      ]),
  }
}

const invoiceOf = (sapBillingDoc: string) => db('invoice').where({ sapBillingDoc }).first()
const goodsOf = async (deliveryNo: string) => {
  const rows = await db('sap_delivery_line')
    .join('sap_delivery', 'sap_delivery.id', 'sap_delivery_line.deliveryId')
    .where({ deliveryNo, countsAs: 'GOODS' })
    .orderBy('lineNo')
    .select('sap_delivery_line.*')
  const sum = (name: string) => rows.reduce((all, row) => all + Number(row[name]), 0)
  return { left: sum('leftQty'), arrived: sum('arrivedQty'), short: sum('shortQty'), billed: sum('billedQty'), rows }
}

/** Books an LR over the invoice, as the desk does; returns its id. */
async function booked(invoiceId: number, more: Record<string, unknown> = {}) {
  const { status, body } = await desk.post('/api/lrs', lrOver([invoiceId], { packages: 30, ...more }), key())
  expect([status, body.errors ?? body.message]).toEqual([201, undefined])
  return body.id as number
}

let hour = 10
const arrive = async (lrId: number, eventCode = 'IN_TRANSIT') => {
  hour = (hour + 1) % 12
  const eventAt = `2026-11-20T06:${String(10 + hour).padStart(2, '0')}:00.000Z`
  const { status, body } = await desk.post('/api/tracking-events', {
    lrId,
    eventCode,
    eventAt,
    vehicleNo: 'MH04KX1234',
  })
  expect([status, body.message]).toEqual([201, undefined])
}

async function podOf(lrId: number, shortagePackages: number, more: Record<string, unknown> = {}) {
  const { body: file } = await sendFile(portal, desk, 'POD')
  const pod = { deliveredOn: '2026-11-20', receivedBy: 'S. Joshi', packagesReceived: 30 - shortagePackages, ...more }
  return desk.post('/api/pods', { lrId, attachmentId: file.id, shortagePackages, damagePackages: 0, ...pod })
}

describe('a delivery that is billed again', () => {
  it('keeps its LR, POD, days and states, and reads with the new invoice', async () => {
    const { order, number, bill } = await delivered()
    await bill('90000101')
    const first = await invoiceOf('90000101')
    const lrId = await booked(first.id, { lines: [{ invoiceId: first.id, ewayBillNo: '281000000101' }] })
    expect(await db('lr_line').where({ lrId })).toMatchObject([{ invoiceId: first.id, ewayDocNo: first.invoiceNo }])
    await arrive(lrId)
    expect((await podOf(lrId, 1)).status).toBe(201)
    const after = { left: 30_000, arrived: 29_000, short: 0 }
    expect(await goodsOf(number)).toMatchObject({ ...after, billed: 30_000 })
    expect(await orderStatus(order.id)).toBe('DISPATCHED')

    await readCancellation(db, '90000102', '90000101')
    expect(await goodsOf(number)).toMatchObject({ ...after, billed: 0 })
    expect(await orderStatus(order.id)).toBe('DISPATCHED')
    const [line] = (await buyer.get(`/api/lr-lines?lrId=${lrId}`)).body.data
    expect(line).toMatchObject({ invoiceNos: 'Invoice being corrected', deliveryNo: number })
    const { parts } = (await buyer.get(`/api/passports/${lrId}`)).body
    expect(JSON.stringify(parts)).toContain('Invoice being corrected')
    expect(JSON.stringify(parts)).not.toContain(first.invoiceNo)

    await bill('90000103')
    const second = await invoiceOf('90000103')
    expect(second.dispatchStatus).toBe('PARTIAL')
    expect(await goodsOf(number)).toMatchObject({ ...after, billed: 30_000 })
    expect(await orderStatus(order.id)).toBe('DISPATCHED')
    const waiting = JSON.stringify((await desk.get('/api/waiting-invoices')).body)
    expect(waiting).not.toContain(second.invoiceNo)
    expect((await buyer.get(`/api/lr-lines?lrId=${lrId}`)).body.data).toMatchObject([{ invoiceNos: second.invoiceNo }])
    expect(await db('lr_line').where({ lrId })).toMatchObject([{ invoiceId: first.id, ewayDocNo: first.invoiceNo }])
    const { bills } = (await desk.get('/api/e-way-bills')).body
    expect(bills.find((one: { lrId: number }) => one.lrId === lrId)).toMatchObject({
      ...{ invoiceNo: second.invoiceNo, ewayDocNo: first.invoiceNo, isStale: true },
    })

    const row = await db('lr').where({ id: lrId }).first('rowVersion')
    const settled = await desk.post('/api/lrs/actions', {
      ...{ action: 'settleBalance', rows: [{ id: lrId, rowVersion: row.rowVersion }] },
      asked: { reason: 'Claimed from the transporter' },
    })
    expect([settled.status, settled.body.message]).toEqual([201, undefined])
    expect(await goodsOf(number)).toMatchObject({ left: 30_000, arrived: 29_000, short: 1_000, billed: 30_000 })
    expect((await invoiceOf('90000103')).dispatchStatus).toBe('DELIVERED')
    expect(await orderStatus(order.id)).toBe('DELIVERED')
  })

  it('waits for the rest alone where a part of it has left', async () => {
    const { number, bill } = await delivered()
    await bill('90000201')
    const first = await invoiceOf('90000201')
    const { rows } = await goodsOf(number)
    const items = [{ deliveryLineId: rows[0].id, qty: 20_000 }]
    const lines = [{ invoiceId: first.id, packages: 20, packagesInAll: 30, items }]
    await booked(first.id, { packages: 20, lines, remarks: 'A part' })
    expect((await invoiceOf('90000201')).dispatchStatus).toBe('PARTIAL')
    await readCancellation(db, '90000202', '90000201')
    await bill('90000203')
    const second = await invoiceOf('90000203')
    expect(second.dispatchStatus).toBe('PARTIAL')
    const { body } = await desk.get(`/api/lr-proposal?invoiceIds[]=${second.id}`)
    expect(body.lines).toMatchObject([{ isFurther: true, goods: [{ batchNo: 'A2', qty: 10_000 }] }])
    await booked(second.id, {
      ...{ packages: 10, remarks: 'The rest' },
      lines: [{ invoiceId: second.id, packages: 10, packagesInAll: 30, challanNo: 'DC/1' }],
    })
    expect((await invoiceOf('90000203')).dispatchStatus).toBe('ON_LR')
    expect(await goodsOf(number)).toMatchObject({ left: 30_000 })
  })
})

describe('goods on an LR', () => {
  it('of an invoice over two deliveries are two lines, with packages by weight and the value by that of the goods', async () => {
    const one = await delivered()
    const two = await delivered()
    const items = [one, two].map(({ salesOrder, number }, index) =>
      billItem((index + 1) * 10, index === 0 ? 30 : 15, 10, {
        ...{ SalesDocument: salesOrder, ReferenceSDDocument: number.padStart(10, '0') },
        ItemGrossWeight: index === 0 ? '120.000' : '80.000',
      }),
    )
    await readBill(db, '90000301', items)
    const invoice = await invoiceOf('90000301')
    const lrId = await booked(invoice.id, {
      ...{ packages: 15, lines: [{ invoiceId: invoice.id, ewayBillNo: '281000000301' }] },
    })
    const lines = await db('lr_line').where({ lrId }).orderBy('id')
    expect(lines.map(({ packages }) => packages)).toEqual([9, 6])
    expect(lines.map(({ invoiceValue }) => Number(invoiceValue)).reduce((a, b) => a + b)).toBe(
      Number(invoice.grossValue),
    )
    expect(Number(lines[0].invoiceValue)).toBeGreaterThan(Number(lines[1].invoiceValue))
    expect(lines.map(({ ewayHeld }) => ewayHeld)).toEqual(['281000000301', null])
    expect(
      (await desk.get('/api/e-way-bills')).body.bills.filter((row: { lrId: number }) => row.lrId === lrId),
    ).toHaveLength(1)
  })

  it('leave once, however many book parts of one delivery at the same moment', { tags: ['locks'] }, async () => {
    const { number, bill } = await delivered()
    await bill('90000401')
    const invoice = await invoiceOf('90000401')
    const { rows } = await goodsOf(number)
    const part = () => ({
      ...{ packages: 10, remarks: 'A part' },
      lines: [
        {
          ...{ invoiceId: invoice.id, packages: 10, packagesInAll: 30, challanNo: 'DC/2' },
          items: [{ deliveryLineId: rows[1].id, qty: 10_000 }],
        },
      ],
    })
    const answers = await Promise.all(
      Array.from({ length: 3 }, () => desk.post('/api/lrs', lrOver([invoice.id], part()), key())),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400])
    expect(await goodsOf(number)).toMatchObject({ left: 10_000 })
  })

  it('that come back wait again, for the invoice that replaced theirs', async () => {
    const { number, bill } = await delivered()
    await bill('90000501')
    const first = await invoiceOf('90000501')
    const lrId = await booked(first.id)
    await arrive(lrId)
    await readCancellation(db, '90000502', '90000501')
    await arrive(lrId, 'RETURNED')
    const line = await db('lr_line').where({ lrId }).first('id', 'rowVersion')
    const { status } = await desk.post('/api/lr-lines/actions', {
      ...{ action: 'sendAgain', rows: [{ id: line.id, rowVersion: line.rowVersion }] },
    })
    expect(status).toBe(201)
    expect(await goodsOf(number)).toMatchObject({ left: 0 })
    await bill('90000503')
    expect((await invoiceOf('90000503')).dispatchStatus).toBe('PENDING')
    await booked((await invoiceOf('90000503')).id)
    expect(await goodsOf(number)).toMatchObject({ left: 30_000 })
  })
})

describe('goods that are never billed', () => {
  it('wait from the issued delivery, and go on an LR by list price', async () => {
    await clockAt('2026-11-22T06:30:00.000Z')
    const salesOrder = '5000000901'
    const order = await confirmedOrder(db, company, salesOrder)
    const free = { ReferenceSDDocument: salesOrder, ReferenceSDDocumentCategory: 'I', ItemIsBillingRelevant: '' }
    await readDelivery(db, '80000901', [deliveryItem(10, 20, { ...free, GoodsMovementStatus: 'A' })], {
      OverallGoodsMovementStatus: 'A',
    })
    const waitingOf = async () => {
      const { groups } = (await desk.get('/api/waiting-invoices')).body
      type Waiting = { invoiceNo: string; deliveryId: number | null }
      return groups
        .flatMap(({ invoices }: { invoices: Waiting[] }) => invoices)
        .find((one: Waiting) => one.invoiceNo === '80000901')
    }
    expect(await waitingOf()).toBeUndefined()
    await readDelivery(db, '80000901', [deliveryItem(10, 20, free)])
    const waiting = await waitingOf()
    expect(waiting).toMatchObject({ id: null, invoiceNo: '80000901', value: 200_000 })
    const { body } = await desk.get(`/api/lr-proposal?deliveryIds[]=${waiting.deliveryId}`)
    expect(body.lines).toMatchObject([{ invoiceId: null, deliveryId: waiting.deliveryId, value: 200_000 }])
    const answer = await desk.post(
      '/api/lrs',
      lrOver([], { lrDate: '2026-11-22', lines: [{ deliveryId: waiting.deliveryId }] }),
      key(),
    )
    expect([answer.status, answer.body.errors]).toEqual([201, undefined])
    expect(await db('lr_line').where({ lrId: answer.body.id })).toMatchObject([
      { invoiceId: null, deliveryId: waiting.deliveryId, invoiceValue: 200_000 },
    ])
    expect(await goodsOf('80000901')).toMatchObject({ left: 20_000 })
    expect(await waitingOf()).toBeUndefined()
    expect(await orderStatus(order.id)).toBe('PARTIALLY_DISPATCHED')
    const again = await desk.post(
      '/api/lrs',
      lrOver([], { lrDate: '2026-11-22', lines: [{ deliveryId: waiting.deliveryId }] }),
      key(),
    )
    expect([again.status, again.body.code]).toEqual([409, 409])
  })

  it('are refused while they are billed with an invoice, with what to choose', async () => {
    const { number, bill } = await delivered()
    await bill('90000601')
    const { id: deliveryId } = await db('sap_delivery').where({ deliveryNo: number }).first('id')
    const { status, body } = await desk.post('/api/lrs', lrOver([], { lines: [{ deliveryId }] }), key())
    expect([status, body.errors]).toEqual([
      400,
      [expect.objectContaining({ field: 'lines[0].deliveryId', code: 'NOT_FREE' })],
    ])
  })
})

describe('a POD of several goods', () => {
  it('counts them in proportion, as about so many, until somebody says which are short', async () => {
    const { number, bill } = await delivered()
    await bill('90000701')
    const lrId = await booked((await invoiceOf('90000701')).id)
    await arrive(lrId)
    const { status, body } = await podOf(lrId, 3)
    expect(status).toBe(201)
    const said = (await desk.get(`/api/pod-goods?lrId=${lrId}`)).body.goods
    expect(said).toMatchObject([
      { qty: 20_000, receivedQty: 18_000, shortQty: 2_000, isEstimated: true },
      { qty: 10_000, receivedQty: 9_000, shortQty: 1_000, isEstimated: true },
    ])
    expect(await goodsOf(number)).toMatchObject({ arrived: 27_000 })
    const goods = [{ lrLineItemId: said[1].lrLineItemId, shortQty: 3_000, damagedQty: 0 }]
    const counted = await desk.post('/api/pod-goods', { podId: body.id, goods })
    expect([counted.status, counted.body.message]).toEqual([201, undefined])
    expect((await desk.get(`/api/pod-goods?lrId=${lrId}`)).body.goods).toMatchObject([
      { receivedQty: 20_000, shortQty: 0, isEstimated: false },
      { receivedQty: 7_000, shortQty: 3_000, isEstimated: false },
    ])
    const ofReturn = { ReferenceSDDocument: '0060000001', ReferenceSDDocumentItem: '000010', Batch: 'A1' }
    await readReturn(db, '84000701', [returnItem(10, 4, ofReturn)], [returnOf('90000701', 10)])
    expect((await desk.get(`/api/pod-goods?lrId=${lrId}`)).body.goods).toMatchObject([
      { receivedQty: 20_000, returnedQty: 4_000, isReturnAbout: false },
      { receivedQty: 7_000, returnedQty: 0 },
    ])
    const wrong = [{ lrLineItemId: said[0].lrLineItemId, shortQty: 21_000, damagedQty: 0 }]
    const refused = await desk.post('/api/pod-goods', { podId: body.id, goods: wrong })
    expect([refused.status, refused.body.errors[0].field]).toEqual([422, 'goods[0].shortQty'])
  })

  it('counts none of them once it is rejected, and those of the next', async () => {
    const { number, bill } = await delivered()
    await bill('90000801')
    const lrId = await booked((await invoiceOf('90000801')).id)
    await arrive(lrId)
    const { body } = await podOf(lrId, 3)
    expect(await goodsOf(number)).toMatchObject({ arrived: 27_000 })
    const reason = await exampleRow(db, reasonCode, { reasonType: 'POD_REJECT' })
    const rejected = await desk.post('/api/pods/actions', {
      ...{ action: 'reject', rows: [{ id: body.id, rowVersion: body.rowVersion }] },
      asked: { rejectReasonId: reason.id },
    })
    expect([rejected.status, rejected.body.message]).toEqual([201, undefined])
    expect(await goodsOf(number)).toMatchObject({ arrived: 0, left: 30_000 })
    await podOf(lrId, 1, {})
    expect(await goodsOf(number)).toMatchObject({ arrived: 29_000 })
  })
})
