import { afterEach, describe, expect, it } from 'vitest'
import { escalateTasks } from '../../../api/orders/approvals/escalate-tasks.ts'
import { now, setClock } from '../../../api/platform/clock.ts'
import { createLog } from '../../../api/platform/log.ts'
import { runDue } from '../../../api/platform/work/nightly.ts'
import { afterOfficeHours, instantOf } from '../../../resources/define/dates.ts'
import { idempotencyHeader, submittedOrder, takeStep } from '../../support/orders/example-order.ts'
import { personWith } from '../../support/people.ts'
import type { ApiClient } from '../../support/portal.ts'
import { demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
const asha = portal.person('asha')
const meena = portal.person('meena')
afterEach(() => setClock(null))

type Submitted = Awaited<ReturnType<typeof submittedOrder>>

const queue = async (who: ApiClient, more = '') =>
  (await who.get(`/api/approval-queue?step=MY_APPROVAL${more}`)).body.data as Record<string, unknown>[]
const idsIn = async (who: ApiClient, more = '') => (await queue(who, more)).map(({ orderId }) => orderId)
const idsOfCsc = async (who: ApiClient) =>
  (await who.get('/api/approval-queue?step=CSC')).body.data.map(({ orderId }: { orderId: number }) => orderId)
const countOf = async (who: ApiClient, step = 'MY_APPROVAL') =>
  (await who.get('/api/approval-counts')).body.find((row: { step: string }) => row.step === step)
const taskOf = (order: { id: number }) =>
  portal.db('approval_task').where({ orderId: order.id }).orderBy('id', 'desc').first()
const userId = async (loginId: string): Promise<number> => (await portal.db('user').where({ loginId }).first('id')).id
const notesOf = async (loginId: string) =>
  portal
    .db('notification')
    .where({ userId: await userId(loginId) })
    .orderBy('id')
    .pluck('title')

describe('a queue', () => {
  it('shows each person the tasks they may decide, and the count beside it agrees', async () => {
    const order: Submitted = await submittedOrder(portal, asha)
    expect(await idsIn(meena)).toContain(order.id)
    expect(await countOf(meena)).toMatchObject({ total: (await queue(meena)).length, overdue: 0 })
    const joseph = await portal.as('joseph')
    expect(await idsIn(joseph)).not.toContain(order.id)
    expect(await countOf(joseph)).toMatchObject({ total: (await queue(joseph)).length })
  })

  it('shows under “all in my scope” the orders a person may read, without decisions', async () => {
    const order = await submittedOrder(portal, asha)
    const auditor = await portal.as('auditor')
    expect(await idsIn(auditor)).toEqual([])
    expect(await idsIn(auditor, '&of=scope')).toContain(order.id)
    expect((await auditor.get('/api/approval-counts')).body).toEqual([])
    const foreign = await personWith(portal, ['PRICING_APPROVER'])
    expect(await idsIn(foreign, '&of=scope')).toEqual([])
    const ravi = await portal.as('ravi')
    expect(await idsIn(ravi, '&of=scope')).toContain(order.id)
  })

  it('shows a buyer what they are to accept, without measured values and without the names of employees', async () => {
    const order = await submittedOrder(portal, asha)
    const { customerId } = await portal.db('order').where({ id: order.id }).first()
    const forBuyer = { step: 'ACCEPTANCE', assigneeUserId: null, assigneeCustomerId: customerId }
    await portal.db('approval_task').where({ orderId: order.id }).update(forBuyer)
    await portal.db('order').where({ id: order.id }).update({ pendingStep: 'ACCEPTANCE' })
    const buyer = await personWith(portal, ['CUSTOMER'], { customerId })
    const { data } = (await buyer.get('/api/approval-queue?step=ACCEPTANCE')).body
    expect(data).toMatchObject([{ orderId: order.id, waitsFor: null, escalatedTo: null }])
    expect('measuredValue' in data[0]).toBe(false)
    expect(await countOf(buyer, 'ACCEPTANCE')).toMatchObject({ total: 1 })
    const many = { step: 'ACCEPTANCE', orders: [{ orderId: order.id, rowVersion: data[0].rowVersion }] }
    const { body } = await buyer.post('/api/approve-many', many, idempotencyHeader())
    expect(body.results).toMatchObject([{ orderId: order.id, refused: null }])
    expect(await portal.db('order_step').where({ orderId: order.id, step: 'accept' })).toHaveLength(1)
  })

  it('is closed to people who do not decide in it', async () => {
    const answer = await asha.get('/api/approval-queue?step=MY_APPROVAL')
    expect([answer.status, answer.body.message]).toEqual([
      403,
      'Pending For My Approval: deciding here needs one of the roles SALES_MANAGER, PRICING_APPROVER',
    ])
  })

  it('is filtered by SBU, customer and overdue tasks, and sorted by the next due time', async () => {
    const order = await submittedOrder(portal, asha)
    const { sbuId, customerId } = await portal.db('order').where({ id: order.id }).first()
    expect(await idsIn(meena, `&sbuId=${sbuId}&customerId=${customerId}`)).toContain(order.id)
    expect(await idsIn(meena, `&sbuId=${sbuId + 99}`)).toEqual([])
    expect(await idsIn(meena, '&overdue=true')).toEqual([])
    const dues = (await queue(meena)).map(({ dueAt }) => String(dueAt))
    expect(dues).toEqual(dues.toSorted())
    setClock(afterOfficeHours(now(), 40, new Set()))
    expect(await idsIn(await portal.as('meena'), '&overdue=true')).toContain(order.id)
  })

  it('counts age and remaining time in office hours: nights and Sundays do not count', async () => {
    const order = await submittedOrder(portal, asha)
    const friday = instantOf('2026-11-27', '17:00')
    await portal
      .db('approval_task')
      .where({ orderId: order.id })
      .update({ createdAt: friday, dueAt: instantOf('2026-11-30', '10:00') })
    setClock(instantOf('2026-11-30', '09:30'))
    const later = await portal.as('meena')
    const row = (await queue(later)).find(({ orderId }) => orderId === order.id)
    expect(row).toMatchObject({ ageMinutes: 60 + 9 * 60 + 30, leftMinutes: 30 })
  })

  it.each([
    ['step=NOTHING', 'Step must be one of'],
    ['step=MY_APPROVAL&of=all', 'Of must be one of mine, scope'],
    ['step=MY_APPROVAL&sbuId=1abc', 'SBU must be a whole number'],
    ['step=MY_APPROVAL&overdue=1', 'Overdue must be yes or no'],
    ['step=MY_APPROVAL&$sort[passwordHash]=1', '$sort must name one of'],
    ['step=MY_APPROVAL&$limit=-1', '$limit must be at least 0'],
  ])('refuses %s with a sentence', async (query, sentence) => {
    const { status, body } = await meena.get(`/api/approval-queue?${query}`)
    expect([status, body.message]).toEqual([400, expect.stringContaining(sentence)])
  })
})

describe('many orders approved at once', () => {
  const approve = (
    who: ApiClient,
    orders: unknown,
    more: Record<string, unknown> = {},
    headers = idempotencyHeader(),
  ) => who.post('/api/approve-many', { step: 'MY_APPROVAL', orders, ...more }, headers)
  const versioned = ({ id, rowVersion }: Submitted) => ({ orderId: id, rowVersion })

  it('are answered one by one in the given order: approvable orders are approved, the others stay with a reason', async () => {
    const [first, stale, last] = [
      await submittedOrder(portal, asha),
      await submittedOrder(portal, asha),
      await submittedOrder(portal, asha),
    ]
    const orders = [
      versioned(first),
      { orderId: 999_999, rowVersion: 1 },
      { ...versioned(stale), rowVersion: 1 },
      versioned(last),
    ]
    const { status, body } = await approve(meena, orders, { remark: 'Agreed by phone' })
    expect(status).toBe(201)
    const nobody = { level: null, waitingFor: null }
    expect(body.results).toEqual([
      { orderId: first.id, orderNo: first.orderNo, status: 'APPROVED', pendingStep: null, refused: null, ...nobody },
      { orderId: 999_999, orderNo: null, status: null, pendingStep: null, refused: 'Not found', ...nobody },
      expect.objectContaining({ orderId: stale.id, refused: 'Another person changed this order: reload it' }),
      expect.objectContaining({ orderId: last.id, status: 'APPROVED' }),
    ])
    expect(await taskOf(first)).toMatchObject({ status: 'APPROVED', remarks: 'Agreed by phone' })
    expect(await taskOf(stale)).toMatchObject({ status: 'PENDING' })
  })

  it('are approved once when the same request is sent twice', async () => {
    const order = await submittedOrder(portal, asha)
    const key = idempotencyHeader()
    const once = await approve(meena, [versioned(order)], {}, key)
    const twice = await approve(meena, [versioned(order)], {}, key)
    expect(twice.body).toEqual(once.body)
    expect(await portal.db('order_step').where({ orderId: order.id, step: 'approve' })).toHaveLength(1)
  })

  it('are refused to people they do not wait for, each with the same sentence as a single approval', async () => {
    const order = await submittedOrder(portal, asha)
    const joseph = await portal.as('joseph')
    const { body } = await approve(joseph, [versioned(order)])
    const alone = await takeStep(joseph, order.id, 'approve')
    expect(body.results[0].refused).toBe(alone.body.message)
    expect((await approve(asha, [versioned(order)])).status).toBe(403)
    expect(await taskOf(order)).toMatchObject({ status: 'PENDING' })
  })

  it.each([
    [{ step: 'EUD' }, 'Step must be one of MY_APPROVAL, LIMIT, ACCEPTANCE'],
    [{ orders: [] }, 'Orders must be a list of 1 to 50'],
    [
      { orders: Array.from({ length: 51 }, (_, at) => ({ orderId: at + 1, rowVersion: 1 })) },
      'Orders must be a list of 1 to 50',
    ],
    [
      {
        orders: [
          { orderId: 1, rowVersion: 1 },
          { orderId: 1, rowVersion: 1 },
        ],
      },
      'Order is listed twice',
    ],

    [{ orders: [{ rowVersion: 1 }] }, 'Order is required'],
    [{ orders: [{ orderId: '1', rowVersion: 1 }] }, 'Order must be a whole number'],
    [{ remark: 'x'.repeat(501) }, 'at most 500 characters'],
    [{ status: 'APPROVED' }, 'status is not read here'],
  ])('refuse %j', async (wrong, sentence) => {
    const { status, body } = await approve(meena, [{ orderId: 1, rowVersion: 1 }], wrong)
    expect([status, body.message]).toEqual([400, expect.stringContaining(sentence)])
  })

  it('need an idempotency key, so that no request counts twice', async () => {
    expect((await approve(meena, [{ orderId: 1, rowVersion: 1 }], {}, {} as never)).status).toBe(400)
  })
})

describe('the information shown before a decision', () => {
  const decision = async (who: ApiClient, order: { id: number }) =>
    (await who.get(`/api/decisions?orderId=${order.id}`)).body

  it('gives the reason of the approval, the people who may decide, and the last three prices the customer paid', async () => {
    const paid: Submitted[] = []
    for (let times = 0; times < 4; times++) {
      const order = await submittedOrder(portal, asha)
      await takeStep(meena, order.id, 'approve')
      paid.push(order)
    }
    const order = await submittedOrder(portal, asha, [['LS-1001', 100, 3]])
    const { task, lastPrices, files } = await decision(meena, order)
    expect(task).toMatchObject({
      step: 'MY_APPROVAL',
      mine: true,
      onBehalfOf: null,
      reason: expect.stringContaining('own limit of 5.00 %'),
      lineNos: [10],
      deciders: ['Meena Kulkarni'],
    })
    expect(lastPrices.map(({ orderNo }: { orderNo: string }) => orderNo)).toEqual(
      paid
        .slice(1)
        .map(({ orderNo }) => orderNo)
        .reverse(),
    )
    expect(lastPrices[0]).toMatchObject({ netPrice: 912_00, qty: 100_000 })
    expect(files).toEqual([expect.objectContaining({ what: 'Purchase order', fileName: 'po.pdf' })])
  })

  it('gives the payer’s credit: limit, outstanding by age, other orders, and the excess of this one', async () => {
    const order = await submittedOrder(portal, asha)
    const { payerId } = await portal.db('order').where({ id: order.id }).first('payerId')
    const { credit } = await decision(meena, order)
    const items = await portal.db('upload_outstanding').where({ customerId: payerId, isActive: 1 })
    const owed = items.reduce((sum: number, { balanceAmount }: { balanceAmount: number }) => sum + balanceAmount, 0)
    const aged = (Object.values(credit.buckets) as number[]).reduce((sum, part) => sum + part, 0)
    expect([credit.outstanding, aged]).toEqual([owed, owed])
    expect(credit.exposure).toBe(credit.outstanding + credit.otherOrders + credit.grossValue)
    expect(credit.excess).toBe(credit.exposure - credit.creditLimit)
  })

  it('is shown to a buyer without limits, prices of others, credit and names, and not at all to others', async () => {
    const order = await submittedOrder(portal, asha)
    const { customerId } = await portal.db('order').where({ id: order.id }).first()
    const told = await decision(await personWith(portal, ['CUSTOMER'], { customerId }), order)
    expect(told).toMatchObject({ lastPrices: [], credit: null, task: null })
    const other = await portal.db('customer').whereNot({ id: customerId }).first('id')
    const stranger = await personWith(portal, ['CUSTOMER'], { customerId: other.id })
    expect((await stranger.get(`/api/decisions?orderId=${order.id}`)).status).toBe(404)
  })

  it('names the person for whom a delegate decides, and the history names both', async () => {
    const order = await submittedOrder(portal, asha)
    const nandini = await portal.db('employee').where({ name: 'Nandini Iyer' }).first('id')
    const away = { delegateEmployeeId: nandini.id, delegateFrom: '2020-01-01', delegateTo: '2099-12-31' }
    await portal.db('employee').where({ name: 'Meena Kulkarni' }).update(away)
    try {
      const delegate = await portal.as('nandini')
      expect((await decision(delegate, order)).task).toMatchObject({ mine: true, onBehalfOf: 'Meena Kulkarni' })
      expect((await takeStep(delegate, order.id, 'approve')).status).toBe(201)
    } finally {
      const nobody = { delegateEmployeeId: null, delegateFrom: null, delegateTo: null }
      await portal.db('employee').where({ name: 'Meena Kulkarni' }).update(nobody)
    }
    expect(await portal.db('order_step').where({ orderId: order.id, step: 'approve' }).first()).toMatchObject({
      actorId: await userId('nandini'),
      onBehalfOfId: await userId('meena'),
    })
  })
})

describe('a waiting task', () => {
  const laterBy = async (order: Submitted, hours: number) => {
    const { createdAt } = await taskOf(order)
    const holidays: string[] = await portal.db('holiday').whereNull('stateId').pluck('holidayDate')
    setClock(afterOfficeHours(createdAt, hours, new Set(holidays)))
  }

  it('is notified to its assignee at once, reminded when due, and escalated to their manager, each once', async () => {
    const order = await submittedOrder(portal, asha)
    const no = order.orderNo
    expect(await notesOf('meena')).toContain(`Order ${no} is waiting for your decision`)
    await laterBy(order, 23)
    await escalateTasks(portal.db)
    expect(await taskOf(order)).toMatchObject({ remindedAt: null, escalatedAt: null })
    await laterBy(order, 25)
    expect(await escalateTasks(portal.db)).toBeGreaterThan(0)
    expect(await escalateTasks(portal.db)).toBe(0)
    expect(await notesOf('meena')).toContain(`Order ${no} is due for your decision`)
    expect((await taskOf(order)).escalatedAt).toBeNull()
    await laterBy(order, 49)
    await escalateTasks(portal.db)
    expect(await taskOf(order)).toMatchObject({ escalatedToUserId: await userId('joseph'), escalatedAt: now() })
    expect(await escalateTasks(portal.db)).toBe(0)
    const told = await notesOf('joseph')
    expect(told.filter((title: string) => title.includes(no))).toEqual([`Order ${no} is overdue and came to you`])
    const joseph = await portal.as('joseph')
    expect(await idsIn(joseph)).toContain(order.id)
    expect(await idsIn(await portal.as('meena'))).toContain(order.id)
    expect((await takeStep(joseph, order.id, 'approve')).status).toBe(201)
    expect(await taskOf(order)).toMatchObject({ status: 'APPROVED', actedById: await userId('joseph') })
  })

  it('of a person without a manager is escalated to the head of the cluster, and finally to the head of the SBU', async () => {
    const order = await submittedOrder(portal, asha)
    await portal
      .db('approval_task')
      .where({ orderId: order.id })
      .update({ assigneeUserId: await userId('finance') })
    await laterBy(order, 49)
    await escalateTasks(portal.db)
    expect(await taskOf(order)).toMatchObject({ escalatedToUserId: await userId('meena') })
    await portal
      .db('approval_task')
      .where({ orderId: order.id })
      .update({ assigneeUserId: null, escalatedAt: null, escalatedToUserId: null })
    await escalateTasks(portal.db)
    expect(await taskOf(order)).toMatchObject({ escalatedToUserId: await userId('kavita') })
  })

  it('of a role is escalated to the head of the SBU, who decides it without holding that role', async () => {
    const order = await submittedOrder(portal, asha)
    const role = await portal.db('role').where({ code: 'CSC_AGENT' }).first('id')
    const ofRole = { step: 'CSC', assigneeUserId: null, assigneeRoleId: role.id }
    await portal.db('approval_task').where({ orderId: order.id }).update(ofRole)
    await portal.db('order').where({ id: order.id }).update({ pendingStep: 'CSC' })
    expect((await (await portal.as('csc_agent')).get('/api/approval-queue?step=CSC')).body.data).toMatchObject([
      { orderId: order.id, waitsFor: 'CSC agent' },
    ])
    await laterBy(order, 49)
    await escalateTasks(portal.db)
    expect(await taskOf(order)).toMatchObject({ escalatedToUserId: await userId('kavita') })
    const kavita = await portal.as('kavita')
    expect((await kavita.get(`/api/decisions?orderId=${order.id}`)).body.task.mine).toBe(true)
    expect((await kavita.get('/api/me')).body.askedAsHead).toEqual(['CSC'])
    expect(await idsOfCsc(kavita)).toEqual([order.id])
    expect(await countOf(kavita, 'CSC')).toMatchObject({ total: 1 })
    expect((await kavita.get('/api/approval-queue?step=CSC&of=scope')).status).toBe(403)
    expect((await takeStep(kavita, order.id, 'approve')).status).toBe(201)
    expect([(await kavita.get('/api/me')).body.askedAsHead, await idsOfCsc(kavita)]).toEqual([[], []])
  })

  it('is decided by the head of the SBU even when their roles read no orders', async () => {
    const order = await submittedOrder(portal, asha)
    const { employeeId } = await portal.db('user').where({ loginId: 'kavita' }).first('employeeId')
    const head = await personWith(portal, ['QA'], { employeeId, loginId: 'head-of-ls' })
    expect((await takeStep(head, order.id, 'approve')).status).toBe(404)
    const task = { assigneeUserId: await userId('head-of-ls') }
    await portal.db('approval_task').where({ orderId: order.id }).update(task)
    expect((await head.get('/api/me')).body.askedAsHead).toEqual(['MY_APPROVAL'])
    expect((await head.get('/api/approval-queue?step=MY_APPROVAL')).body.data).toMatchObject([{ orderId: order.id }])
    const approved = await takeStep(head, order.id, 'approve')
    expect([approved.status, approved.body.order.id]).toEqual([201, order.id])
  })

  it('is checked every five minutes by one of several processes', async () => {
    const log = createLog({ logLevel: 'silent' })
    let runs = 0
    const jobs = [{ name: 'chase-test', everyMinutes: 5, work: async () => ++runs }]
    const started = now()
    setClock(started)
    await Promise.all([runDue(portal.db, log, jobs), runDue(portal.db, log, jobs)])
    expect(runs).toBe(1)
    setClock(new Date(Date.parse(started) + 4 * 60_000).toISOString())
    await runDue(portal.db, log, jobs)
    expect(runs).toBe(1)
    setClock(new Date(Date.parse(started) + 6 * 60_000).toISOString())
    await runDue(portal.db, log, jobs)
    expect(runs).toBe(2)
  })
})
