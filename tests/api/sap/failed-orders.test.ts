import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { submittedOrder, waitForStatus } from '../../support/example-order.ts'
import { type ApiClient, demoPortal, type TestPortal } from '../../support/portal.ts'

let portal: TestPortal
let asha: ApiClient
let csc: ApiClient

beforeAll(async () => {
  portal = await demoPortal()
  asha = await portal.as('asha')
  csc = await portal.as('csc_agent')
})
afterAll(() => portal.close())
afterEach(() => sapIs('ok'))

const sapIs = (mode: string) => portal.nobody.post('/sap/simulator/behaviour', { mode })
const orderRow = (id: number) => portal.db('order').where({ id }).first()
const key = (name: string) => ({ 'Idempotency-Key': `sap-trouble-${name}-key` })

/** An order that SAP refused, with the refused message. */
async function refused(errorCode: string) {
  const { id, orderNo } = await submittedOrder(portal, asha, [['LS-1004', 10, 0]])
  await waitForStatus(portal, id, 'CONFIRMED')
  const errorText = `SAP refused it: the material is not released. (${errorCode})`
  await portal
    .db('sap_outbox')
    .where({ ownerType: 'ORDER', ownerId: id })
    .update({ status: 'FAILED_BUSINESS', errorClass: 'BUSINESS', errorText, attempts: 2 })
  await portal.db('order').where({ id }).update({ status: 'IN_ERROR', errorCode, errorText, sapOrderNo: null })
  return { id: id as number, orderNo: orderNo as string }
}

describe('orders in error', () => {
  it('show employees the message sent to SAP and the number of attempts', async () => {
    const { id, orderNo } = await refused('V1/384')
    const mine = async (asker: ApiClient) =>
      (await asker.get('/api/orders-in-error')).body.find((row: { id: number }) => row.id === id)
    expect(await mine(csc)).toMatchObject({ errorCode: 'V1/384', attempts: 2, payload: { orderNo } })
    expect(await mine(await portal.as('sys_admin'))).toMatchObject({ payload: { orderNo } })
    await portal.db('order').where({ id }).update({ errorCode: 'NO_PRICE', errorText: 'Line 10: no price' })
    const ours = await mine(csc)
    expect([ours.attempts, 'payload' in ours]).toEqual([null, false])
  })

  it('are resubmitted together once their common cause is fixed, each with the checks of a single order', async () => {
    const [one, two, other] = [await refused('VP/199'), await refused('VP/199'), await refused('VK/001')]
    const answer = await csc.post('/api/orders-in-error', { errorCode: 'VP/199' }, key('together'))
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    expect(answer.body.left).toBe(0)
    expect(answer.body.results.map(({ orderId }: { orderId: number }) => orderId).sort()).toEqual(
      [one.id, two.id].sort(),
    )
    await waitForStatus(portal, one.id, 'CONFIRMED')
    expect((await orderRow(other.id)).status).toBe('IN_ERROR')
  })

  it('are resubmitted only by their owner or the service centre, and the error code is required', async () => {
    const { id } = await refused('VK/002')
    const admin = await (await portal.as('sys_admin')).post(
      '/api/orders-in-error',
      { errorCode: 'VK/002' },
      key('admin'),
    )
    expect(admin.body.results).toEqual([])
    expect((await orderRow(id)).status).toBe('IN_ERROR')
    const none = await csc.post('/api/orders-in-error', {}, key('none'))
    expect([none.status, none.body.message]).toEqual([400, 'Error code is required: say which error has been mended'])
    const more = await csc.post('/api/orders-in-error', { errorCode: 'VK/002', all: true }, key('more'))
    expect([more.status, more.body.message]).toEqual([400, 'all is not asked here'])
    expect(
      (await (await portal.as('dispatch')).post('/api/orders-in-error', { errorCode: 'X' }, key('x'))).status,
    ).toBe(403)
  })
})

describe('orders stuck for SAP', () => {
  it('are retried by the class of their error', async () => {
    const stuck = async (errorClass: string) => {
      const { id } = await submittedOrder(portal, asha, [['LS-1004', 10, 0]])
      await waitForStatus(portal, id, 'CONFIRMED')
      await portal.db('order').where({ id }).update({ status: 'APPROVED', sapOrderNo: null })
      await portal
        .db('sap_outbox')
        .where({ ownerType: 'ORDER', ownerId: id })
        .update({ status: 'FAILED_TECH', errorClass })
      return id as number
    }
    const [away, refusedUs] = [await stuck('TECH'), await stuck('AUTH')]
    const wrong = await csc.post('/api/orders-stuck', { errorClass: 'BAD' })
    expect([wrong.status, wrong.body.message]).toEqual([
      400,
      'Error class must be one of TECH, BUSINESS, AUTH, DUPLICATE, UNKNOWN, or left out',
    ])
    expect((await csc.post('/api/orders-stuck', { errorClass: 'AUTH' })).body).toEqual({ retried: 1 })
    await waitForStatus(portal, refusedUs, 'CONFIRMED')
    expect((await orderRow(away)).status).toBe('APPROVED')
  })
})

describe('the status of the SAP connection', () => {
  it('is shown to employees: the age of its data, and until when sending is paused', async () => {
    const admin = await portal.as('sys_admin')
    const read = await admin.post('/api/read-data-from-sap', { object: 'ORDER_STATUS' })
    // A scheduled reading may be running just then.
    expect([201, 409]).toContain(read.status)
    const cards = (await admin.get('/api/read-data-from-sap')).body.filter((card: { isRead: boolean }) => card.isRead)
    expect(cards.map(({ object }: { object: string }) => object)).toEqual(['ORDER_STATUS', 'INVOICE'])
    const { body } = await asha.get('/api/sap-standing')
    expect(body).toMatchObject({ isConnected: true, pauses: [], stockAt: expect.any(String) })
    expect((await (await portal.as('customer')).get('/api/sap-standing')).status).toBe(403)
    expect((await portal.nobody.get('/api/sap-standing')).status).toBe(401)
  })
})
