import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../../../api/platform/transact.ts'
import { submittedOrder, takeStep, waitForStatus } from '../../support/orders/example-order.ts'
import { demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
const asha = portal.person('asha')
const csc = portal.person('csc_agent')
let late: number

beforeAll(async () => {
  late = (await portal.db('reason_code').where({ reasonType: 'CANCEL', code: 'LATE' }).first('id')).id
})
afterEach(() => sapIs('ok'))

/** Sets the behaviour of the simulated SAP. */
const sapIs = async (mode: string, times?: number) =>
  portal.simulators.post('/sap/simulator/behaviour', { mode, ...(times && { times }) })

const orderRow = (id: number) => portal.db('order').where({ id }).first()
const lineRow = (orderId: number, lineNo = 10) => portal.db('order_line').where({ orderId, lineNo }).first()
const messages = (orderId: number) =>
  portal
    .db('sap_outbox')
    .where({ messageType: 'ORDER_ITEM_CANCEL' })
    .whereIn('ownerId', portal.db('order_line').where({ orderId }).select('id'))
    .orderBy('id')
const steps = (orderId: number): Promise<string[]> =>
  portal.db('order_step').where({ orderId }).orderBy('id').pluck('step')

async function confirmed(lines: [string, number, number][] = [['LS-1004', 10, 0]]) {
  const order = await submittedOrder(portal, asha, lines)
  await waitForStatus(portal, order.id, 'CONFIRMED')
  return order.id as number
}

const until = async (what: () => Promise<boolean>) => {
  await portal.runDue()
  expect(await what()).toBe(true)
}

/** Makes SAP answer again, and retries the waiting messages at once. */
async function sapIsBack(id: number) {
  await until(async () => (await messages(id))[0].status === 'RETRY')
  await sapIs('ok')
  await portal
    .db('sap_outbox')
    .where({ id: (await messages(id))[0].id })
    .update({ nextAttemptAt: '2026-01-01T00:00:00.000Z' })
}

describe('the open quantity of an order that SAP has', () => {
  it('is cancelled whole once SAP has agreed, and not before', async () => {
    const id = await confirmed()
    await sapIs('dead')
    const asked = await takeStep(csc, id, 'cancelOpen', { reasonCodeId: late })
    expect(asked.status, JSON.stringify(asked.body)).toBe(201)
    await until(async () => (await messages(id))[0].attempts > 0)
    expect(await lineRow(id)).toMatchObject({ cancelledQty: 0, lineStatus: 'OPEN' })
    expect((await orderRow(id)).status).toBe('CONFIRMED')
    await sapIsBack(id)
    await waitForStatus(portal, id, 'CANCELLED')
    expect(await lineRow(id)).toMatchObject({ cancelledQty: 10_000, lineStatus: 'CANCELLED' })
    expect((await steps(id)).slice(-2)).toEqual(['cancelOpen', 'openCancelled'])
  })

  it('is reduced by part of a line: the rest stays, and SAP gets the remaining quantity', async () => {
    const id = await confirmed()
    const asked = await takeStep(csc, id, 'cancelOpen', {
      reasonCodeId: late,
      lines: [{ lineNo: 10, cancelQty: 4_000 }],
    })
    expect(asked.status, JSON.stringify(asked.body)).toBe(201)
    await until(async () => (await lineRow(id)).cancelledQty === 4_000)
    expect((await messages(id))[0].payload).toContain('"remainingQty":6000')
    expect(await lineRow(id)).toMatchObject({ lineStatus: 'OPEN' })
    expect((await orderRow(id)).status).toBe('CONFIRMED')
  })

  it('stays unchanged when SAP refuses, and the order says why', async () => {
    const id = await confirmed()
    await portal.db('order_line').where({ orderId: id }).update({ sapItemNo: '000990' })
    await takeStep(csc, id, 'cancelOpen', { reasonCodeId: late })
    await until(async () => (await steps(id)).includes('openKept'))
    const said = await portal.db('order_step').where({ orderId: id, step: 'openKept' }).first()
    expect(said.remark).toMatch(/^Line 10: SAP/)
    expect(await lineRow(id)).toMatchObject({ cancelledQty: 0, lineStatus: 'OPEN' })
    await portal.db('order_line').where({ orderId: id }).update({ sapItemNo: '000010' })
    expect((await takeStep(csc, id, 'cancelOpen', { reasonCodeId: late })).status).toBe(201)
  })

  it('is cancelled in SAP once: a second request is refused while the first is pending', async () => {
    const id = await confirmed()
    await sapIs('dead')
    await takeStep(csc, id, 'cancelOpen', { reasonCodeId: late, lines: [{ lineNo: 10, cancelQty: 1_000 }] })
    const again = await takeStep(csc, id, 'cancelOpen', { reasonCodeId: late })
    expect(again.status).toBe(409)
    await sapIsBack(id)
    await until(async () => (await lineRow(id)).cancelledQty === 1_000)
  })

  it('excludes what has been dispatched or invoiced', async () => {
    const id = await confirmed()
    await portal.db('order_line').where({ orderId: id }).update({ invoicedQty: 7_000 })
    const much = { reasonCodeId: late, lines: [{ lineNo: 10, cancelQty: 4_000 }] }
    const answer = await takeStep(csc, id, 'cancelOpen', much)
    expect([answer.status, answer.body.message]).toEqual([400, 'Line 10: 3 EA can be cancelled, and no more'])
    await portal.db('order_line').where({ orderId: id }).update({ invoicedQty: 10_000 })
    expect((await takeStep(csc, id, 'cancelOpen', { reasonCodeId: late })).status).toBe(409)
  })

  it('needs a reason that SAP knows', async () => {
    const id = await confirmed()
    const bare = await takeStep(csc, id, 'cancelOpen', { remark: 'No longer needed' })
    expect([bare.status, bare.body.errors[0].field]).toEqual([400, 'reasonCodeId'])
  })

  it('can only be requested for cancellation by the buyer, and the service centre is notified', async () => {
    const { body: mine } = await (await portal.as('customer')).get('/api/orders?$limit=1')
    const buyer = await portal.as('customer')
    const id = await confirmed()
    await portal
      .db('order')
      .where({ id })
      .update({ customerId: mine.data[0].customerId, soldToId: mine.data[0].soldToId })
    expect((await takeStep(buyer, id, 'cancelOpen', { reasonCodeId: late })).status).toBe(403)
    const asked = await takeStep(buyer, id, 'askCancel', { remark: 'We closed the plant' })
    expect(asked.status, JSON.stringify(asked.body)).toBe(201)
    const notes = await portal.db('notification').where({ link: `/orders/order-history/${id}` })
    expect(notes.length).toBeGreaterThan(0)
    expect(notes[0]).toMatchObject({ body: 'We closed the plant' })
    expect((await orderRow(id)).status).toBe('CONFIRMED')
  })

  it('goes back to its rate contract when cancelled', async () => {
    const line = await portal.db('rate_contract_line').first('id', 'consumedQty')
    const id = await confirmed()
    await portal
      .db('order_line')
      .where({ orderId: id })
      .update({ priceSource: 'RATE_CONTRACT', priceSourceId: line.id })
    const consumed = async () =>
      Number((await portal.db('rate_contract_line').where({ id: line.id }).first()).consumedQty)
    const cancel = async (cancelQty: number, all: number) => {
      await takeStep(csc, id, 'cancelOpen', { reasonCodeId: late, lines: [{ lineNo: 10, cancelQty }] })
      await until(async () => (await lineRow(id)).cancelledQty === all)
      return consumed()
    }
    const left = await cancel(4_000, 4_000)
    expect(left).toBe(Number(line.consumedQty) + 6_000)
    expect(await cancel(2_000, 6_000)).toBe(left - 2_000)
  })
})

describe('an order stuck for SAP', () => {
  /** An order that SAP did not accept and whose retries ended. */
  async function stuck() {
    await sapIs('dead')
    const { id } = await submittedOrder(portal, asha, [['LS-1004', 10, 0]])
    await until(
      async () => (await portal.db('sap_outbox').where({ ownerType: 'ORDER', ownerId: id }).first()).attempts > 0,
    )
    await until(
      async () =>
        (await transact(portal.db, trx =>
          trx('sap_outbox').where({ ownerType: 'ORDER', ownerId: id, status: 'RETRY' }).update({
            status: 'FAILED_TECH',
            // SAP was searched since, and has none of it.
            uncertainSince: null,
          }),
        )) === 1,
    )
    return id as number
  }

  it('is marked as created only under a number that SAP itself knows', async () => {
    const known = await confirmed()
    const id = await stuck()
    expect((await takeStep(csc, id, 'markCreated', { sapOrderNo: '7000000001' })).status).toBe(503)
    await sapIs('ok')
    const unknown = await takeStep(csc, id, 'markCreated', { sapOrderNo: '7000000001' })
    expect([unknown.status, unknown.body.message]).toEqual([422, 'SAP has no order 7000000001'])
    const { sapOrderNo } = await orderRow(known)
    expect((await takeStep(csc, id, 'markCreated', { sapOrderNo })).status).toBe(409)
    await portal.db('order').where({ id: known }).update({ sapOrderNo: null })
    const marked = await takeStep(csc, id, 'markCreated', { sapOrderNo })
    expect(marked.body.order).toMatchObject({ status: 'CONFIRMED', sapOrderNo })
    expect(await lineRow(id)).toMatchObject({ sapItemNo: '000010', confirmedQty: 10_000 })
    expect((await portal.db('sap_outbox').where({ ownerType: 'ORDER', ownerId: id }).first()).status).toBe('CANCELLED')
  })

  it('is retried or cancelled by the IT administrator, who reads no other orders', async () => {
    const admin = await portal.as('sys_admin')
    const id = await stuck()
    await sapIs('ok')
    expect((await admin.get(`/api/orders/${id}`)).status).toBeGreaterThan(400)
    expect((await takeStep(admin, id, 'retry')).status).toBe(201)
    await waitForStatus(portal, id, 'CONFIRMED')
    const other = await stuck()
    expect((await takeStep(admin, other, 'cancel', { remark: 'x' })).status).toBeGreaterThan(400)
    expect((await takeStep(admin, other, 'cancelStuck', { remark: 'Ordered by telephone' })).status).toBe(201)
    expect((await orderRow(other)).status).toBe('CANCELLED')
  })
})
