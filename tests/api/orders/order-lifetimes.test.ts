import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { closeOrders } from '../../../api/orders/close-orders.ts'
import { expireOrders } from '../../../api/orders/expire-orders.ts'
import { now, setClock } from '../../../api/platform/clock.ts'
import { exampleOrderInput, idempotencyHeader, submittedOrder } from '../../support/orders/example-order.ts'
import { demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
const asha = portal.person('asha')
// All days are counted from one moment, even when midnight passes during the test.
beforeEach(() => inDays(0))
afterEach(() => setClock(null))

const orderRow = (id: number) => portal.db('order').where({ id }).first()
const lastStep = (orderId: number) => portal.db('order_step').where({ orderId }).orderBy('id', 'desc').first()
const start = Date.parse(now())
/** Sets the clock to a number of days from now. */
const inDays = (days: number) => setClock(new Date(start + days * 86_400_000).toISOString())
const warnings = (ownerId: number) => portal.db('message_log').where({ templateCode: 'ORDER_DEAD_WARNING', ownerId })
const draft = async () => {
  const { body } = await asha.post('/api/orders', await exampleOrderInput(portal, asha), idempotencyHeader())
  return body.id as number
}

describe('an abandoned order', () => {
  it('gets one warning three days before, and is closed as dead on its day: a draft after 30 days', async () => {
    const id = await draft()
    inDays(26)
    await expireOrders(portal.db)
    expect(await warnings(id)).toHaveLength(0)
    for (const day of [27, 28]) {
      inDays(day)
      await expireOrders(portal.db)
    }
    expect(await warnings(id)).toHaveLength(1)
    expect((await orderRow(id)).status).toBe('DRAFT')
    inDays(30)
    await expireOrders(portal.db)
    expect((await orderRow(id)).status).toBe('DEAD')
    expect(await lastStep(id)).toMatchObject({ step: 'expire', fromStatus: 'DRAFT', actorId: null })
    expect(await portal.db('sap_outbox').where({ ownerType: 'ORDER', ownerId: id })).toEqual([])
  })

  it('starts a new lifetime when somebody changes it', async () => {
    const id = await draft()
    inDays(29)
    const { rowVersion } = await orderRow(id)
    await portal.db('order').where({ id, rowVersion }).update({ updatedAt: now() })
    inDays(31)
    await expireOrders(portal.db)
    expect((await orderRow(id)).status).toBe('DRAFT')
  })

  it('waits 45 days for an approval, 15 for an acceptance, 30 in error; then its tasks end and its reservations are released', async () => {
    const [pending, acceptance, error] = [
      await submittedOrder(portal, asha),
      await submittedOrder(portal, asha),
      await submittedOrder(portal, asha),
    ]
    await portal.db('order').where({ id: acceptance.id }).update({ pendingStep: 'ACCEPTANCE' })
    await portal.db('order').where({ id: error.id }).update({ status: 'IN_ERROR', pendingStep: null })
    const states = async () =>
      Promise.all([pending, acceptance, error].map(async ({ id }) => (await orderRow(id)).status))
    inDays(15)
    await expireOrders(portal.db)
    expect(await states()).toEqual(['PENDING', 'DEAD', 'IN_ERROR'])
    inDays(30)
    await expireOrders(portal.db)
    expect(await states()).toEqual(['PENDING', 'DEAD', 'DEAD'])
    inDays(45)
    await expireOrders(portal.db)
    expect(await states()).toEqual(['DEAD', 'DEAD', 'DEAD'])
    for (const { id } of [pending, acceptance]) {
      expect(await portal.db('approval_task').where({ orderId: id, status: 'PENDING' })).toEqual([])
      expect(await portal.db('reservation').where({ orderId: id }).whereNot({ heldQty: 0 })).toEqual([])
    }
  })

  it('uses the number of days in the settings', async () => {
    const id = await draft()
    const setting = portal.db('app_setting').where({ key: 'dead.draft_days' })
    await setting.clone().update({ value: '5' })
    inDays(5)
    await expireOrders(portal.db)
    expect((await orderRow(id)).status).toBe('DEAD')
    await setting.clone().update({ value: '30' })
  })
})

describe('a delivered order', () => {
  it('is closed after 30 days, not before', async () => {
    const { id } = await submittedOrder(portal, asha)
    await portal.db('order').where({ id }).update({ status: 'DELIVERED', pendingStep: null, statusSince: now() })
    inDays(29)
    await closeOrders(portal.db)
    expect((await orderRow(id)).status).toBe('DELIVERED')
    inDays(31)
    await closeOrders(portal.db)
    expect((await orderRow(id)).status).toBe('CLOSED')
    expect((await lastStep(id)).remark).toBe('Delivered 30 days ago')
  })
})
