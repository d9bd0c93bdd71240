import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { exampleOrderInput, submittedOrder, waitForStatus } from '../../support/orders/example-order.ts'
import { type ApiClient, demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
const asha = portal.person('asha')
const csc = portal.person('csc_agent')
afterEach(() => sapIs('ok'))

const sapIs = (mode: string, times?: number) => portal.simulators.post('/sap/simulator/behaviour', { mode, times })
const ask = (who: ApiClient, orderNo: unknown) =>
  who.post('/api/masters/read-data-from-sap', { object: 'ORDER_STATUS', filterCode: orderNo })
const orderRow = (id: number) => portal.db('order').where({ id }).first()
const runsOf = (orderNo: string) => portal.db('sap_sync_run').where({ filterCode: orderNo }).orderBy('id')

async function confirmed() {
  const { id } = await submittedOrder(portal, asha, [['LS-1004', 10, 0]])
  return waitForStatus(portal, id, 'CONFIRMED')
}

/** An order whose message to SAP failed once in this way and waits for a retry. */
async function waiting(mode: string) {
  await sapIs(mode)
  const { id } = await submittedOrder(portal, asha, [['LS-1004', 10, 0]])
  await portal.runDue()
  expect(await portal.db('sap_outbox').where({ ownerId: id, status: 'RETRY' })).toHaveLength(1)
  await sapIs('ok')
  return orderRow(id)
}

describe('asking SAP for one order', () => {
  it('applies what was changed there, and is listed among the readings with the person who asked', async () => {
    const { id, orderNo, sapOrderNo } = await confirmed()
    await portal.simulators.post('/sap/simulator/item', { salesOrder: sapOrderNo, item: 10, price: '1.00' })
    const answer = await ask(csc, orderNo)
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    expect(answer.body).toMatchObject({ status: 'OK', says: [expect.any(String)] })
    // The scheduled reading may have been faster; in either case the change has arrived.
    expect((await portal.db('order_line').where({ orderId: id }).first()).netPrice).toBe(100)
    const agent = await portal.db('user').where({ loginId: 'csc_agent' }).first('id')
    expect(await runsOf(orderNo)).toMatchObject([
      { id: answer.body.runId, trigger: 'MANUAL', status: 'OK', requestedById: agent.id, watermark: null },
    ])
    expect((await ask(csc, orderNo)).body.says).toEqual(['SAP has nothing new of this order'])
  })

  it('ends an order that was deleted there, releases its reservations, and gives the reason', async () => {
    const { id, orderNo, sapOrderNo } = await confirmed()
    await portal.simulators.post('/sap/simulator/order', { salesOrder: sapOrderNo, deleted: true })
    expect((await ask(csc, orderNo)).body.says).toEqual(['Changed in SAP: Deleted in SAP'])
    const { status, cancelReasonId } = await orderRow(id)
    expect(status).toBe('CANCELLED')
    expect(await portal.db('reason_code').where({ id: cancelReasonId }).first('name')).toEqual({
      name: 'Deleted in SAP',
    })
    expect(await portal.db('reservation').where({ orderId: id })).toEqual([])
    const told = await portal.db('message_log').where({ ownerType: 'order', ownerId: id }).pluck('templateCode')
    expect(told).toEqual(expect.arrayContaining(['ORDER_CANCELLED', 'CHANGED_IN_SAP']))
    expect((await ask(csc, orderNo)).status).toBe(409)
  })

  it('finds an order that SAP accepted although its answer was lost, and says so when SAP has none', async () => {
    const lost = await waiting('lost-reply')
    expect(lost.status).toBe('APPROVED')
    const { body } = await ask(await portal.as('sys_admin'), lost.orderNo)
    const { status, sapOrderNo } = await orderRow(lost.id)
    expect(body.says).toEqual([`Confirmed by SAP: SAP order ${sapOrderNo}`])
    expect(status).toBe('CONFIRMED')
    expect(await portal.db('sap_outbox').where({ ownerId: lost.id }).pluck('status')).toEqual(['CANCELLED'])
    const never = await waiting('dead')
    expect((await ask(csc, never.orderNo)).body.says).toEqual([`SAP has no order with our number ${never.orderNo}`])
    expect((await orderRow(never.id)).status).toBe('APPROVED')
  })

  it('changes nothing while SAP is down or answers nonsense, says so, and succeeds when SAP is slow', async () => {
    const { id, orderNo, rowVersion } = await confirmed()
    for (const mode of ['dead', 'wrong']) {
      await sapIs(mode)
      const { status, body } = await ask(csc, orderNo)
      expect([status, body.message]).toEqual([503, expect.stringContaining('SAP could not be asked now')])
      expect(body.message).not.toContain('may have done it')
    }
    expect(await runsOf(orderNo)).toMatchObject([
      { status: 'FAILED', rowsRead: 0, errorText: expect.stringContaining('SAP') },
      { status: 'FAILED' },
    ])
    expect(await orderRow(id)).toMatchObject({ status: 'CONFIRMED', rowVersion })
    await sapIs('late', 1)
    expect((await ask(csc, orderNo)).status).toBe(201)
  })

  it('is for people who read from SAP, each in their scope, for orders that SAP has or is to get', async () => {
    const { orderNo } = await confirmed()
    for (const who of [asha, await portal.as('customer'), await portal.as('auditor')])
      expect((await ask(who, orderNo)).status).toBe(403)
    const admin = await portal.as('master_admin')
    expect((await ask(admin, 'OR9900000001')).status).toBe(404)
    const wrong = await ask(admin, 'all of them')
    expect([wrong.status, wrong.body.errors[0]]).toEqual([
      400,
      {
        field: 'filterCode',
        code: 'FORMAT',
        message: 'Only must be one code or number of the object, such as 100101',
      },
    ])
    const invoices = await admin.post('/api/masters/read-data-from-sap', { object: 'INVOICE', filterCode: orderNo })
    expect([invoices.status, invoices.body.errors[0].field]).toEqual([400, 'filterCode'])
  })

  it('is refused for a while after ten in a minute', async () => {
    const admin = await portal.as('master_admin')
    const answers: number[] = []
    for (let no = 0; no < 11; no++) answers.push((await ask(admin, 'OR9900000001')).status)
    expect(answers.at(-1)).toBe(429)
  })
})

describe('pulling one product', () => {
  const pull = (who: ApiClient, filterCode: string) =>
    who.post('/api/masters/read-data-from-sap', { object: 'PRODUCT', filterCode })
  let desk: ApiClient
  beforeAll(async () => {
    desk = await portal.as('sys_admin')
  })
  const changed = (Product: string, set: object) =>
    portal.simulators.post('/sap/simulator/entity', { entitySet: 'A_Product', key: { Product }, set })

  it('takes it over at once and says so, for whoever may ask SAP', async () => {
    await portal.simulators.post('/sap/simulator/scale', { products: 1, customers: 0, prices: 0, stock: 0 })
    const answer = await pull(desk, 'SC-000001')
    expect([answer.status, answer.body.says]).toEqual([201, ['SC-000001 is new in the portal, as in SAP']])
    const kept = () => portal.db('products').where({ code: 'SC-000001' }).first()
    expect(await kept()).toMatchObject({ gstRate: null, toComplete: 'GST rate', packSize: null })
    await changed('SC-000001', { SizeOrDimensionText: '300 g' })
    expect((await pull(desk, 'SC-000001')).body.says).toEqual(['SC-000001 is updated'])
    expect(await kept()).toMatchObject({ packSize: '300 g' })
    expect((await pull(desk, 'SC-000001')).body.says).toEqual(['SAP has nothing new of SC-000001'])
    expect((await pull(desk, 'LS-9999')).body.says).toEqual(['SAP has nothing with the code LS-9999'])
    expect((await pull(asha, 'SC-000001')).status).toBe(403)
  })

  it('that is not complete is refused on an order, with what is missing', async () => {
    const { id } = await portal.db('products').where({ code: 'SC-000001' }).first('id')
    const input = await exampleOrderInput(portal, asha, [['LS-1004', 10, 0]])
    const lines = [{ ...input.lines[0], productId: id }]
    const { status, body } = await asha.post('/api/quotes', { ...input, lines })
    expect([status, body.errors[0]]).toEqual([
      400,
      {
        field: 'lines[0].productId',
        code: 'PRODUCT_NOT_COMPLETE',
        message: 'SC-000001 Scaled product 1 is not complete yet: have these entered under Products: GST rate',
      },
    ])
  })
})
