import { describe, expect, it } from 'vitest'
import { submittedOrder, waitForStatus } from '../../support/orders/example-order.ts'
import { demoPortal, emptyPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
const admin = portal.person('sys_admin')

const told = (behaviours: unknown) => admin.post('/api/simulated-sap', { behaviours })
const command = (body: unknown) => admin.post('/api/simulated-sap-commands', body)

describe('the screen of the simulated SAP', () => {
  it('tells it how to behave, and shows what it does until it has met its calls', async () => {
    const { status, body } = await told([{ mode: 'late', times: 3, only: { kind: 'change' } }])
    expect([status, body.behaviours]).toEqual([
      201,
      [
        {
          mode: 'late',
          times: 3,
          only: { service: null, entity: null, kind: 'change' },
          every: 1,
          percent: 30,
          seed: 1,
          among: [],
        },
      ],
    ])
    expect((await admin.get('/api/simulated-sap')).body.behaviours).toEqual(body.behaviours)
    expect(body.services).toContain('API_SALES_ORDER_SRV')
    expect((await told([])).body.behaviours).toEqual([])
  })

  it('refuses what SAP does not understand with its sentence, and changes nothing', async () => {
    await told([{ mode: 'late' }])
    const { status, body } = await told([{ mode: 'angry' }])
    expect([status, body.message]).toEqual([400, expect.stringContaining('must be one of ok')])
    expect((await admin.get('/api/simulated-sap')).body.behaviours).toMatchObject([{ mode: 'late' }])
    await told([])
  })

  it('shows the orders that SAP has, does with them what somebody there would do, and the calls of the portal', async () => {
    const order = await submittedOrder(portal, await portal.as('asha'), [['LS-1004', 10, 0]])
    const { sapOrderNo: salesOrder, orderNo } = await waitForStatus(portal, order.id, 'CONFIRMED')
    const shown = async () =>
      (await admin.get('/api/simulated-sap')).body.orders.find(
        (one: { salesOrder: string }) => one.salesOrder === salesOrder,
      )
    expect(await shown()).toMatchObject({ orderNo, deliveries: [], billingDocuments: [] })
    expect((await command({ command: 'deliver', salesOrder })).body.says).toMatch(/^Deliveries \d{8} are made\.$/)
    expect((await shown()).deliveries).toMatchObject([{ hasLeft: false }])
    expect((await command({ command: 'bill', salesOrders: [salesOrder] })).status).toBe(201)
    const [{ number: billingDocument }] = (await shown()).billingDocuments
    await command({ command: 'pay', billingDocument })
    expect((await shown()).billingDocuments).toMatchObject([
      { category: 'M', isCleared: true, clearedBy: expect.stringMatching(/^14/) },
    ])
    const again = await command({ command: 'pay', billingDocument })
    expect([again.status, again.body.message]).toEqual([422, `Billing document ${billingDocument} has no open item.`])
    const { calls } = (await admin.get('/api/simulated-sap')).body
    expect(calls).toContainEqual(
      expect.objectContaining({ method: 'POST', status: 201, path: expect.stringContaining('A_SalesOrder') }),
    )
  })

  it('is for those who may steer it, and is not there in production', async () => {
    const asha = await portal.as('asha')
    expect((await asha.get('/api/simulated-sap')).status).toBe(403)
    expect((await asha.post('/api/simulated-sap', { behaviours: [{ mode: 'dead' }] })).status).toBe(403)
    expect((await asha.post('/api/simulated-sap-commands', { command: 'deliver' })).status).toBe(403)
    expect((await admin.get('/api/me')).body.isSapSimulated).toBe(true)
    const secret = 'x'.repeat(40)
    const production = await emptyPortal({ NODE_ENV: 'production', BILTY_SECRET: secret })
    try {
      expect(production.services.filter(path => path.includes('simulated-sap'))).toEqual([])
      expect((await production.nobody.get('/api/simulated-sap')).status).not.toBe(200)
    } finally {
      await production.close()
    }
  })
})
