/** @module-tag sql */
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createApprovalLinks } from '../../../api/orders/approvals/approval-links.ts'
import { decidersOf } from '../../../api/orders/approvals/deciders.ts'
import { rerouteTasks } from '../../../api/orders/approvals/reroute-tasks.ts'
import { today } from '../../../api/platform/clock.ts'
import { addDays } from '../../../resources/define/dates.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { idempotencyHeader, submittedOrder, takeStep } from '../../support/orders/example-order.ts'
import { PASSWORD } from '../../support/password.ts'
import { type ApiClient, demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
const yesterday = addDays(today(), -1)
const who: Record<string, ApiClient> = {}
beforeAll(async () => {
  for (const login of ['asha', 'meena', 'joseph', 'ravi', 'kavita', 'finance', 'nandini'])
    who[login] = await portal.as(login)
})

const userOf = (loginId: string) => portal.db('user').where({ loginId }).first('id', 'employeeId')
const employee = async (loginId: string, values: RowValues) =>
  portal
    .db('employee')
    .where({ id: (await userOf(loginId)).employeeId })
    .update(values)
const restored = { dateOfLeaving: null, isActive: 1, delegateEmployeeId: null, delegateFrom: null, delegateTo: null }
afterEach(async () => {
  for (const login of ['meena', 'nandini', 'finance']) await employee(login, restored)
})

const openTask = (orderId: number) => portal.db('approval_task').where({ orderId, status: 'PENDING' }).first()
async function deciders(orderId: number): Promise<string[]> {
  const { id } = await openTask(orderId)
  const users = (await decidersOf(portal.db, [id])).get(id)!
  return portal.db('user').whereIn('id', users).orderBy('loginId').pluck('loginId')
}
/** Nandini decides for Meena today. */
const represent = async (loginId = 'nandini') =>
  employee('meena', {
    delegateEmployeeId: (await userOf(loginId)).employeeId,
    delegateFrom: '2020-01-01',
    delegateTo: '2099-12-31',
  })

describe.each([
  ['left yesterday', { dateOfLeaving: yesterday }],
  ['is inactive', { isActive: 0 }],
])('a manager who %s', (_, gone) => {
  it('decides neither in a page that is still open, nor with many others, nor by the link of a mail', async () => {
    const order = await submittedOrder(portal, who.asha!)
    const task = await openTask(order.id)
    const meena = await portal.as('meena')
    const { id } = await userOf('meena')
    const link = (await createApprovalLinks(portal.db, task.id, [id])).get(id)!
    const token = link.split('#')[1]
    expect((await portal.nobody.post('/api/mailed-tasks', { token })).status).toBe(201)
    await employee('meena', gone)
    expect(await deciders(order.id)).toEqual([])
    expect((await takeStep(meena, order.id, 'approve')).status).toBe(401)
    const orders = [{ orderId: order.id, rowVersion: order.rowVersion }]
    const many = await meena.post('/api/approve-many', { step: 'MY_APPROVAL', orders }, idempotencyHeader())
    expect(many.status).toBe(401)
    expect((await meena.get('/api/approval-queue?step=MY_APPROVAL')).status).toBe(401)
    const said = { token, step: 'approve', rowVersion: order.rowVersion }
    for (const answer of [
      await portal.nobody.post('/api/mailed-tasks', { token }),
      await portal.nobody.post('/api/mailed-decisions', said),
    ])
      expect([answer.status, answer.body.message]).toEqual([
        404,
        'This link was used or has expired: sign in to see your open tasks.',
      ])
    expect(await openTask(order.id)).toMatchObject({ id: task.id, actedById: null })
  })

  it('does not sign in, and only who knows the password reads why', async () => {
    await employee('meena', gone)
    const signIn = (password: string) =>
      portal.nobody.post('/api/authentication', { strategy: 'local', loginId: 'meena', password })
    const right = await signIn(PASSWORD)
    expect([right.status, right.body.message]).toEqual([401, 'Your login is not active: contact the help desk.'])
    expect((await signIn('Wrong@12345')).body.message).toBe('Login ID or password is not correct.')
  })

  it('decides neither through a delegate nor as one', async () => {
    const order = await submittedOrder(portal, who.asha!)
    await represent()
    expect(await deciders(order.id)).toEqual(['meena', 'nandini'])
    await employee('nandini', gone)
    expect(await deciders(order.id)).toEqual(['meena'])
    await employee('nandini', restored)
    await employee('meena', gone)
    expect(await deciders(order.id)).toEqual([])
    // Who is asked no longer does not read the order either.
    expect((await takeStep(who.nandini!, order.id, 'approve')).status).toBe(404)
  })

  it('keeps no order waiting: it is asked of whoever decides now, with a note', async () => {
    const order = await submittedOrder(portal, who.asha!)
    const { id } = await openTask(order.id)
    await employee('meena', gone)
    expect(await rerouteTasks(portal.db)).toBeGreaterThan(0)
    expect(await deciders(order.id)).toEqual(['joseph'])
    expect(await portal.db('approval_task').where({ id }).first('status')).toEqual({ status: 'CANCELLED' })
    const note = await portal.db('order_step').where({ orderId: order.id, step: 'reroute' }).first()
    expect(note.remark).toBe('Waited for Meena Kulkarni, who may no longer decide')
    expect(await rerouteTasks(portal.db)).toBe(0)
    expect((await takeStep(who.joseph!, order.id, 'approve')).status).toBe(201)
  })
})

describe('the right to decide', () => {
  it('is one of today: a role for another SBU decides nothing here, neither oneself nor through a delegate', async () => {
    const order = await submittedOrder(portal, who.asha!)
    await represent()
    const grants = () =>
      portal.db('assign_roles').whereIn('userId', portal.db('user').where('loginId', 'meena').select('id'))
    const before = await grants().first('scopeType', 'scopeRef')
    await grants().update({ scopeType: 'SBU', scopeRef: 'PS' })
    expect(await deciders(order.id)).toEqual([])
    expect((await takeStep(who.meena!, order.id, 'approve')).status).not.toBe(201)
    await grants().update({ scopeType: 'SBU', scopeRef: 'LS' })
    expect(await deciders(order.id)).toEqual(['meena', 'nandini'])
    const elsewhere = await submittedOrder(portal, who.asha!)
    expect(await deciders(elsewhere.id)).toEqual(['meena', 'nandini'])
    await grants().update({ scopeType: 'SBU', scopeRef: 'PS' })
    const next = await submittedOrder(portal, who.asha!)
    expect(await deciders(next.id)).toEqual(['joseph'])
    await grants().update(before)
  })

  it('is nobody’s who only keeps a login as the last IT administrator', async () => {
    const order = await submittedOrder(portal, who.asha!)
    const admins = await portal
      .db('assign_roles')
      .join('role', 'role.id', 'roleId')
      .where('role.code', 'SYS_ADMIN')
      .pluck('userId')
    const { id } = await userOf('meena')
    const { id: adminRole } = await portal.db('role').where({ code: 'SYS_ADMIN' }).first('id')
    const { id: _, ...alike } = await portal.db('assign_roles').where({ userId: admins[0] }).first()
    const [grantId] = await portal
      .db('assign_roles')
      .insert({ ...alike, userId: id, roleId: adminRole, naturalKey: 'last', periodKey: 'last' })
    await portal.db('user').whereIn('id', admins).update({ isActive: 0 })
    await employee('meena', { dateOfLeaving: yesterday })
    expect((await who.meena!.get('/api/me')).status).toBe(200)
    expect(await deciders(order.id)).toEqual([])
    expect((await takeStep(who.meena!, order.id, 'approve')).status).toBe(403)
    await portal.db('user').whereIn('id', admins).update({ isActive: 1 })
    await portal.db('assign_roles').where({ id: grantId }).delete()
  })
})

describe('a value above every limit', () => {
  const cheap = () => submittedOrder(portal, who.asha!, [['LS-1001', 10, 25]])

  it('is decided by the highest level, the head and the final approver, each with the rule and the limit', async () => {
    const order = await cheap()
    const quoted = await who.asha!.get(`/api/order-route?orderId=${order.id}`)
    expect(
      quoted.body.filter(({ step }: RowValues) => step === 'LIMIT_PRICE').map(({ name }: RowValues) => name),
    ).toEqual(['Ravi Shetty', 'Kavita Rao', 'Firdaus Irani'])
    expect((await takeStep(who.finance!, order.id, 'approve')).status).not.toBe(201)
    for (const login of ['ravi', 'kavita']) {
      expect(await deciders(order.id)).toEqual([login])
      expect((await takeStep(who[login]!, order.id, 'approve')).status).toBe(201)
    }
    expect(await deciders(order.id)).toEqual(['finance'])
    expect((await who.finance!.get('/api/me')).body.askedAsHead).toContain('LIMIT_PRICE')
    const waiting = await who.finance!.get('/api/approval-queue?step=LIMIT_PRICE')
    expect(waiting.body.data.map(({ orderId }: RowValues) => orderId)).toContain(order.id)
    expect((await takeStep(who.finance!, order.id, 'approve')).status).toBe(201)
    const tasks = await portal.db('approval_task').where({ orderId: order.id, step: 'LIMIT_PRICE' }).orderBy('id')
    expect(tasks.map(({ rule, limitValue, level, status }) => [rule, limitValue, level, status])).toEqual([
      ['HIGHEST_LIMIT', 200, 1, 'APPROVED'],
      ['SBU_HEAD', 0, 2, 'APPROVED'],
      ['FINAL_APPROVER', null, 3, 'APPROVED'],
    ])
    expect(await portal.db('order').where({ id: order.id }).first('pendingStep')).toEqual({
      pendingStep: 'MY_APPROVAL',
    })
  })

  it('is followed by the others where the limit of the approver was lowered since they were asked', async () => {
    const order = await submittedOrder(portal, who.asha!, [['LS-1001', 10, 8]])
    expect(await openTask(order.id)).toMatchObject({ step: 'LIMIT_PRICE', rule: 'LIMIT', limitValue: 2_00 })
    const limits = () => portal.db('approving_limits').where({ limitType: 'LIMIT_PRICE_PCT' })
    await limits().update({ maxValue: 50 })
    try {
      expect((await takeStep(who.ravi!, order.id, 'approve')).status).toBe(201)
      expect(await openTask(order.id)).toMatchObject({ step: 'LIMIT_PRICE', rule: 'SBU_HEAD' })
      expect(await deciders(order.id)).toEqual(['kavita'])
    } finally {
      await limits().update({ maxValue: 2_00 })
    }
  })

  it('is told to auditors with who decided after: nobody decides alone above their own limit', async () => {
    const order = await cheap()
    for (const login of ['ravi', 'kavita', 'finance', 'meena', 'joseph', 'kavita']) {
      const taken = await takeStep(who[login]!, order.id, 'approve')
      expect([login, taken.status]).toEqual([login, 201])
    }
    const auditor = await portal.as('auditor')
    const rows = async (more = '') => {
      const { status, body } = await auditor.get(`/api/mis/decisions-above-limit?$limit=500&$sort[decidedAt]=1${more}`)
      expect(status, JSON.stringify(body)).toBe(200)
      return body.data as RowValues[]
    }
    const told = (await rows()).filter(({ orderId }) => orderId === order.id)
    expect(told.map(row => [row.step, row.rule, row.valuePct, row.limitPct, row.lastRule, row.isAlone])).toEqual([
      ['LIMIT_PRICE', 'HIGHEST_LIMIT', 19_03, 2_00, 'FINAL_APPROVER', false],
      ['LIMIT_PRICE', 'SBU_HEAD', 19_03, null, 'FINAL_APPROVER', false],
      ['LIMIT_PRICE', 'FINAL_APPROVER', 19_03, null, 'FINAL_APPROVER', false],
      ['MY_APPROVAL', 'CHAIN', 28_75, 10_00, 'SBU_HEAD', false],
      ['MY_APPROVAL', 'CHAIN', 28_75, 15_00, 'SBU_HEAD', false],
      ['MY_APPROVAL', 'SBU_HEAD', 28_75, null, 'SBU_HEAD', false],
    ])
    expect(await rows('&isAlone=true')).toEqual([])
    const limit = await portal
      .db('approving_limits')
      .join('sbu', 'sbu.id', 'approving_limits.sbuId')
      .where({ limitType: 'LIMIT_PRICE_PCT', 'sbu.code': 'LS' })
      .first('approving_limits.id')
    const toldOf = async (reader: ApiClient) => (await reader.get(`/api/decided-above?limitId=${limit.id}`)).body
    for (const reader of [who.ravi!, auditor, await portal.as('master_admin')]) {
      const { orders } = await toldOf(reader)
      expect(orders.find(({ orderId }: RowValues) => orderId === order.id)).toMatchObject({
        value: 19_03,
        decided: [
          { name: 'Ravi Shetty', rule: 'HIGHEST_LIMIT' },
          { name: 'Kavita Rao', rule: 'SBU_HEAD' },
          { name: 'Firdaus Irani', rule: 'FINAL_APPROVER' },
        ],
      })
    }
    expect(await toldOf(who.kavita!)).toEqual({ isTold: false, orders: [] })
    expect((await who.asha!.get(`/api/decided-above?limitId=${limit.id}`)).status).toBe(403)
    // Had it gone on after the highest level, as before, it would be named.
    const tasks = portal.db('approval_task').where({ orderId: order.id, step: 'LIMIT_PRICE' })
    await tasks.clone().whereNot('rule', 'HIGHEST_LIMIT').update({ round: 9 })
    expect((await rows('&isAlone=true')).map(({ orderId, rule }) => [orderId, rule])).toEqual([
      [order.id, 'HIGHEST_LIMIT'],
    ])
    // A limit that reached it on that day is no decision above it, whatever came later.
    await portal.db('approving_limits').where({ limitType: 'LIMIT_PRICE_PCT' }).update({ maxValue: 20_00 })
    expect(await rows('&isAlone=true')).toEqual([])
    await portal.db('approving_limits').where({ limitType: 'LIMIT_PRICE_PCT' }).update({ maxValue: 2_00 })
  })

  it('is in error, with a sentence, once the final approver has left', async () => {
    const order = await cheap()
    for (const login of ['ravi', 'kavita']) await takeStep(who[login]!, order.id, 'approve')
    await employee('finance', { dateOfLeaving: yesterday })
    expect(await deciders(order.id)).toEqual([])
    await rerouteTasks(portal.db)
    expect(await portal.db('order').where({ id: order.id }).first('status', 'errorCode', 'errorText')).toEqual({
      status: 'IN_ERROR',
      errorCode: 'APPROVER_NOT_FOUND',
      errorText: expect.stringMatching(
        /^Limit price approval: .* is above every limit of this step, and Firdaus Irani, whom the setting “Final approver” names, left on /,
      ),
    })
    const other = await cheap().catch((error: Error) => error.message)
    expect(
      await portal
        .db('order')
        .where({ id: (other as { id: number }).id })
        .first('status'),
    ).toEqual({ status: 'IN_ERROR' })
  })
})

describe('the setting of the final approver', () => {
  const change = async (value: string) => {
    const { id, rowVersion } = await portal.db('app_setting').where({ key: 'approval.final_approver' }).first()
    const admin = await portal.as('sys_admin')
    const { status, body } = await admin.patch(`/api/settings/app-setting/${id}`, { value, rowVersion })
    return [status, body.errors?.[0].message ?? body.confirmStatus]
  }

  it('names an employee who works and signs in, and waits for a second person', async () => {
    expect(await change('E9999')).toEqual([400, 'Value must be the code of an employee, or - for none'])
    await employee('nandini', { dateOfLeaving: yesterday })
    const gone = 'Value names Nandini Iyer, who is inactive, has left or has no login: name another employee'
    expect(await change('E1003')).toEqual([400, gone])
    await employee('nandini', restored)
    expect(await change('E1003')).toEqual([200, 'CHANGE_PENDING'])
  })
})
