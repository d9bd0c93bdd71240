import type { Knex } from 'knex'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { setClock } from '../../../api/platform/clock.ts'
import { mailServer, readMail } from '../../support/mail-server.ts'
import { submittedOrder, takeStep } from '../../support/orders/example-order.ts'
import { type ApiClient, demoPortal, type TestPortal } from '../../support/portal.ts'

let portal: TestPortal
let db: Knex
let server: Awaited<ReturnType<typeof mailServer>>
let asha: ApiClient
let meena: ApiClient
/** Each test uses another address, because attempts are limited by address. */
let address = 0

beforeAll(async () => {
  server = await mailServer()
  portal = await demoPortal({
    SMTP_URL: server.url,
    MAIL_FROM: 'orders@bilty.example',
    PORTAL_URL: 'https://portal.example',
    TRUSTED_PROXIES: '1',
  })
  db = portal.db
  ;[asha, meena] = (await Promise.all(['asha', 'meena'].map(login => portal.as(login)))) as [ApiClient, ApiClient]
})
afterAll(async () => {
  setClock(null)
  await portal.close()
  await server.close()
})
beforeEach(() => {
  server.taken.length = 0
  address += 1
})

const MEENA = 'meena@meridian-labs.example'
const GONE = 'This link was used or has expired: sign in to see your open tasks.'

/** An order that waits for meena, and the token of her mail. */
async function waiting() {
  const order = await submittedOrder(portal, asha)
  const come = () =>
    server.taken.map(readMail).find(({ to, subject }) => to === MEENA && subject.includes(order.orderNo))
  await portal.runDue()
  const mail = come()!
  const [, token] = /https:\/\/portal\.example\/approve#([\w-]{32})/.exec(mail.text)!
  return { order, token: token!, mail }
}

const from = () => ({ 'x-forwarded-for': `10.0.0.${address}` })
const look = (token: unknown, headers = {}) =>
  portal.nobody.post('/api/mailed-tasks', { token }, { ...from(), ...headers })
const send = (said: object) => portal.nobody.post('/api/mailed-decisions', said, from())
const decide = async (token: string, more: object = {}) => {
  const { body } = await look(token)
  return send({ token, step: 'approve', rowVersion: body.rowVersion ?? 1, ...more })
}
const stateOf = async (id: number) => {
  const { status, pendingStep } = await db('order').where({ id }).first('status', 'pendingStep')
  return [status, pendingStep]
}

describe('the mail of a task', () => {
  it('gives the reason, the measured value and the due time, and has a link that is not stored', async () => {
    const { order, token, mail } = await waiting()
    expect(mail.text).toContain(
      `Order ${order.orderNo} of Sahyadri Biologics Pvt Ltd worth ₹ 1,07,616.00 is waiting for your discount approval`,
    )
    expect(mail.text).toContain('Discount: 8.80 %')
    expect(mail.text).toMatch(/Please decide by \d\d-\d\d-\d{4} \d\d:\d\d/)
    const kept = JSON.stringify([
      await db('approval_link'),
      await db('message_log'),
      await db('audit_entry').where('entity', 'like', '%link%'),
    ])
    expect(kept).not.toContain(token)
    const admin = await portal.as('sys_admin')
    const { body } = await admin.get('/api/approval-links')
    expect(body.data[0]).not.toHaveProperty('tokenHash')
  })
})

describe('the link of a mail', () => {
  it('shows what is to be decided and decides nothing, however often it is opened', async () => {
    const { order, token } = await waiting()
    for (let times = 0; times < 3; times++) {
      const { status, body } = await look(token)
      expect(status).toBe(201)
      expect(body).toMatchObject({
        name: 'Meena Kulkarni',
        orderNo: order.orderNo,
        customer: '100101 Sahyadri Biologics Pvt Ltd',
        grossValue: 1_07_616_00,
        measured: 'Discount: 8.80 %',
        placedBy: 'Asha Patil',
      })
    }
    expect(await stateOf(order.id)).toEqual(['PENDING', 'MY_APPROVAL'])
  })

  it('approves once, in the name of its receiver', async () => {
    const { order, token } = await waiting()
    const { status, body } = await decide(token)
    expect([status, body.orderNo]).toEqual([201, order.orderNo])
    expect((await stateOf(order.id))[0]).not.toBe('PENDING')
    const user = await db('user').where({ loginId: 'meena' }).first('id')
    expect(await db('order_step').where({ orderId: order.id, step: 'approve' }).first()).toMatchObject({
      actorId: user.id,
    })
    expect(
      await db('audit_entry').where({ entity: 'approval-task', action: 'STATUS' }).orderBy('id', 'desc').first(),
    ).toMatchObject({
      actorId: user.id,
      reason: 'Decided from a mail',
    })
    expect((await look(token)).body.message).toBe(GONE)
    expect((await decide(token)).body.message).toBe(GONE)
  })

  it('rejects with a remark, which is required', async () => {
    const { order, token } = await waiting()
    const bare = await decide(token, { step: 'reject' })
    expect([bare.status, bare.body.errors[0].field]).toEqual([400, 'remark'])
    expect(await stateOf(order.id)).toEqual(['PENDING', 'MY_APPROVAL'])
    expect((await decide(token, { step: 'reject', remark: 'Too low' })).status).toBe(201)
    expect((await stateOf(order.id))[0]).toBe('REJECTED')
  })

  it('decides once for twenty requests at the same moment', { tags: ['locks'] }, async () => {
    const { order, token } = await waiting()
    const { body } = await look(token)
    const said = { token, step: 'approve', rowVersion: body.rowVersion }
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(said)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(await db('order_step').where({ orderId: order.id, step: 'approve' })).toHaveLength(1)
  })

  it('is answered by one sentence when it is wrong, used, expired, or its receiver can no longer sign in', async () => {
    const { order, token } = await waiting()
    const other = token.replace(/^./, token.startsWith('A') ? 'B' : 'A')
    for (const wrong of [other, '', 'x'.repeat(32), null, undefined]) {
      const { status, body } = await look(wrong)
      expect([wrong, status, body.message]).toEqual([wrong, 404, GONE])
    }
    for (const wrong of [{ $ne: null }, [token], 7]) expect([wrong, (await look(wrong)).status]).toEqual([wrong, 400])
    setClock(new Date(Date.now() + 48 * 3600_000 + 1000).toISOString())
    expect((await look(token)).body.message).toBe(GONE)
    setClock(null)
    await db('user').where({ loginId: 'meena' }).update({ isActive: 0 })
    expect((await decide(token)).body.message).toBe(GONE)
    await db('user').where({ loginId: 'meena' }).update({ isActive: 1 })
    expect(await stateOf(order.id)).toEqual(['PENDING', 'MY_APPROVAL'])
  })

  it('allows only what its receiver may do now: not a task that is decided, reassigned, or needs a role they lost', async () => {
    const decided = await waiting()
    expect((await takeStep(meena, decided.order.id, 'reject', { remark: 'No' })).status).toBe(201)
    const after = await decide(decided.token)
    expect([after.status, after.body.message]).toEqual([
      409,
      `Order ${decided.order.orderNo} is no longer waiting for this decision`,
    ])

    const { order, token } = await waiting()
    const user = await db('user').where({ loginId: 'meena' }).first('id')
    const joseph = await db('user').where({ loginId: 'joseph' }).first('id')
    await db('approval_task').where({ orderId: order.id, status: 'PENDING' }).update({ assigneeUserId: joseph.id })
    expect((await decide(token)).status).toBe(409)
    await db('approval_task').where({ orderId: order.id, status: 'PENDING' }).update({ assigneeUserId: user.id })

    const { rowVersion } = (await look(token)).body
    await db('assign_roles').where({ userId: user.id }).update({ isActive: 0 })
    expect((await send({ token, step: 'approve', rowVersion })).status).toBeGreaterThanOrEqual(403)
    await db('assign_roles').where({ userId: user.id }).update({ isActive: 1 })
    const stale = await send({ token, step: 'approve', rowVersion: rowVersion - 1 })
    expect([stale.status, stale.body.code ?? stale.body.errors[0].code]).toEqual([409, expect.anything()])
    expect(await stateOf(order.id)).toEqual(['PENDING', 'MY_APPROVAL'])
  })

  it('refuses other steps, unknown decisions and a missing version', async () => {
    const { token } = await waiting()
    for (const more of [
      { step: 'sendBack' },
      { step: 'cancel' },
      { step: ['approve'] },
      { rowVersion: null },
      { orderId: 1 },
      { extra: 1 },
    ])
      expect([more, (await decide(token, more)).status]).toEqual([more, 400])
  })

  it('never contains the host of a request', async () => {
    const { mail } = await waiting()
    await look('x'.repeat(32), { host: 'evil.example', 'x-forwarded-host': 'evil.example' })
    expect(mail.text).not.toContain(new URL(portal.url).host)
    expect([...mail.text.matchAll(/https?:\/\/[^/\s]+/g)].every(([base]) => base === 'https://portal.example')).toBe(
      true,
    )
  })

  it('cannot be guessed: after thirty attempts the address must wait', async () => {
    let last = await look('y'.repeat(32))
    for (let tries = 0; tries < 40 && last.status === 404; tries++) last = await look('y'.repeat(32))
    expect([last.status, last.body.errors[0].code]).toEqual([429, 'RATE_LIMITED'])
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0)
    // Looking and deciding are counted together.
    expect((await decide('y'.repeat(32))).status).toBe(429)
  })
})
