/** @module-tag sql */
import { beforeAll, describe, expect, it } from 'vitest'
import { today } from '../../../api/platform/clock.ts'
import { addDays } from '../../../resources/define/dates.ts'
import { exampleOrderInput, idempotencyHeader, submittedOrder, takeStep } from '../../support/orders/example-order.ts'
import { personWith } from '../../support/people.ts'
import { type ApiClient, demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
const asha = portal.person('asha')

const userId = async (loginId: string): Promise<number> => (await portal.db('user').where({ loginId }).first('id')).id
const headOfLs = async (): Promise<number> => (await portal.db('sbu').where({ code: 'LS' }).first()).headEmployeeId

/** Assigns the open approval task of an order to a person. */
const give = async (orderId: number, loginId: string, step = 'MY_APPROVAL') => {
  const task = { step, assigneeUserId: await userId(loginId), assigneeRoleId: null, escalatedToUserId: null }
  await portal.db('approval_task').where({ orderId, status: 'PENDING' }).update(task)
  await portal.db('order').where({ id: orderId }).update({ pendingStep: step })
}

/** Every address that reads an order or its parts, with the answer; `[404]` or `[200, 0]` means not readable. */
async function waysTo(who: ApiClient, orderId: number) {
  const order = await portal.db('order').where({ id: orderId }).first()
  const of = async (path: string) => {
    const { status, body } = await who.get(path)
    return status === 200 && Array.isArray(body?.data) ? [status, body.data.length] : [status]
  }
  return {
    order: await of(`/api/orders/${orderId}`),
    among: await of(`/api/orders?id=${orderId}`),
    lines: await of(`/api/order-lines?orderId=${orderId}`),
    deliveries: await of(`/api/schedule-lines?orderId=${orderId}`),
    steps: await of(`/api/order-steps?orderId=${orderId}`),
    tasks: await of(`/api/approval-tasks?orderId=${orderId}`),
    comments: await of(`/api/order-comments?orderId=${orderId}`),
    history: await of(`/api/history?resource=orders&rowId=${orderId}`),
    pdf: await of(`/api/orders/${orderId}/pdf`),
    poFile: await of(`/api/attachments/${order.poAttachmentId}/file`),
    decision: await of(`/api/decisions?orderId=${orderId}`),
    actions: await of(`/api/order-actions?orderId=${orderId}`),
    ahead: await of(`/api/order-route?orderId=${orderId}`),
    mentions: await of(`/api/order-mentions?orderId=${orderId}&q=a`),
  }
}
type Ways = Awaited<ReturnType<typeof waysTo>>
const isOpen = (ways: Ways) =>
  Object.entries(ways).flatMap(([way, [status, rows]]) => (status === 200 && rows !== 0 ? [way] : []))
/** Asserts that an answer neither reveals a row of the order nor is a server error. */
const answers = (ways: Ways) => [...new Set(Object.values(ways).map(([status]) => status))].toSorted()
const everyWay = [
  ...['order', 'among', 'lines', 'steps', 'tasks', 'history', 'pdf', 'poFile', 'decision', 'actions'],
  ...['ahead', 'mentions'],
]

describe('the head of an SBU whose roles read no orders', () => {
  let head: ApiClient
  let login: string
  beforeAll(async () => {
    login = 'head-of-ls-beside'
    head = await personWith(portal, ['QA'], { employeeId: await headOfLs(), loginId: login })
  })

  it('reads the orders that wait for their decision at every address, and no other order of the SBU', async () => {
    const [order, other] = [await submittedOrder(portal, asha), await submittedOrder(portal, asha)]
    expect(isOpen(await waysTo(head, order.id))).toEqual([])
    await give(order.id, login)
    expect(isOpen(await waysTo(head, order.id))).toEqual(expect.arrayContaining(everyWay))
    const ways = await waysTo(head, other.id)
    expect([isOpen(ways), answers(ways)]).toEqual([[], [200, 404]])
    expect((await head.get('/api/orders')).body.data.map(({ id }: { id: number }) => id)).toEqual([order.id])
    expect((await head.get('/api/orders/item-wise-order')).status).toBe(403)
    expect((await head.get('/api/me')).body.askedAsHead).toEqual(['MY_APPROVAL'])
  })

  it('sees what the decision depends on (prices, limits, the reason of the approval) and may comment', async () => {
    const order = await submittedOrder(portal, asha)
    await give(order.id, login)
    const { body } = await head.get(`/api/orders/${order.id}`)
    expect(body).toMatchObject({ id: order.id, grossValue: order.grossValue })
    expect(body.texts.customerId).toBeTruthy()
    const [line] = (await head.get(`/api/order-lines?orderId=${order.id}`)).body.data
    expect(line).toMatchObject({ netPrice: expect.any(Number), priceTrace: expect.anything() })
    const decision = (await head.get(`/api/decisions?orderId=${order.id}`)).body
    expect(decision).toMatchObject({
      task: { mine: true, reason: expect.any(String) },
      files: [{ what: 'Purchase order' }],
    })
    expect(decision.credit).not.toBeNull()
    const said = { orderId: order.id, body: 'Why 4 %?', isInternal: true }
    expect((await head.post('/api/order-comments', said, idempotencyHeader())).status).toBe(201)
    expect(isOpen(await waysTo(head, order.id))).toContain('comments')
  })

  it('may decide it and nothing else: not edit, cancel, copy or delete the order', async () => {
    const order = await submittedOrder(portal, asha)
    await give(order.id, login)
    const steps = (await head.get(`/api/order-actions?orderId=${order.id}`)).body.map(
      ({ step }: { step: string }) => step,
    )
    expect(steps.toSorted()).toEqual(['approve', 'changeLine', 'reject', 'sendBack'])
    for (const step of ['cancel', 'delete', 'submit', 'copy', 'accept'])
      expect([step, (await takeStep(head, order.id, step, { remark: 'no' })).status >= 403]).toEqual([step, true])
    const { rowVersion } = (await head.get(`/api/orders/${order.id}`)).body
    expect((await head.patch(`/api/orders/${order.id}`, { rowVersion, remarks: 'mine' })).status).toBe(403)
    expect((await head.post('/api/orders', {}, idempotencyHeader())).status).toBe(403)
    const approved = await takeStep(head, order.id, 'approve')
    expect([approved.status, approved.body.order.id]).toEqual([201, order.id])
  })

  it('still reads the orders they decided after these moved on and after they stopped heading the SBU', async () => {
    const order = await submittedOrder(portal, asha)
    await give(order.id, login)
    expect((await takeStep(head, order.id, 'sendBack', { remark: 'Too much' })).status).toBe(201)
    const still = everyWay.filter(way => way !== 'poFile')
    expect(isOpen(await waysTo(head, order.id))).toEqual(expect.arrayContaining(still))
    expect((await head.get(`/api/order-actions?orderId=${order.id}`)).body).toEqual([])
    expect((await takeStep(head, order.id, 'approve')).status).toBe(409)
    const headEmployeeId = await headOfLs()
    await portal.db('sbu').where({ code: 'LS' }).update({ headEmployeeId: null })
    try {
      expect(isOpen(await waysTo(head, order.id))).toEqual(expect.arrayContaining(still))
    } finally {
      await portal.db('sbu').where({ code: 'LS' }).update({ headEmployeeId })
    }
  })

  it('no longer reads an order whose task was reassigned', async () => {
    const order = await submittedOrder(portal, asha)
    await give(order.id, login)
    expect(isOpen(await waysTo(head, order.id))).toContain('order')
    await give(order.id, 'meena')
    const ways = await waysTo(head, order.id)
    expect([isOpen(ways), answers(ways)]).toEqual([[], [200, 404]])
    expect((await takeStep(head, order.id, 'approve')).status).toBe(404)
  })

  it('reads nothing of another SBU, which they do not head, although its task names them', async () => {
    const order = await submittedOrder(portal, asha)
    await give(order.id, login)
    const { sbuId } = await portal.db('order').where({ id: order.id }).first()
    expect(isOpen(await waysTo(head, order.id))).toContain('order')
    const other = await portal.db('sbu').whereNot({ id: sbuId }).whereNull('headEmployeeId').first('id')
    const elsewhere =
      other ??
      (await portal
        .db('sbu')
        .whereNot({ id: sbuId })
        .whereNot({ headEmployeeId: await headOfLs() })
        .first('id'))
    await portal.db('order').where({ id: order.id }).update({ sbuId: elsewhere.id })
    expect(isOpen(await waysTo(head, order.id))).toEqual([])
    await portal.db('order').where({ id: order.id }).update({ sbuId })
  })
})

describe('a person with the same roles who heads no SBU', () => {
  it('reads no order, although a task names them', async () => {
    const order = await submittedOrder(portal, asha)
    const nobody = await personWith(portal, ['QA'], { loginId: 'qa-alone' })
    await give(order.id, 'qa-alone')
    const ways = await waysTo(nobody, order.id)
    expect(isOpen(ways)).toEqual([])
    expect((await nobody.get('/api/orders')).status).toBe(403)
    expect((await takeStep(nobody, order.id, 'approve')).status).toBe(403)
  })
})

describe('a delegate whose roles decide in the queue but work for other SBUs', () => {
  it('reads what they decide during the delegation, and what they decided as long as they are named as delegate', async () => {
    const [order, other] = [await submittedOrder(portal, asha), await submittedOrder(portal, asha)]
    const away = await headOfLs()
    const { id: _, ...like } = await portal.db('employee').where({ id: away }).first()
    const [employeeId] = await portal
      .db('employee')
      .insert({ ...like, employeeCode: 'E9990', naturalKey: 'e9990', email: 'e9990@test.example' })
    const login = 'stands-in-for-head'
    const delegate = await personWith(portal, ['PRICING_APPROVER'], { employeeId, loginId: login })
    for (const { id } of [order, other]) await give(id, 'kavita')
    const standIn = (delegateFrom: string, delegateTo: string) =>
      portal.db('employee').where({ id: away }).update({ delegateEmployeeId: employeeId, delegateFrom, delegateTo })
    try {
      expect(isOpen(await waysTo(delegate, order.id))).toEqual([])
      await standIn(today(), today())
      expect(isOpen(await waysTo(delegate, order.id))).toEqual(expect.arrayContaining(everyWay))
      expect((await takeStep(delegate, order.id, 'approve')).status).toBe(201)
      await standIn(addDays(today(), -9), addDays(today(), -1))
      expect(isOpen(await waysTo(delegate, order.id))).toContain('order')
      expect(isOpen(await waysTo(delegate, other.id))).toEqual([])
      expect((await takeStep(delegate, other.id, 'approve')).status).toBe(404)
    } finally {
      const nobody = { delegateEmployeeId: null, delegateFrom: null, delegateTo: null }
      await portal.db('employee').where({ id: away }).update(nobody)
    }
  })
})

describe('a delegate of the service centre of another SBU', () => {
  it('decides for the absent person, and may not cancel, delete or edit the order by their own role', async () => {
    const order = await submittedOrder(portal, asha)
    const away = await headOfLs()
    const { id: _, ...like } = await portal.db('employee').where({ id: away }).first()
    const made = { employeeCode: 'E9991', naturalKey: 'e9991', email: 'e9991@test.example' }
    const [employeeId] = await portal.db('employee').insert({ ...like, ...made })
    const desk = await personWith(portal, ['CSC_AGENT'], { employeeId, loginId: 'desk-of-another-sbu' })
    await give(order.id, 'kavita', 'CSC')
    const days = { delegateEmployeeId: employeeId, delegateFrom: today(), delegateTo: today() }
    await portal.db('employee').where({ id: away }).update(days)
    try {
      const offered = (await desk.get(`/api/order-actions?orderId=${order.id}`)).body
      const steps = offered.map(({ step }: { step: string }) => step)
      expect(steps.toSorted()).toEqual(['approve', 'changeLine', 'reject', 'sendBack'])
      const refused = async (step: string, more = {}) =>
        (await takeStep(desk, order.id, step, { remark: 'no', ...more })).status
      expect([await refused('cancel'), await refused('delete')]).toEqual([403, 403])
      expect(await refused('deleteLines', { lineNos: [10] })).toBe(403)
      expect((await takeStep(desk, order.id, 'sendBack', { remark: 'Ask again' })).status).toBe(201)
      const { rowVersion } = (await desk.get(`/api/orders/${order.id}`)).body
      const edited = await portal.db('order').where({ id: order.id }).first()
      const input = { ...(await exampleOrderInput(portal, asha)), rowVersion, customerId: edited.customerId }
      expect((await desk.patch(`/api/orders/${order.id}`, input)).status).toBe(403)
      expect((await takeStep(desk, order.id, 'delete', { remark: 'no' })).status).toBe(403)
    } finally {
      const nobody = { delegateEmployeeId: null, delegateFrom: null, delegateTo: null }
      await portal.db('employee').where({ id: away }).update(nobody)
    }
  })
})

describe('the head of an SBU whose roles read some orders without all their fields', () => {
  it('sees no more fields of the orders they decide than their roles show of other orders', async () => {
    const order = await submittedOrder(portal, asha)
    const login = 'head-at-the-gate'
    const head = await personWith(portal, ['DISPATCH'], { employeeId: await headOfLs(), loginId: login })
    await give(order.id, login)
    const { status, body } = await head.get(`/api/orders/${order.id}`)
    expect([status, 'grossValue' in body, 'creditExposure' in body]).toEqual([200, false, false])
    const cut = { orderId: order.id, lines: [{ lineNo: 10, qty: 10_000 }] }
    const preview = await head.post('/api/line-change-previews', cut)
    expect(preview.status, JSON.stringify(preview.body)).toBe(201)
    expect(JSON.stringify(preview.body)).not.toMatch(/netPrice|grossValue|₹/)
  })
})
