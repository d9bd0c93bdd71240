import { beforeAll, describe, expect, it } from 'vitest'
import { decidersOf } from '../../../api/orders/approvals/deciders.ts'
import { routeOfOrder } from '../../../api/orders/approvals/route-order.ts'
import { readOrder } from '../../../api/orders/move-order.ts'
import { idempotencyHeader, orderInputFor, takeStep, waitForStatus } from '../../support/orders/example-order.ts'
import { type ApiClient, demoPortal, portalBeside } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'
import { statementsDuring } from '../../support/statements.ts'

const portal = portalOfFile(demoPortal)
const who: Record<string, ApiClient> = {}
let konkan: { id: number }

beforeAll(async () => {
  for (const login of ['asha', 'ravi', 'meena', 'joseph', 'cc1', 'cc2', 'csc_agent', 'csc_manager', 'eud_approver'])
    who[login] = await portal.as(login)
  konkan = await portal.db('customer').where({ code: '100102' }).first()
  await giveLogin('konkan_buyer', konkan.id)
  await otherOrdersOf(60_000_00)
})

/** Creates a user of a customer, with the demo password. */
async function giveLogin(loginId: string, customerId: number) {
  const { id: _, ...alike } = await portal.db('user').where({ loginId: 'customer' }).first()
  const email = `${loginId}@partner.example`
  await portal.db('user').insert({ ...alike, loginId, email, customerId, naturalKey: loginId })
  const { id: userId } = await portal.db('user').where({ loginId }).first('id')
  const held = await portal
    .db('assign_roles')
    .join('role', 'role.id', 'roleId')
    .where('role.code', 'CUSTOMER')
    .first('assign_roles.*')
  const { id: __, ...grant } = held
  await portal.db('assign_roles').insert({ ...grant, userId, naturalKey: loginId, periodKey: loginId })
}

/** Creates another order of the customer in SAP, with a given value. */
async function otherOrdersOf(gross: number) {
  const { id } = await submittedOrder(await orderInputFor(portal, who.asha!, konkan, [['LS-1003', 1, 0]]))
  await waitForStatus(portal, id, 'CONFIRMED')
  await portal.db('order_line').where({ orderId: id }).update({ grossValue: gross })
}

const exampleOrder = async () => ({
  ...(await orderInputFor(portal, who.asha!, konkan, [
    ['LS-1001', 100, 8],
    ['LS-1002', 200, 0],
  ])),
  freightTerms: 'BILLED',
  transMode: 'SURFACE',
})

async function submittedOrder(order: unknown, login = 'asha'): Promise<Row> {
  const draft = await who[login]!.post('/api/orders', order, idempotencyHeader())
  expect(draft.status, JSON.stringify(draft.body)).toBe(201)
  const { status, body } = await takeStep(who[login]!, draft.body.id, 'submit')
  expect(status, JSON.stringify(body)).toBe(201)
  return orderRow(draft.body.id)
}

// biome-ignore lint/suspicious/noExplicitAny: an untyped database row
type Row = any
const orderRow = (id: number): Promise<Row> => portal.db('order').where({ id }).first()
const openTask = (orderId: number): Promise<Row> =>
  portal.db('approval_task').where({ orderId, status: 'PENDING' }).first()

async function approves(login: string, orderId: number, step = 'approve') {
  const { status, body } = await takeStep(who[login]!, orderId, step)
  expect(status, `${login}: ${JSON.stringify(body)}`).toBe(201)
  return orderRow(orderId)
}

/** The login ids of the people who may decide an order now. */
async function deciders(orderId: number): Promise<string[]> {
  const { id } = await openTask(orderId)
  const users = (await decidersOf(portal.db, [id])).get(id)!
  return portal.db('user').whereIn('id', users).orderBy('loginId').pluck('loginId')
}

/** Asserts that an order has at most one open task. */
async function oneTask(orderId: number) {
  expect(await portal.db('approval_task').where({ orderId, status: 'PENDING' })).toHaveLength(1)
}

describe('the worked example of the approvals', () => {
  it('is previewed before submit: each queue, the people, the reason and the measured value', async () => {
    const { body } = await who.asha!.post('/api/quotes', await exampleOrder())
    expect(body.totals).toMatchObject({ taxableValue: 1_79_300_00, grossValue: 2_11_574_00 })
    expect(body.lines).toMatchObject([{ netPrice: 874_00, discountPct: 1260 }, { netPrice: 450_00 }])
    expect(body.approvals).toMatchObject([
      { step: 'RATE_CONTRACT', over: 50_000, people: ['Pricing desk (Ravi Shetty, Deepa Joshi)'] },
      { step: 'LIMIT_PRICE', over: 68, people: ['Ravi Shetty'] },
      { step: 'MY_APPROVAL', over: 760, people: ['Meena Kulkarni', "Joseph D'Souza"] },
      { step: 'LIMIT', over: 91_574_00, people: ['Colin Fernandes'] },
    ])
    expect(body.approvals[3].reason).toBe(
      'Konkan Diagnostics and Research Ltd: ₹ 91,574.00 over the credit limit of ₹ 15,00,000.00',
    )
  })

  it('with 60 instead of 100 needs the first credit level only, and then the customer accepts', async () => {
    const { id } = await submittedOrder(await exampleOrder())
    expect(await orderRow(id)).toMatchObject({
      status: 'PENDING',
      pendingStep: 'RATE_CONTRACT',
      creditExcess: 91_574_00,
    })
    expect(await deciders(id)).toEqual(['pricing_approver', 'ravi'])
    expect(await approves('ravi', id)).toMatchObject({ pendingStep: 'LIMIT_PRICE' })
    expect(await approves('ravi', id)).toMatchObject({ pendingStep: 'MY_APPROVAL' })
    const before = await openTask(id)
    const cut = await takeStep(who.meena!, id, 'changeLine', { lines: [{ lineNo: 10, qty: 60_000 }] })
    expect(cut.status, JSON.stringify(cut.body)).toBe(201)
    expect(await orderRow(id)).toMatchObject({
      ...{ pendingStep: 'MY_APPROVAL', taxableValue: 1_43_860_00, grossValue: 1_69_754_80 },
      ...{ creditExposure: 15_49_754_80, creditExcess: 49_754_80 },
    })
    // The order still waits for her, in the same task.
    expect((await openTask(id)).id).toBe(before.id)
    expect(await approves('meena', id)).toMatchObject({ pendingStep: 'MY_APPROVAL' })
    expect(await approves('joseph', id)).toMatchObject({ pendingStep: 'LIMIT' })
    expect(await openTask(id)).toMatchObject({ level: 1, measuredValue: 49_754_80 })
    expect(await deciders(id)).toEqual(['cc1'])
    expect((await takeStep(who.cc2!, id, 'approve')).status).toBe(403)
    expect(await approves('cc1', id)).toMatchObject({ pendingStep: 'ACCEPTANCE' })
    await oneTask(id)
    expect(await deciders(id)).toEqual(['jyoti', 'konkan_buyer'])
    who.konkan_buyer = await portal.as('konkan_buyer')
    expect(await approves('konkan_buyer', id, 'accept')).toMatchObject({ status: 'APPROVED', currentTaskId: null })
    await waitForStatus(portal, id, 'CONFIRMED')
    // Frees the credit and the contract for the next test.
    await portal.db('order').where({ id }).update({ status: 'CLOSED' })
    await portal.db('rate_contract_line').where({ rate: 450_00 }).update({ consumedQty: 250_000, reservedQty: 0 })
  })

  it('goes through pricing, Meena, Joseph and the second credit level to SAP, each task with its reason', async () => {
    const { id } = await submittedOrder(await exampleOrder())
    const way = ['ravi', 'ravi', 'meena', 'joseph', 'cc2']
    for (const login of way) {
      await oneTask(id)
      await approves(login, id)
    }
    expect(await orderRow(id)).toMatchObject({ creditExposure: 15_91_574_00, creditExcess: 91_574_00 })
    await waitForStatus(portal, id, 'CONFIRMED')
    const tasks: Row[] = await portal.db('approval_task').where({ orderId: id }).orderBy('id')
    expect(tasks.map(({ step, level, measuredValue, status }) => [step, level, measuredValue, status])).toEqual([
      ['RATE_CONTRACT', 1, 50_000, 'APPROVED'],
      ['LIMIT_PRICE', 1, 68, 'APPROVED'],
      ['MY_APPROVAL', 1, 1260, 'APPROVED'],
      ['MY_APPROVAL', 2, 1260, 'APPROVED'],
      ['LIMIT', 2, 91_574_00, 'APPROVED'],
    ])
    const { steps } = JSON.parse(tasks[4].trace)
    const lost = steps.find(({ name, verdict }: Row) => name === 'LIMIT_ROW' && verdict === 'lost')
    expect(lost).toMatchObject({
      row: { resource: 'approving-limits', rowVersion: expect.any(Number), values: { maxValue: 50_000_00, level: 1 } },
      reason: 'Charu Bansal may approve ₹ 50,000.00, ₹ 41,574.00 too little',
    })
    for (const task of tasks) expect(task.fingerprint).toMatch(/^[0-9a-f]{64}$/)
  })
})

describe('the decider of an order', () => {
  const roleGrant = (loginId: string, role: string) =>
    portal
      .db('assign_roles')
      .whereIn('userId', portal.db('user').where({ loginId }).select('id'))
      .whereIn('roleId', portal.db('role').where({ code: role }).select('id'))

  it('is determined at each request: a revoked role no longer counts, and counts again once granted', async () => {
    const { id } = await submittedOrder(await exampleOrder())
    const queue = async () =>
      (await who.ravi!.get('/api/approval-queue?step=RATE_CONTRACT')).body.data?.map(({ orderId }: Row) => orderId)
    expect(await queue()).toContain(id)
    await roleGrant('ravi', 'PRICING_APPROVER').update({ isActive: 0 })
    expect((await takeStep(who.ravi!, id, 'approve')).status).not.toBe(201)
    expect(await deciders(id)).toEqual(['pricing_approver'])
    await roleGrant('ravi', 'PRICING_APPROVER').update({ isActive: 1 })
    expect(await queue()).toContain(id)
    await portal
      .db('sbu_employee_map')
      .where({ isActive: 1 })
      .whereIn('employeeId', employeeOf('ravi'))
      .update({ isActive: 0 })
    expect(await deciders(id)).toEqual(['pricing_approver'])
    await portal.db('sbu_employee_map').whereIn('employeeId', employeeOf('ravi')).update({ isActive: 1 })
    await takeStep(who.asha!, id, 'cancel', { remark: 'Only asked' })
  })

  const employeeOf = (loginId: string) => portal.db('user').where({ loginId }).select('employeeId')

  it('is the head of the SBU, whatever their roles, when nobody of a queue can decide', async () => {
    const kit = { ...(await orderInputFor(portal, who.asha!, konkan, [['LS-1201', 1, 0]])) }
    const agents = roleGrant('csc_agent', 'CSC_AGENT')
    await agents.clone().update({ isActive: 0 })
    await roleGrant('csc_manager', 'CSC_AGENT').update({ isActive: 0 })
    const { id } = await submittedOrder(kit)
    expect(await deciders(id)).toEqual(['kavita'])
    await agents.clone().update({ isActive: 1 })
    await roleGrant('csc_manager', 'CSC_AGENT').update({ isActive: 1 })
    const kavita = await portal.as('kavita')
    expect((await takeStep(kavita, id, 'approve')).status).toBe(201)
  })

  it('is any one of several people of a level, once', async () => {
    const [row] = await portal
      .db('csc_approver')
      .join('mvgr', 'mvgr.id', 'mvgr1Id')
      .where('mvgr.code', 'KIT')
      .select('csc_approver.*')
    const { id: _, ...alike } = row
    const { employeeId } = await portal.db('user').where({ loginId: 'csc_manager' }).first('employeeId')
    await portal.db('csc_approver').insert({ ...alike, employeeId, naturalKey: 'second of the kits' })
    const { id } = await submittedOrder(await orderInputFor(portal, who.asha!, konkan, [['LS-1201', 1, 0]]))
    expect(await openTask(id)).toMatchObject({ step: 'CSC', assigneeUserId: null, assigneeRoleId: null })
    expect(await deciders(id)).toEqual(['csc_agent', 'csc_manager'])
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => takeStep(n % 2 ? who.csc_agent! : who.csc_manager!, id, 'approve')),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  })

  it('is never the person who placed the order, even with the required role', async () => {
    const order = await orderInputFor(portal, who.csc_agent!, konkan, [['LS-1201', 1, 0]])
    const { id } = await submittedOrder(order, 'csc_agent')
    expect(await deciders(id)).not.toContain('csc_agent')
    expect((await takeStep(who.csc_agent!, id, 'approve')).status).toBe(403)
  })

  it('is also the person to whom a task was escalated, and their delegate', async () => {
    const { id } = await submittedOrder(await orderInputFor(portal, who.asha!, konkan, [['LS-1001', 1, 4]]))
    const joseph = await portal.db('user').where({ loginId: 'joseph' }).first('id')
    await portal.db('approval_task').where({ orderId: id, status: 'PENDING' }).update({ escalatedToUserId: joseph.id })
    expect(await deciders(id)).toEqual(['joseph', 'meena'])
    expect(await approves('joseph', id)).not.toMatchObject({ pendingStep: 'MY_APPROVAL' })
  })
})

describe('the routing of an order', () => {
  it('runs as many queries for two hundred lines as for one', async () => {
    const counted = async (orderId: number) => {
      const order = await readOrder(portal.db, orderId)
      return (await statementsDuring(portal.db, () => routeOfOrder(portal.db, order))).length
    }
    const { id } = await submittedOrder(await orderInputFor(portal, who.asha!, konkan, [['LS-1001', 1, 4]]))
    const queries = await counted(id)
    expect([queries > 0, queries <= 10]).toEqual([true, true])
  })
})

describe('the available credit of a payer', () => {
  it('is not used twice by orders approved at once, in one process or in two', { tags: ['locks'] }, async () => {
    const beside = portal.databaseUrl.startsWith('mysql:') ? await portalBeside(portal) : undefined
    const meenas = [who.meena!, ...(beside ? [await beside.as('meena')] : [])]
    await portal.db('order').where({ payerId: konkan.id }).update({ status: 'CLOSED', pendingStep: null })
    const order = await orderInputFor(portal, who.asha!, konkan, [['LS-1001', 40, 4]])
    const ids: number[] = []
    for (let n = 0; n < 10; n++) ids.push((await submittedOrder({ ...order, customerPoNo: `ROOM-${n}` })).id)
    const answers = await Promise.all(ids.map((id, n) => takeStep(meenas[n % meenas.length]!, id, 'approve')))
    expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 201))
    const orders: Row[] = await portal.db('order').whereIn('id', ids)
    const through = orders.filter(({ status }) => status !== 'PENDING')
    // 13,20,000 of 15,00,000 are outstanding; each order comes to 43,046.40.
    expect(through.map(({ creditExposure }) => creditExposure).sort()).toEqual(
      [1, 2, 3, 4].map(n => 13_20_000_00 + n * 43_046_40),
    )
    expect(orders.filter(({ pendingStep }) => pendingStep === 'LIMIT')).toHaveLength(6)
    await beside?.close()
  })
})
