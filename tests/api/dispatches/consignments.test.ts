import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { setClock } from '../../../api/platform/clock.ts'
import { transporter as transporterMaster } from '../../../resources/masters/transporter.ts'
import { dispatchDesk } from '../../support/dispatches/dispatch-desk.ts'
import { createApprovedOrder, createInvoice } from '../../support/dispatches/shipped-order.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { personWith } from '../../support/people.ts'
import type { ApiClient } from '../../support/portal.ts'

const { portal, company, desk, transporter, otherDesk, clockAt, billed, key, lrOver, orderStatus, close } =
  await dispatchDesk()
afterAll(close)
beforeEach(() => clockAt())

describe('a tracking event', () => {
  async function underway() {
    const made = await billed()
    const { body } = await desk.post('/api/lrs', lrOver(made.ids), key())
    return { ...made, lrId: body.id as number, lrNo: body.lrNo as string }
  }
  const ordered = () => createApprovedOrder(portal.db, company, { status: 'CONFIRMED' })
  const at = (eventAt: string) => `2026-11-${eventAt}:00.000Z`
  const report = (who: ApiClient, lrId: number, eventCode: string, eventAt: string, more = {}) =>
    who.post('/api/tracking-events', { lrId, eventCode, eventAt: at(eventAt), location: 'Nagpur', ...more })
  const lrRow = (id: number) => portal.db('lr').where({ id }).first()

  it('of the delivery moves LR, shipment, invoice and order to delivered', async () => {
    const { id, lrId, ids } = await underway()
    await clockAt('2026-11-23T06:30:00.000Z')
    expect((await report(desk, lrId, 'IN_TRANSIT', '20T08:00')).status).toBe(201)
    expect((await report(transporter, lrId, 'OUT_FOR_DELIVERY', '22T03:00')).body).toMatchObject({
      eventCode: 'OUT_FOR_DELIVERY',
      location: 'Nagpur',
    })
    expect((await report(transporter, lrId, 'DELIVERED', '22T19:00')).status).toBe(201)
    expect(await lrRow(lrId)).toMatchObject({ deliveryStatus: 'DELIVERED', deliveredOn: '2026-11-23' })
    expect(await portal.db('shipment').where({ lrId })).toMatchObject([{ isOnTime: 1 }])
    expect(await portal.db('invoice').where({ id: ids[0] })).toMatchObject([{ dispatchStatus: 'DELIVERED' }])
    expect(await orderStatus(id)).toBe('DELIVERED')
  })

  it('delivers an order only with the last of its LRs', async () => {
    const made = await billed([8_000, 0], [12_000, 5_000])
    const lrs = []
    for (const id of made.ids) lrs.push((await desk.post('/api/lrs', lrOver([id]), key())).body.id)
    await report(desk, lrs[0], 'DELIVERED', '20T06:00')
    expect(await orderStatus(made.id)).toBe('DISPATCHED')
    await report(desk, lrs[1], 'DELIVERED', '20T06:00')
    expect(await orderStatus(made.id)).toBe('DELIVERED')
  })

  it('of an invoice over two orders dispatches and delivers both, and a cancellation calls both back', async () => {
    const [one, other] = [await ordered(), await ordered()]
    const lineIds = [one.lineIds[0]!, other.lineIds[0]!]
    const { id: invoiceId } = await createInvoice(portal.db, company, { id: one.id, lineIds }, { orderId: null })
    await portal.db('invoice_line').where({ invoiceId }).update({ productId: company.productIds[0] })
    const lr = await desk.post('/api/lrs', lrOver([invoiceId]), key())
    expect([await orderStatus(one.id), await orderStatus(other.id)]).toEqual([
      'PARTIALLY_DISPATCHED',
      'PARTIALLY_DISPATCHED',
    ])
    await report(desk, lr.body.id, 'CANCELLED', '20T06:20')
    expect([await orderStatus(one.id), await orderStatus(other.id)]).toEqual(['CONFIRMED', 'CONFIRMED'])
  })

  it('records an older event without changing the status', async () => {
    const { lrId } = await underway()
    await clockAt('2026-11-22T06:30:00.000Z')
    await report(desk, lrId, 'OUT_FOR_DELIVERY', '21T06:00')
    expect((await report(desk, lrId, 'IN_TRANSIT', '20T12:00')).status).toBe(201)
    expect(await lrRow(lrId)).toMatchObject({ deliveryStatus: 'OUT_FOR_DELIVERY' })
    expect(await portal.db('tracking_event').where({ lrId })).toHaveLength(3)
  })

  it('is refused when it cannot follow, lies in the future, precedes the LR or is a duplicate', async () => {
    const { lrId } = await underway()
    expect((await report(desk, lrId, 'RETURNED', '20T06:00')).status).toBe(422)
    expect((await report(desk, lrId, 'BOOKED', '20T06:00')).status).toBe(422)
    expect((await report(desk, lrId, 'IN_TRANSIT', '20T06:40')).body.errors).toMatchObject([
      { field: 'eventAt', code: 'RANGE' },
    ])
    expect((await report(desk, lrId, 'IN_TRANSIT', '19T06:00')).body.errors).toMatchObject([
      { field: 'eventAt', code: 'RANGE' },
    ])
    expect((await report(desk, lrId, 'GONE', '20T06:00')).body.errors).toMatchObject([
      { field: 'eventCode', code: 'ENUM' },
    ])
    expect((await report(desk, lrId, 'IN_TRANSIT', '20T06:00', { source: 'API' })).body.errors).toMatchObject([
      { field: 'source', code: 'UNKNOWN_FIELD' },
    ])
    expect((await report(desk, lrId, 'IN_TRANSIT', '20T06:00')).status).toBe(201)
    expect((await report(desk, lrId, 'IN_TRANSIT', '20T06:00')).status).not.toBe(201)
    expect(await portal.db('tracking_event').where({ lrId })).toHaveLength(2)
  })

  it('of a cancellation frees the invoices of the LR, so that they can go on another one', async () => {
    const { lrId, ids, lineIds } = await underway()
    expect((await report(desk, lrId, 'CANCELLED', '20T06:00', { remarks: 'Vehicle broke down' })).status).toBe(201)
    expect(await portal.db('invoice').where({ id: ids[0] })).toMatchObject([{ dispatchStatus: 'PENDING' }])
    expect(await portal.db('order_line').whereIn('id', lineIds)).toMatchObject([
      { dispatchedQty: 0, lineStatus: 'OPEN' },
      { dispatchedQty: 0, lineStatus: 'OPEN' },
    ])
    const [{ orderId }] = await portal.db('order_line').whereIn('id', lineIds).select('orderId')
    const standing = async () => (await portal.db('order').where({ id: orderId }).first()).status
    expect(await standing()).toBe('CONFIRMED')
    expect((await desk.post('/api/lrs', lrOver(ids), key())).status).toBe(201)
    expect(await standing()).toBe('DISPATCHED')
    expect(await portal.db('order_line').whereIn('id', lineIds)).toMatchObject([
      { lineStatus: 'DISPATCHED' },
      { lineStatus: 'DISPATCHED' },
    ])
  })

  it('of a delivery can be undone by the desk with a reason, not by the transporter', async () => {
    const { lrId, ids } = await underway()
    await report(transporter, lrId, 'DELIVERED', '20T06:00')
    const reason = { remarks: 'Delivered to the wrong gate', reason: 'ADDRESS' }
    expect((await report(transporter, lrId, 'UNDELIVERED', '20T06:10', reason)).status).toBe(422)
    expect((await report(desk, lrId, 'UNDELIVERED', '20T06:10', { reason: 'ADDRESS' })).body.errors).toMatchObject([
      { field: 'remarks' },
    ])
    expect((await report(desk, lrId, 'UNDELIVERED', '20T06:10', reason)).status).toBe(201)
    expect(await lrRow(lrId)).toMatchObject({ deliveryStatus: 'UNDELIVERED', deliveredOn: null })
    expect(await portal.db('invoice').where({ id: ids[0] })).toMatchObject([{ dispatchStatus: 'ON_LR' }])
  })

  it('is reported by the desk of the plant and by the transporter of the LR, and by nobody else', async () => {
    const { lrId } = await underway()
    const stranger = await exampleRow(portal.db, transporterMaster, { code: 'OTHER', transModes: ['SURFACE'] })
    const otherTransporter = await personWith(portal, ['TRANSPORTER'], { transporterId: stranger.id })
    const [foreign, unknown] = [
      await report(otherTransporter, lrId, 'IN_TRANSIT', '20T06:00'),
      await report(otherTransporter, 999_999, 'IN_TRANSIT', '20T06:00'),
    ]
    expect(foreign.status).toBe(400)
    expect({ ...foreign.body, requestId: 0 }).toEqual({ ...unknown.body, requestId: 0 })
    expect((await report(otherDesk, lrId, 'IN_TRANSIT', '20T06:00')).status).toBe(400)
    const finance = await personWith(portal, ['FINANCE'])
    expect((await report(finance, lrId, 'IN_TRANSIT', '20T06:00')).status).toBe(403)
    expect((await report(portal.nobody, lrId, 'IN_TRANSIT', '20T06:00')).status).toBe(401)
    expect(await portal.db('tracking_event').where({ lrId })).toHaveLength(1)
  })
})

describe('an order from SAP to dispatch', () => {
  it('is billed after it was sent to SAP, and its invoice is read on request', async () => {
    setClock(null)
    const admin = await personWith(portal, ['SYS_ADMIN'])
    const { id } = await createApprovedOrder(portal.db, company)
    const { enqueueForSap: enqueue } = await import('../../../api/outbox/outbox.ts')
    const { orderMessage } = await import('../../../api/orders/sap/order-message.ts')
    const payload = await orderMessage(portal.db, id)
    await enqueue(portal.db, {
      messageType: 'ORDER_CREATE',
      ownerType: 'ORDER',
      ownerId: id,
      orderId: id,
      idempotencyKey: `whole-way-${id}`,
      payload,
    })
    await portal.runDue()
    expect(await orderStatus(id)).toBe('CONFIRMED')
    const read = async () => {
      await admin.post('/api/masters/read-data-from-sap', { object: 'INVOICE' })
      await portal.runDue()
      return portal.db('invoice').where({ orderId: id })
    }
    await expect
      .poll(read)
      .toMatchObject([{ dispatchStatus: 'PENDING', plantId: company.plantId, grossValue: 295_000 }])
    const { body: cards } = await admin.get('/api/masters/read-data-from-sap')
    const invoices = cards.find(({ object }: { object: string }) => object === 'INVOICE')
    expect(invoices).toMatchObject({ lastOkAt: expect.any(String), durations: expect.arrayContaining([]) })
  })

  it('has all invoices read from SAP only by administrators, and from the beginning only by the IT administrator', async () => {
    const agent = await personWith(portal, ['CSC_AGENT'])
    const keeper = await personWith(portal, ['MASTER_ADMIN'])
    const finance = await personWith(portal, ['FINANCE'])
    expect((await agent.post('/api/masters/read-data-from-sap', { object: 'INVOICE' })).status).toBe(403)
    expect((await finance.post('/api/masters/read-data-from-sap', { object: 'INVOICE' })).status).toBe(403)
    expect((await finance.get('/api/masters/read-data-from-sap')).status).toBe(200)
    expect((await keeper.post('/api/masters/read-data-from-sap', { object: 'INVOICE', mode: 'FULL' })).status).toBe(403)
    expect((await keeper.post('/api/masters/read-data-from-sap', { object: 'MOON' })).body.errors).toMatchObject([
      { field: 'object', code: 'ENUM' },
    ])
    expect((await portal.nobody.get('/api/masters/read-data-from-sap')).status).toBe(401)
  })
})
