import { afterEach, describe, expect, it } from 'vitest'
import { transact } from '../../../api/platform/transact.ts'
import { arePricesOutdated } from '../../../resources/platform/sap-status.ts'
import { submittedOrder, waitForStatus } from '../../support/orders/example-order.ts'
import { type ApiClient, demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
const asha = portal.person('asha')
const csc = portal.person('csc_agent')
afterEach(() => sapIs('ok'))

const sapIs = (mode: string) => portal.simulators.post('/sap/simulator/behaviour', { mode })
const orderRow = (id: number) => portal.db('order').where({ id }).first()
const key = (name: string) => ({ 'Idempotency-Key': `sap-trouble-${name}-key` })

/** An order that SAP refused, with the refused message. */
async function refused(errorCode: string) {
  const { id, orderNo } = await submittedOrder(portal, asha, [['LS-1004', 10, 0]])
  await waitForStatus(portal, id, 'CONFIRMED')
  const errorText = `SAP refused it: the material is not released. (${errorCode})`
  const outcome = { status: 'FAILED_BUSINESS', errorClass: 'BUSINESS', errorText, attempts: 2 }
  await transact(portal.db, trx => trx('sap_outbox').where({ ownerType: 'ORDER', ownerId: id }).update(outcome))
  await portal.db('order').where({ id }).update({ status: 'IN_ERROR', errorCode, errorText, sapOrderNo: null })
  return { id: id as number, orderNo: orderNo as string }
}

describe('orders in error', () => {
  it('show our own people the message to SAP and the number of attempts', async () => {
    const { id } = await refused('V1/384')
    const { id: messageId } = await portal.db('sap_outbox').where({ ownerType: 'ORDER', ownerId: id }).first('id')
    const mine = async (asker: ApiClient) =>
      (await asker.get('/api/orders-in-error')).body.find((row: { id: number }) => row.id === id)
    expect(await mine(csc)).toMatchObject({ errorCode: 'V1/384', attempts: 2, messageId })
    expect(await mine(await portal.as('sys_admin'))).toMatchObject({ messageId })
    await portal.db('order').where({ id }).update({ errorCode: 'NO_PRICE', errorText: 'Line 10: no price' })
    expect(await mine(csc)).toMatchObject({ attempts: null, messageId: null })
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
    expect([none.status, none.body.message]).toEqual([400, 'Error code is required'])
    const more = await csc.post('/api/orders-in-error', { errorCode: 'VK/002', all: true }, key('more'))
    expect([more.status, more.body.message]).toEqual([400, 'all is not read here: send only errorCode'])
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
      const outcome = { status: 'FAILED_TECH', errorClass }
      await transact(portal.db, trx => trx('sap_outbox').where({ ownerType: 'ORDER', ownerId: id }).update(outcome))
      return id as number
    }
    const [away, refusedUs] = [await stuck('TECH'), await stuck('AUTH')]
    const wrong = await csc.post('/api/orders-stuck', { errorClass: 'BAD' })
    expect([wrong.status, wrong.body.message]).toEqual([
      400,
      'Error class must be one of TECH, BUSINESS, AUTH, DUPLICATE, UNKNOWN',
    ])
    const { body } = await csc.post('/api/orders-stuck', { errorClass: 'AUTH' })
    expect(body.results).toMatchObject([{ orderId: refusedUs, status: 'APPROVED', refused: null }])
    await waitForStatus(portal, refusedUs, 'CONFIRMED')
    expect((await orderRow(away)).status).toBe('APPROVED')
  })
})

describe('the status of the SAP connection', () => {
  it('is shown to employees: the age of its data, and until when sending is paused', async () => {
    const admin = await portal.as('sys_admin')
    const read = await admin.post('/api/masters/read-data-from-sap', { object: 'ORDER_STATUS' })
    // A scheduled reading may be running just then.
    expect([201, 409]).toContain(read.status)
    await portal.runDue()
    const { body: cards } = await admin.get('/api/masters/read-data-from-sap')
    const orders = cards.find(({ object }: { object: string }) => object === 'ORDER_STATUS')
    expect(orders.lastOkAt).toEqual(expect.any(String))
    const { body } = await asha.get('/api/sap-status')
    expect(body).toMatchObject({ isConnected: true, pausedUntil: null, pausedBy: null, stockAt: expect.any(String) })
    expect((await (await portal.as('customer')).get('/api/sap-status')).status).toBe(403)
    expect((await portal.nobody.get('/api/sap-status')).status).toBe(401)
  })
})

describe('the age of SAP’s data on the order form', () => {
  it('is that of the last good reading of prices; prices that came with files have none', async () => {
    const status = async () => (await asha.get('/api/sap-status')).body
    await portal.db('sap_sync_run').where({ object: 'PRICE' }).delete()
    expect((await status()).pricesAt).toBeNull()
    const at = '2026-11-20T06:30:00.000Z'
    const run = { object: 'PRICE', mode: 'FULL', trigger: 'SCHEDULE', startedAt: at, finishedAt: at, rowVersion: 1 }
    const counts = {
      rowsRead: 1,
      rowsCreated: 0,
      rowsUpdated: 0,
      rowsFailed: 0,
      rowsSkipped: 0,
      createdAt: at,
      updatedAt: at,
    }
    await portal.db('sap_sync_run').insert({ ...run, ...counts, status: 'PARTIAL' })
    const later = '2026-11-21T06:30:00.000Z'
    await portal.db('sap_sync_run').insert({ ...run, ...counts, status: 'FAILED', startedAt: later })
    expect((await status()).pricesAt).toBe(at)
    expect(arePricesOutdated(at, '2026-11-21T06:30:00.000Z')).toBe(false)
    expect(arePricesOutdated(at, '2026-11-21T06:30:00.001Z')).toBe(true)
    expect(arePricesOutdated(null, later)).toBe(false)
  })
})
