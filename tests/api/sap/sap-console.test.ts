import { afterEach, describe, expect, it } from 'vitest'
import { transact } from '../../../api/platform/transact.ts'
import { idempotencyHeader, submittedOrder, waitForStatus } from '../../support/orders/example-order.ts'
import { demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
const asha = portal.person('asha')
const csc = portal.person('csc_agent')
afterEach(() => portal.simulators.post('/sap/simulator/behaviour', { mode: 'ok' }))

/** An order with a product that the simulated SAP refuses, and its message; the product has its own code again. */
async function refusedOrder() {
  const product = await portal.db('products').where({ code: 'LS-1004' }).first('id')
  await portal.db('products').where({ id: product.id }).update({ code: 'SAPFAIL-BUS' })
  try {
    const order = await submittedOrder(portal, asha, [['SAPFAIL-BUS', 10, 0]])
    await waitForStatus(portal, order.id, 'IN_ERROR')
    return { id: order.id as number, orderNo: order.orderNo as string, productId: product.id as number }
  } finally {
    await portal.db('products').where({ id: product.id }).update({ code: 'LS-1004' })
  }
}

const messageOf = async (orderId: number): Promise<number> =>
  (await portal.db('sap_outbox').where({ orderId }).orderBy('id', 'desc').first('id')).id

describe('the console of a message to SAP', () => {
  it('shows what was sent, in both languages, and each attempt with SAP’s reply word for word', async () => {
    const { id, orderNo } = await refusedOrder()
    const { status, body } = await csc.get(`/api/sap-messages/${await messageOf(id)}`)
    expect([status, body.order.orderNo, body.status]).toEqual([200, orderNo, 'FAILED_BUSINESS'])
    expect(body.payload.lines).toMatchObject([{ product: 'SAPFAIL-BUS', qty: 10_000 }])
    expect(body.request).toMatchObject({
      method: 'POST',
      path: 'API_SALES_ORDER_SRV/A_SalesOrder',
      body: { PurchaseOrderByShipToParty: orderNo },
    })
    expect(body.errorCode).toBe('V1/384')
    expect(body.means).toBe('SAP does not know, or does not release, a product here.')
    expect(body.tries).toHaveLength(1)
    expect(body.tries[0]).toMatchObject({ attemptNo: 1, httpStatus: 400, errorClass: 'BUSINESS' })
    expect(body.tries[0].asked).toContain('POST API_SALES_ORDER_SRV/A_SalesOrder 400')
    expect(JSON.parse(body.tries[0].reply).error.code).toBe('V1/384')
  })

  it('keeps the attempts of which SAP gave no answer, and the one that SAP took', async () => {
    await portal.simulators.post('/sap/simulator/behaviour', { mode: 'dead', times: 3 })
    const { id } = await submittedOrder(portal, asha, [['LS-1004', 10, 0]])
    const first = async () => (await csc.get(`/api/sap-messages/${await messageOf(id)}`)).body
    // An attempt is kept before its message is given back.
    await portal.runDue()
    expect((await first()).status).toBe('RETRY')
    expect((await first()).tries).toHaveLength(1)
    expect((await first()).tries[0]).toMatchObject({ httpStatus: null, reply: null, means: expect.any(String) })
    await portal.simulators.post('/sap/simulator/behaviour', { mode: 'ok' })
    // Long enough ago that SAP cannot be at work on it any more.
    const longAgo = '2026-01-01T00:00:00.000Z'
    const sentThen = portal.db.raw('case when ?? is null then null else ? end', ['uncertainSince', longAgo])
    const sent = { nextAttemptAt: longAgo, uncertainSince: sentThen }
    await transact(portal.db, trx => trx('sap_outbox').where({ orderId: id }).update(sent))
    await waitForStatus(portal, id, 'CONFIRMED')
    await portal.runDue()
    expect((await first()).tries.length).toBe(2)
    const { tries } = await first()
    expect(tries[0]).toMatchObject({ attemptNo: 2, errorClass: null, httpStatus: 201, means: 'SAP took it.' })
    expect(tries[0].asked).toMatch(
      /^GET API_SALES_ORDER_SRV\/A_SalesOrder 200, .*POST API_SALES_ORDER_SRV\/A_SalesOrder 201$/,
    )
  })

  it('leads to the master row that SAP names, and says how many orders have the same error', async () => {
    const { id, productId } = await refusedOrder()
    await refusedOrder()
    const message = await messageOf(id)
    await portal.db('sap_outbox').where({ id: message }).update({
      errorText: 'SAP refused it: Material 000LS-1004 or material LS-1004 is not released. (V1/384)',
    })
    const { body } = await csc.get(`/api/sap-messages/${message}`)
    expect(body.mends).toEqual([{ label: 'product LS-1004', resource: 'masters/products', id: productId }])
    expect(body.alike).toBeGreaterThanOrEqual(1)
    await portal
      .db('sap_outbox')
      .where({ id: message })
      .update({ errorText: 'SAP refused it: item 000010 has no price.' })
    await portal
      .db('sap_outbox')
      .where({ id: message })
      .update({
        payload: JSON.stringify({ ...body.payload, lines: [{ ...body.payload.lines[0], product: 'LS-1004' }] }),
      })
    const ofLine = await csc.get(`/api/sap-messages/${message}`)
    expect(ofLine.body.mends).toMatchObject([{ id: productId }])
  })

  it('is open to those who look after SAP alone, and only for orders in their reach', async () => {
    const { id } = await refusedOrder()
    const path = `/api/sap-messages/${await messageOf(id)}`
    for (const who of ['sys_admin', 'auditor', 'csc_agent'])
      expect([who, (await (await portal.as(who)).get(path)).status]).toEqual([who, 200])
    for (const who of ['asha', 'customer', 'dispatch', 'finance'])
      expect([who, (await (await portal.as(who)).get(path)).status]).toEqual([who, 403])
    expect((await csc.get('/api/sap-messages/999999999')).status).toBe(404)
    expect((await csc.get('/api/sap-messages/x')).status).toBe(404)
  })

  it('of an order of an SBU that the agent does not work for is not there', async () => {
    const { id } = await refusedOrder()
    const other = await portal.db('sbu').where({ code: 'PH' }).first('id')
    const { sbuId } = await portal.db('order').where({ id }).first('sbuId')
    const agent = await portal.db('user').where({ loginId: 'csc_agent' }).first('employeeId')
    const mapped = await portal.db('sbu_employee_map').where({ employeeId: agent.employeeId }).pluck('sbuId')
    expect(mapped).toContain(sbuId)
    const outside = await portal.db('sbu').whereNotIn('id', mapped).first('id')
    await portal
      .db('order')
      .where({ id })
      .update({ sbuId: outside?.id ?? other.id })
    await portal
      .db('sbu_employee_map')
      .where({ employeeId: agent.employeeId, sbuId: outside?.id ?? other.id })
      .delete()
    expect((await csc.get(`/api/sap-messages/${await messageOf(id)}`)).status).toBe(404)
  })
})

describe('a dry run', () => {
  it('asks the simulated SAP, which saves nothing', async () => {
    const { id } = await refusedOrder()
    const message = await messageOf(id)
    const refused = await csc.post('/api/sap-dry-runs', { messageId: message })
    expect([refused.status, refused.body.by]).toEqual([201, 'SIMULATOR'])
    expect(refused.body.faults).toMatchObject([{ code: 'V1/384' }])
    const { payload } = await portal.db('sap_outbox').where({ id: message }).first('payload')
    const sent = typeof payload === 'string' ? payload : JSON.stringify(payload)
    await portal
      .db('sap_outbox')
      .where({ id: message })
      .update({ payload: sent.replaceAll('SAPFAIL-BUS', 'LS-1004') })
    expect((await csc.post('/api/sap-dry-runs', { messageId: message })).body).toEqual({ by: 'SIMULATOR', faults: [] })
    expect((await portal.db('order').where({ id }).first('status')).status).toBe('IN_ERROR')
    expect(await portal.db('sap_attempt').where({ messageId: message })).toHaveLength(1)
  })

  it('is refused for messages that cannot be tried, and to those who may not open the console', async () => {
    const { id } = await refusedOrder()
    const messageId = await messageOf(id)
    expect((await asha.post('/api/sap-dry-runs', { messageId })).status).toBe(403)
    expect((await csc.post('/api/sap-dry-runs', { messageId, now: true })).body.message).toBe(
      'now is not read here: send only messageId',
    )
    await portal.db('sap_outbox').where({ id: messageId }).update({ messageType: 'PAYMENT_POST' })
    const payment = await csc.post('/api/sap-dry-runs', { messageId })
    expect([payment.status, payment.body.message]).toEqual([
      409,
      'Only orders, their changes and cancellations can be tried without saving',
    ])
  })
})

describe('an order that SAP refused', () => {
  it('tells the buyer in our words, and our own people in SAP’s', async () => {
    const { id, orderNo } = await refusedOrder()
    const { customerId } = await portal.db('order').where({ id }).first('customerId')
    const buyer = await portal.as('customer')
    const login = await portal.db('user').where({ loginId: 'customer' }).first('customerId')
    await portal.db('order').where({ id }).update({ customerId: login.customerId, soldToId: login.customerId })
    const seen = (await buyer.get(`/api/orders/${id}`)).body
    expect(seen.buyerErrorText).toBe('SAP does not know, or does not release, a product here.')
    expect(seen).not.toHaveProperty('errorText')
    const listed = (await buyer.get('/api/orders-in-error')).body.find((row: { id: number }) => row.id === id)
    expect(listed).toMatchObject({ orderNo, errorText: seen.buyerErrorText, attempts: null, messageId: null })
    expect(JSON.stringify(listed)).not.toContain('SAPFAIL-BUS')
    await portal.db('order').where({ id }).update({ customerId, soldToId: customerId })
    expect((await asha.get(`/api/orders/${id}`)).body.errorText).toContain('SAPFAIL-BUS')
  })

  it('is mended and resubmitted, and the console tells of both messages', async () => {
    const { id } = await refusedOrder()
    const refused = await messageOf(id)
    const { rowVersion } = await portal.db('order').where({ id }).first('rowVersion')
    const body = { orderId: id, step: 'resubmit', rowVersion }
    expect((await csc.post('/api/order-steps', body, idempotencyHeader())).status).toBe(201)
    await waitForStatus(portal, id, 'CONFIRMED')
    const sent = await csc.get(`/api/sap-messages/${await messageOf(id)}`)
    expect(sent.body).toMatchObject({ status: 'DONE', others: [{ id: refused, status: 'FAILED_BUSINESS' }] })
  })
})

describe('an order of which SAP lost the answer', () => {
  it('shows the attempt without an answer, and the search that found it', async () => {
    await portal.simulators.post('/sap/simulator/behaviour', { mode: 'lost-reply', times: 1 })
    const { id } = await submittedOrder(portal, asha, [['LS-1004', 10, 0]])
    const message = await messageOf(id)
    const shown = async () => (await csc.get(`/api/sap-messages/${message}`)).body
    await portal.runDue()
    expect((await shown()).status).toBe('RETRY')
    expect((await shown()).tries).toHaveLength(1)
    expect(await shown()).toMatchObject({ errorClass: 'UNKNOWN', uncertainSince: expect.any(String) })
    await portal.db('sap_outbox').where({ id: message }).update({ nextAttemptAt: '2026-01-01T00:00:00.000Z' })
    await waitForStatus(portal, id, 'CONFIRMED')
    await portal.runDue()
    expect((await shown()).tries.length).toBe(2)
    const { tries, status, errorClass } = await shown()
    expect([status, errorClass]).toEqual(['DONE', 'DUPLICATE'])
    expect(tries.map(({ means }: { means: string }) => means)).toEqual([
      'SAP had it already from an earlier attempt.',
      'SAP’s answer was lost: SAP may have it already.',
    ])
  })
})

describe('a cancellation of a line', () => {
  it('shows the change as it goes to SAP, and its dry run asks for the item there', async () => {
    const { id } = await submittedOrder(portal, asha, [['LS-1004', 10, 0]])
    const { sapOrderNo } = await waitForStatus(portal, id, 'CONFIRMED')
    const line = await portal.db('order_line').where({ orderId: id }).first('id', 'sapItemNo')
    const payload = { orderId: id, cancelQty: 4_000, sapOrderNo, sapItemNo: line.sapItemNo, rejectionCode: '01' }
    const at = '2026-11-20T06:30:00.000Z'
    const message = async (name: string, more: object) => {
      const [made] = await portal.db('sap_outbox').insert({
        messageNo: name,
        messageType: 'ORDER_ITEM_CANCEL',
        ownerType: 'ORDER_LINE',
        ownerId: line.id,
        orderId: id,
        idempotencyKey: name,
        payload: JSON.stringify({ ...payload, ...more }),
        status: 'FAILED_TECH',
        attempts: 8,
        nextAttemptAt: at,
        rowVersion: 1,
        createdAt: at,
        updatedAt: at,
      })
      return made as number
    }
    const part = await message('MS-part', { remainingQty: 6_000 })
    const whole = await message('MS-whole', { remainingQty: null, sapOrderNo: '4999999999' })
    const { body } = await csc.get(`/api/sap-messages/${part}`)
    expect(body.request).toMatchObject({ method: 'PATCH', body: { RequestedQuantity: '6.000' } })
    expect(body.request.path).toContain(`SalesOrder='${sapOrderNo}'`)
    expect((await csc.post('/api/sap-dry-runs', { messageId: part })).body).toEqual({ by: 'SIMULATOR', faults: [] })
    const gone = await csc.post('/api/sap-dry-runs', { messageId: whole })
    expect(gone.body.faults).toMatchObject([{ message: expect.stringContaining('not found') }])
    const day = async (requestedDeliveryDate: string) => {
      const change = JSON.stringify({ orderId: id, sapOrderNo, requestedDeliveryDate })
      await portal.db('sap_outbox').where({ id: part }).update({ messageType: 'ORDER_CHANGE', payload: change })
      return (await csc.post('/api/sap-dry-runs', { messageId: part })).body
    }
    expect(await day('2099-01-15')).toEqual({ by: 'SIMULATOR', faults: [] })
    await portal.db('sap_outbox').where({ id: part }).update({ messageType: 'PAYMENT_POST' })
    expect((await csc.get(`/api/sap-messages/${part}`)).body.request).toBeNull()
  })
})
