import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { today } from '../../../api/platform/clock.ts'
import { addDays } from '../../../resources/define/dates.ts'
import { orderStates } from '../../../resources/trade.ts'
import {
  exampleOrderInput,
  idempotencyHeader,
  submittedOrder,
  takeStep,
  waitForStatus,
} from '../../support/orders/example-order.ts'
import { type Answer, type ApiClient, demoPortal, portalBeside, type TestPortal } from '../../support/portal.ts'

const MANY = 30
let portal: TestPortal
let beside: TestPortal | undefined
let asha: ApiClient
let meena: ApiClient
let joseph: ApiClient
let csc: ApiClient

beforeAll(async () => {
  portal = await demoPortal()
  if (portal.databaseUrl.startsWith('mysql:')) beside = await portalBeside(portal)
  ;[asha, meena, joseph, csc] = (await Promise.all(
    ['asha', 'meena', 'joseph', 'csc_agent'].map(login => portal.as(login)),
  )) as [ApiClient, ApiClient, ApiClient, ApiClient]
})
afterAll(async () => {
  await beside?.close()
  await portal.close()
})

const code = ({ status, body }: Answer) => `${status} ${body.errors?.[0]?.code ?? ''}`.trim()
const orderOf = (id: number) => portal.db('order').where({ id }).first()
/** Who is asked for the open task of an order. */
async function asked(orderId: number): Promise<ApiClient> {
  const { assigneeUserId } = await portal.db('approval_task').where({ orderId, status: 'PENDING' }).first()
  return portal.as((await portal.db('user').where({ id: assigneeUserId }).first('loginId')).loginId)
}
const stepsOf = (orderId: number, step: string) => portal.db('order_step').where({ orderId, step })
const userId = async (loginId: string) => (await portal.db('user').where({ loginId }).first('id')).id as number

/** Makes one employee the delegate of another for today. */
async function standIn(absent: string, delegate: string | null) {
  const employee = async (loginId: string) =>
    (await portal.db('user').where({ loginId }).first('employeeId')).employeeId
  await portal
    .db('employee')
    .where({ id: await employee(absent) })
    .update({
      delegateEmployeeId: delegate && (await employee(delegate)),
      delegateFrom: delegate && addDays(today(), -1),
      delegateTo: delegate && addDays(today(), 1),
    })
}

describe('an approval', () => {
  it('cannot be given by the person who placed the order, not even when the task is assigned to them or as somebody’s delegate', async () => {
    const entered = await exampleOrderInput(portal, meena, [['LS-1001', 100, 12]])
    const draft = await meena.post('/api/orders', entered, idempotencyHeader())
    expect(draft.status, JSON.stringify(draft.body)).toBe(201)
    const own = (await takeStep(meena, draft.body.id, 'submit')).body.order
    expect(own.status).toBe('PENDING')
    const giveTo = async (loginId: string) =>
      portal
        .db('approval_task')
        .where({ id: own.currentTaskId })
        .update({ assigneeUserId: await userId(loginId) })
    await giveTo('meena')
    expect((await takeStep(meena, own.id, 'approve')).status).toBe(403)
    await giveTo('joseph')
    await standIn('joseph', 'meena')
    expect((await takeStep(meena, own.id, 'approve')).status).toBe(403)
    await standIn('joseph', null)
    expect(await stepsOf(own.id, 'approve')).toEqual([])
  })

  it('is given level by level: the second waits for the first, and the first level cannot decide the second', async () => {
    const order = await submittedOrder(portal, asha, [['LS-1001', 100, 12]])
    const ravi = await portal.as('ravi')
    expect([order.pendingStep, (await takeStep(ravi, order.id, 'approve')).status]).toEqual(['LIMIT_PRICE', 201])
    // Below every limit of the price: after him the head of the SBU and the final approver decide.
    while ((await orderOf(order.id)).pendingStep === 'LIMIT_PRICE')
      expect((await takeStep(await asked(order.id), order.id, 'approve')).status).toBe(201)
    expect(code(await takeStep(joseph, order.id, 'approve'))).toBe('403 TASK_NOT_YOURS')
    expect(code(await takeStep(asha, order.id, 'approve'))).toBe('403 TASK_NOT_YOURS')
    expect((await takeStep(meena, order.id, 'approve')).body.order.status).toBe('PENDING')
    // Above her own limit.
    expect(code(await takeStep(meena, order.id, 'approve'))).toBe('403 TASK_NOT_YOURS')
    expect((await takeStep(joseph, order.id, 'approve')).status).toBe(201)
    // It may wait for the credit desk now, or for nobody, but not for the same approver again.
    expect(code(await takeStep(joseph, order.id, 'approve'))).toMatch(/^(403 TASK_NOT_YOURS|409 TASK_ALREADY_DONE)$/)
  })

  it('is refused for a draft and for a deleted order', async () => {
    const draft = await asha.post('/api/orders', await exampleOrderInput(portal, asha), idempotencyHeader())
    expect((await takeStep(meena, draft.body.id, 'approve')).status).toBeGreaterThanOrEqual(403)
    const order = await submittedOrder(portal, asha)
    await takeStep(asha, order.id, 'delete', { remark: 'Entered twice' })
    expect(code(await takeStep(meena, order.id, 'approve'))).toBe('409 TASK_ALREADY_DONE')
    expect((await orderOf(order.id)).status).toBe('DELETED')
  })

  it('given thirty times at once by two approvers moves the order once', async () => {
    const order = await submittedOrder(portal, asha)
    await standIn('meena', 'joseph')
    const there = beside ? await beside.as('joseph') : joseph
    const answers = await Promise.all(
      Array.from({ length: MANY }, (_, index) => takeStep(index % 2 ? there : meena, order.id, 'approve')),
    )
    await standIn('meena', null)
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]))
    expect(await stepsOf(order.id, 'approve')).toHaveLength(1)
    expect(await stepsOf(order.id, 'release')).toHaveLength(1)
    const tasks = await portal.db('approval_task').where({ orderId: order.id, status: 'APPROVED' })
    expect(tasks).toHaveLength(1)
    const told = await portal.db('audit_entry').where({ entity: 'approval-task', entityId: tasks[0].id })
    expect(told.filter(({ afterJson }) => JSON.stringify(afterJson).includes('APPROVED'))).toHaveLength(1)
    expect(await portal.db('sap_outbox').where({ ownerType: 'ORDER', ownerId: order.id })).toHaveLength(1)
  })
})

describe('a repeated request', () => {
  it('returns the same order, submitted once; another body with the same key and a request without a key are refused', async () => {
    const body = await exampleOrderInput(portal, asha)
    const key = idempotencyHeader()
    const [one, two] = [await asha.post('/api/orders', body, key), await asha.post('/api/orders', body, key)]
    expect([one.status, two.status, two.body.id]).toEqual([201, 201, one.body.id])
    expect(code(await asha.post('/api/orders', { ...body, remarks: 'Other' }, key))).toBe('422 KEY_REUSED')
    expect(code(await asha.post('/api/orders', body))).toBe('400 REQUIRED')
    const said = { orderId: one.body.id, step: 'submit' }
    const again = idempotencyHeader()
    const answers = await Promise.all(Array.from({ length: 10 }, () => asha.post('/api/order-steps', said, again)))
    expect(new Set(answers.map(({ status }) => status)).isSubsetOf(new Set([201, 409]))).toBe(true)
    expect(await stepsOf(one.body.id, 'submit')).toHaveLength(1)
    expect((await asha.post('/api/order-steps', said, again)).status).toBe(201)
    expect(code(await asha.post('/api/order-steps', said))).toBe('400 REQUIRED')
  })
})

describe('the state of an order', () => {
  it('cannot be written by anybody: only steps change it', async () => {
    const order = await submittedOrder(portal, asha)
    const admin = await portal.as('sys_admin')
    for (const who of [asha, meena, csc]) {
      for (const status of orderStates) {
        const answer = await who.patch(`/api/orders/${order.id}`, { status, rowVersion: order.rowVersion })
        expect([status, answer.status]).toEqual([status, who === meena ? answer.status : 400])
        expect(answer.status).toBeGreaterThanOrEqual(400)
      }
    }
    expect((await admin.patch(`/api/orders/${order.id}`, { status: 'APPROVED', rowVersion: 1 })).status).toBe(403)
    for (const step of ['release', 'sapConfirmed', 'sapRefused', 'dispatch', 'deliver', 'expire', 'create', 'nonsense'])
      expect([step, (await takeStep(csc, order.id, step)).status]).toEqual([step, 400])
    const after = await orderOf(order.id)
    expect([after.status, after.rowVersion]).toEqual(['PENDING', order.rowVersion])
  })

  it('does not change by a step that is not allowed in it', async () => {
    const order = await submittedOrder(portal, asha, [['LS-1001', 10, 0]])
    const confirmed = await waitForStatus(portal, order.id, 'CONFIRMED')
    const remark = 'Too late'
    for (const step of ['submit', 'resubmit', 'delete', 'cancel', 'approve', 'reject', 'sendBack', 'retry', 'copy'])
      expect([step, [403, 409]]).toEqual([
        step,
        expect.arrayContaining([(await takeStep(asha, order.id, step, { remark })).status]),
      ])
    const edit = { ...(await exampleOrderInput(portal, asha)), rowVersion: confirmed.rowVersion }
    expect(code(await asha.patch(`/api/orders/${order.id}`, edit))).toBe('409 NOT_ALLOWED_STATE')
    await portal.db('order').where({ id: order.id }).update({ status: 'DISPATCHED' })
    expect(code(await takeStep(csc, order.id, 'cancel', { remark }))).toBe('409 NOT_ALLOWED_STATE')
    expect((await orderOf(order.id)).status).toBe('DISPATCHED')
  })

  it('cannot be skipped: requirements of submit still apply', async () => {
    const eud = await asha.post(
      '/api/orders',
      await exampleOrderInput(portal, asha, [['LS-1401', 20, 0]]),
      idempotencyHeader(),
    )
    expect(code(await takeStep(asha, eud.body.id, 'submit'))).toBe('422 EUD_MISSING')
    for (const step of ['approve', 'resubmit', 'accept']) {
      expect((await takeStep(asha, eud.body.id, step)).status).toBeGreaterThanOrEqual(403)
    }
    const forged = { ...(await exampleOrderInput(portal, asha, [['LS-1401', 20, 0]])) }
    const lines = [{ ...forged.lines[0]!, eudStatus: 'APPROVED' }]
    expect((await asha.post('/api/orders', { ...forged, lines }, idempotencyHeader())).status).toBe(400)
    expect((await orderOf(eud.body.id)).status).toBe('DRAFT')
  })
})

describe('amounts and quantities', () => {
  it('are computed by the server: amounts sent by a client are refused, and the order is the sum of its lines', async () => {
    const order = await exampleOrderInput(portal, asha, [
      ['LS-1001', 37, 3.37],
      ['LS-1003', 3, 1.01],
      ['LS-1004', 10, 0],
    ])
    for (const name of ['grossValue', 'taxableValue', 'cgst', 'igst', 'freightValue', 'discountValue', 'listValue'])
      expect([name, (await asha.post('/api/orders', { ...order, [name]: 1 }, idempotencyHeader())).status]).toEqual([
        name,
        400,
      ])
    for (const name of ['netPrice', 'listPrice', 'discountPct', 'freightValue', 'gstRate', 'grossValue', 'plantCode']) {
      const lines = [{ ...order.lines[0]!, [name]: 1 }]
      expect([name, (await asha.post('/api/orders', { ...order, lines }, idempotencyHeader())).status]).toEqual([
        name,
        400,
      ])
    }
    const { body: made } = await asha.post('/api/orders', order, idempotencyHeader())
    const lines = await portal.db('order_line').where({ orderId: made.id })
    for (const name of ['netValue', 'freightValue', 'taxableValue', 'cgst', 'sgst', 'igst', 'grossValue']) {
      const total = lines.reduce((sum, line) => sum + Number(line[name]), 0)
      if (name !== 'netValue') expect([name, made[name]]).toEqual([name, total])
    }
    for (const line of lines) {
      expect(line.taxableValue).toBe(line.netValue + line.freightValue)
      expect(line.grossValue).toBe(line.taxableValue + line.cgst + line.sgst + line.igst)
    }
  })

  it('are whole, positive and limited', async () => {
    const order = await exampleOrderInput(portal, asha)
    const withQty = (qty: unknown) => ({ ...order, customerPoNo: randomUUID(), lines: [{ ...order.lines[0]!, qty }] })
    for (const qty of [0, -1, -1000, 0.0001, 0.5, 1e18, Number.MAX_SAFE_INTEGER + 2, '1000', null, [1000], {}])
      expect([qty, (await asha.post('/api/orders', withQty(qty), idempotencyHeader())).status]).toEqual([qty, 400])
    const huge = await asha.post('/api/quotes', withQty(1e15))
    expect([400, 201]).toContain(huge.status)
    if (huge.status === 201) expect(huge.body.faults.length).toBeGreaterThan(0)
  })
})
