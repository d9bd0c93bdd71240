import { beforeAll, describe, expect, it } from 'vitest'
import { today } from '../../../api/platform/clock.ts'
import { addDays } from '../../../resources/define/dates.ts'
import { buyersOrderInput } from '../../support/abuse.ts'
import {
  exampleCustomer,
  exampleOrderInput,
  idempotencyHeader,
  takeStep,
  waitForStatus,
} from '../../support/orders/example-order.ts'
import { type ApiClient, demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
const asha = portal.person('asha')
const meena = portal.person('meena')
const buyer = portal.person('customer')

// biome-ignore lint/suspicious/noExplicitAny: an untyped database row
type Row = any
const orderRow = (id: number): Promise<Row> => portal.db('order').where({ id }).first()
let customerId: number
let annexureId: number

/** The customer pays billed freight by an annexure that they accepted; otherwise their terms are FOR, by surface. */
beforeAll(async () => {
  customerId = (await exampleCustomer(portal)).id
  expect((await buyer.get('/api/me')).body.user.customerId).toBe(customerId)
  const { id: _, ...other } = await portal.db('customer_annexure').where({ status: 'ACCEPTED' }).first()
  const { id: sbuId } = await portal.db('sbu').where({ code: 'LS' }).first('id')
  const own = { customerId, sbuId, annexureNo: 'AX/BILLED', freightTerms: 'BILLED', paymentTermsDays: 45 }
  const period = { validFrom: addDays(today(), -10), validTo: addDays(today(), 100) }
  await portal.db('customer_annexure').insert({ ...other, ...own, ...period, naturalKey: 'AX/BILLED' })
  annexureId = (await portal.db('customer_annexure').where({ annexureNo: 'AX/BILLED' }).first('id')).id
})

const orderOf = async (qty: number, more: Row = {}) => ({
  ...(await exampleOrderInput(portal, asha, [['LS-1001', qty, 0]])),
  ...more,
})
async function draftOf(order: unknown, who: ApiClient = asha): Promise<number> {
  const { status, body } = await who.post('/api/orders', order, idempotencyHeader())
  expect(status, JSON.stringify(body)).toBe(201)
  return body.id
}
async function submitted(order: unknown, who: ApiClient = asha): Promise<Row> {
  const id = await draftOf(order, who)
  const { status, body } = await takeStep(who, id, 'submit')
  expect(status, JSON.stringify(body)).toBe(201)
  return orderRow(id)
}
const approvalsOf = async (order: unknown) => (await asha.post('/api/quotes', order)).body.approvals

describe('the terms of an order', () => {
  it('stop it where the annexure that they come from was deactivated, unless an older one says the same', async () => {
    const table = () => portal.db('customer_annexure')
    for (const [older, stopped] of [
      [null, 'GROUND_LOST'],
      ['AX/OLDER', null],
    ] as const) {
      const order = await submitted(await exampleOrderInput(portal, asha))
      const { id: _, ...same } = await table().where({ id: annexureId }).first()
      if (older)
        await table().insert({ ...same, annexureNo: older, naturalKey: older, validFrom: addDays(today(), -20) })
      await table().where({ id: annexureId }).update({ isActive: 0 })
      expect((await takeStep(meena, order.id, 'approve')).status).toBe(201)
      await table().where({ id: annexureId }).update({ isActive: 1 })
      if (older) await table().where({ annexureNo: older }).delete()
      const after = await orderRow(order.id)
      expect([older, after.errorCode]).toEqual([older, stopped])
      if (stopped) expect(after.errorText).toMatch(/^Its terms come from annexure AX\/BILLED, which was deactivated/)
    }
  })

  it('stop it where the freight rate was deactivated and another is dearer, or none is known', async () => {
    const rates = () => portal.db('article_freight')
    const { productId } = await portal
      .db('order_line')
      .where({ orderId: (await submitted(await orderOf(10))).id })
      .first()
    const [rate] = await rates().where({ productId, transMode: 'SURFACE', isActive: 1 })
    for (const other of [null, { ...rate, rate: rate.rate * 2, naturalKey: 'other', id: undefined }]) {
      const order = await submitted(await exampleOrderInput(portal, asha))
      await rates().where({ productId, transMode: 'SURFACE' }).update({ isActive: 0 })
      const [made] = other ? await rates().insert({ ...other, isActive: 1 }, 'id') : []
      expect((await takeStep(meena, order.id, 'approve')).status).toBe(201)
      if (made) await rates().where({ naturalKey: 'other' }).delete()
      await rates().where({ productId, transMode: 'SURFACE' }).update({ isActive: 1 })
      const { errorCode, errorText } = await orderRow(order.id)
      expect([errorCode, errorText]).toEqual([
        'GROUND_LOST',
        expect.stringContaining(
          other ? 'the freight is ₹ 2,400.00 now instead of ₹ 1,200.00' : 'no other freight rate is valid',
        ),
      ])
    }
  })

  it('are those of the annexure, else of the customer, and say which row they come from', async () => {
    const { body } = await asha.post('/api/quotes', await orderOf(100))
    expect(body.totals.freightValue).toBe(1_200_00)
    expect(body.orders[0].terms).toMatchObject({
      ...{ freightTerms: 'BILLED', transMode: 'SURFACE', paymentTermsDays: 45, says: 'annexure AX/BILLED' },
      row: { resource: 'customer-annexure', id: annexureId },
      deviation: null,
    })
    const { body: context } = await asha.get(`/api/order-context?customerId=${customerId}`)
    const agreedIn = (code: string) => context.sbus.find((sbu: Row) => sbu.code === code).agreed
    expect(agreedIn('LS')).toMatchObject({ freightTerms: 'BILLED', paymentTermsDays: 45, says: 'annexure AX/BILLED' })
    expect(agreedIn('PS')).toMatchObject({ freightTerms: 'FOR', says: 'customer 100101' })
  })

  it('follow the agreement while nothing else is set, and keep what staff set', async () => {
    const asAgreed = await draftOf(await orderOf(10, { freightTerms: 'BILLED' }))
    expect(await orderRow(asAgreed)).toMatchObject({ freightTerms: 'BILLED', chosenFreightTerms: null })
    const set = await draftOf(await orderOf(10, { transMode: 'AIR' }))
    expect(await orderRow(set)).toMatchObject({ freightTerms: 'BILLED', transMode: 'AIR', chosenTransMode: 'AIR' })
    await portal.db('customer_annexure').where({ id: annexureId }).update({ paymentTermsDays: 60 })
    for (const id of [asAgreed, set]) await takeStep(asha, id, 'submit')
    await portal.db('customer_annexure').where({ id: annexureId }).update({ paymentTermsDays: 45 })
    expect(await orderRow(asAgreed)).toMatchObject({ paymentTermsDays: 60, transMode: 'SURFACE' })
    expect(await orderRow(set)).toMatchObject({ paymentTermsDays: 60, transMode: 'AIR', chosenTransMode: 'AIR' })
  })

  it('go to SAP as they count, payment terms by the code of their days', async () => {
    const { id } = await submitted(await orderOf(1, { paymentTermsDays: 60 }))
    await waitForStatus(portal, id, 'CONFIRMED')
    const { payload } = await portal
      .db('sap_outbox')
      .where({ ownerId: id, messageType: 'ORDER_CREATE' })
      .first('payload')
    expect(typeof payload === 'string' ? JSON.parse(payload) : payload).toMatchObject({
      ...{ freightTerms: 'BILLED', paymentTermsCode: 'N060' },
    })
  })

  it('of payment that SAP has no code for are refused', async () => {
    const { status, body } = await asha.post(
      '/api/orders',
      await orderOf(1, { paymentTermsDays: 37 }),
      idempotencyHeader(),
    )
    expect([status, body.errors[0].field]).toEqual([422, 'paymentTermsDays'])
    expect(body.errors[0].message).toContain('have no code in SAP: choose 0, 30, 45, 60, 90 days')
  })
})

describe('a deviation by staff', () => {
  it('within their own limit needs nobody', async () => {
    expect(await approvalsOf(await orderOf(40, { freightTerms: 'FOR' }))).toEqual([])
    expect(await submitted(await orderOf(40, { freightTerms: 'FOR' }))).toMatchObject({
      status: 'APPROVED',
      freightValue: 0,
    })
  })

  it('beyond it goes to the manager with what it costs, in the queue, the decision and the mail', async () => {
    const order = await orderOf(100, { freightTerms: 'FOR' })
    const reason = "Freight of ₹ 1,200.00 is not billed, ₹ 700.00 over Asha Patil's own limit of ₹ 500.00"
    const { body: quote } = await asha.post('/api/quotes', order)
    expect(quote.orders[0].terms.deviation).toMatchObject({ value: 1_200_00, freight: 1_200_00, carrying: 0 })
    expect(quote.approvals).toMatchObject([
      { step: 'MY_APPROVAL', people: ['Meena Kulkarni'], measuredValue: null, reason },
    ])
    const { id, status } = await submitted(order)
    expect(status).toBe('PENDING')
    const { body: queue } = await meena.get('/api/approval-queue?step=MY_APPROVAL')
    expect(queue.data.find((row: Row) => row.orderId === id)).toMatchObject({ measuredValue: null, reason })
    const { body: decision } = await meena.get(`/api/decisions?orderId=${id}`)
    expect(decision.task).toMatchObject({ reason, over: null, mine: true })
    const mails = await portal.db('message_log').where('body', 'like', `%${reason}%`)
    expect(mails.length).toBeGreaterThan(0)
    expect((await takeStep(meena, id, 'approve')).status).toBe(201)
    expect(await orderRow(id)).toMatchObject({ status: 'APPROVED', freightTerms: 'FOR', freightValue: 0 })
  })

  it('that no freight rate measures goes up the whole chain, and says why', async () => {
    const [asked] = await approvalsOf(await orderOf(10, { freightTerms: 'FOR', transMode: 'RAIL' }))
    expect(asked.people.length).toBeGreaterThan(1)
    expect(asked.reason).toContain('line 10 has no freight rate by rail; the head of the SBU decides')
  })

  it('of payment terms costs interest until the customer pays', async () => {
    const { body } = await asha.post('/api/quotes', await orderOf(100, { paymentTermsDays: 90 }))
    const { grossValue } = body.totals
    const carrying = Math.round((grossValue * 45 * 0.12) / 365)
    expect(body.orders[0].terms.deviation).toMatchObject({ value: carrying, freight: 0, carrying })
  })
})

describe('a buyer', () => {
  it('is refused other terms than agreed by a sentence that names them, and nothing is saved', async () => {
    const before = await portal.db('order').where({ customerId }).count({ count: '*' })
    const cases = [
      ['freightTerms', 'FOR', 'Freight terms must be as agreed with you, Billed'],
      ['transMode', 'AIR', 'Mode of transport must be as agreed with you, Surface'],
      ['paymentTermsDays', 90, 'Payment terms must be as agreed with you, 45 days'],
    ] as const
    for (const [field, value, sentence] of cases) {
      const order = await buyersOrderInput(portal, asha, buyer, { [field]: value })
      for (const path of ['/api/orders', '/api/quotes']) {
        const { status, body } = await buyer.post(path, order, idempotencyHeader())
        expect([status, body.errors[0].field], path).toEqual([422, field])
        expect(body.errors[0].message).toContain(sentence)
      }
    }
    expect(await portal.db('order').where({ customerId }).count({ count: '*' })).toEqual(before)
  })

  it('sends none or those that are agreed, and reads them without what they cost us', async () => {
    const agreed = { freightTerms: 'BILLED', transMode: 'SURFACE', paymentTermsDays: 45 }
    const order = await buyersOrderInput(portal, asha, buyer, agreed)
    const { body } = await buyer.post('/api/quotes', order)
    expect(body.orders[0].terms).toEqual({ ...agreed, agreed, says: 'annexure AX/BILLED' })
    const id = await draftOf(order, buyer)
    const { body: row } = await buyer.get(`/api/orders/${id}`)
    expect(row).toMatchObject(agreed)
    for (const name of ['chosenFreightTerms', 'agreedTerms']) expect(row).not.toHaveProperty(name)
  })

  it('keeps what staff set on an order that staff placed, and not on their own or on a copy', async () => {
    const placed = await draftOf(await orderOf(10, { freightTerms: 'FOR' }))
    const sent = { ...(await buyersOrderInput(portal, asha, buyer)), freightTerms: 'FOR' }
    const { rowVersion } = await orderRow(placed)
    const saved = await buyer.patch(`/api/orders/${placed}`, { ...sent, rowVersion })
    expect(saved.status, JSON.stringify(saved.body)).toBe(200)
    expect(await orderRow(placed)).toMatchObject({ freightTerms: 'FOR', chosenFreightTerms: 'FOR' })
    // On an order of theirs that a CSC agent set terms for, these count no longer once they save it.
    const own = await draftOf(await buyersOrderInput(portal, asha, buyer), buyer)
    await portal.db('order').where({ id: own }).update({ freightTerms: 'FOR', chosenFreightTerms: 'FOR' })
    const again = { ...sent, rowVersion: (await orderRow(own)).rowVersion }
    expect((await buyer.patch(`/api/orders/${own}`, again)).status).toBe(200)
    expect(await orderRow(own)).toMatchObject({ freightTerms: 'BILLED', chosenFreightTerms: null })
    const { id } = await submitted(await orderOf(10, { freightTerms: 'FOR' }))
    await portal.db('order').where({ id }).update({ status: 'CANCELLED' })
    const copy = await takeStep(buyer, id, 'copy')
    expect(copy.status, JSON.stringify(copy.body)).toBe(201)
    expect(await orderRow(copy.body.order.id)).toMatchObject({ freightTerms: 'BILLED', chosenFreightTerms: null })
    const ours = await takeStep(asha, id, 'copy')
    expect(await orderRow(ours.body.order.id)).toMatchObject({ freightTerms: 'FOR', chosenFreightTerms: 'FOR' })
  })
})
