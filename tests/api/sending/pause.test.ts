import type { Knex } from 'knex'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { secondsFromNow } from '../../../api/platform/clock.ts'
import { createLog } from '../../../api/platform/log.ts'
import { messageSender } from '../../../api/sap/sending/send-messages.ts'
import { resourceNamed } from '../../../resources/registry.ts'
import type { Company } from '../../support/dispatches/shipped-order.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { demoPortal, type TestPortal } from '../../support/portal.ts'
import { companyWithSap, releasedOrder, type sapOverHttp } from '../../support/sap/over-http.ts'

describe('failures of SAP in a row', () => {
  let at = ''
  const later = (minutes: number) => {
    at = new Date(Date.parse(at) + minutes * 60_000).toISOString()
  }
  let db: Knex
  let company: Company
  let sap: Awaited<ReturnType<typeof sapOverHttp>>

  beforeEach(async () => {
    at = '2026-11-20T06:30:00.000Z'
    const made = await companyWithSap(() => at)
    ;({ db, company, sap } = made)
    return made.close
  })

  const log = createLog({ logLevel: 'silent' })
  const sender = () => messageSender({ db, sap: sap.adapter(), log })
  const state = () => db('sap_sending').first()
  const answering = (status: number, headers: Record<string, string> = {}) =>
    sap.through(() => Promise.resolve(new Response('{}', { status, headers })))
  const orders = async (count: number) => {
    for (let made = 0; made < count; made++) await releasedOrder(db, company)
  }

  it('pause the sending of all processes after five, and one of them tries one message when the pause is over', async () => {
    await orders(12)
    answering(503)
    const [one, other] = [sender(), sender()]
    await one.drain()
    await other.drain()
    const attempts = async () => Number((await db('sap_outbox').sum({ all: 'attempts' }).first())!.all)
    const failed = await attempts()
    // A process has four on their way at once: the fifth failure ends it, and those beside it are answered.
    expect(failed).toBeGreaterThanOrEqual(5)
    expect(failed).toBeLessThanOrEqual(8)
    expect(await state()).toMatchObject({ failures: failed, pausedUntil: secondsFromNow(300), errorClass: 'TECH' })
    later(4)
    await Promise.all([one.drain(), other.drain()])
    expect(await attempts()).toBe(failed)
    later(2)
    await Promise.all([one.drain(), other.drain()])
    expect(await attempts()).toBe(failed + 1)
    expect((await state()).pausedUntil).toBe(secondsFromNow(300))
    sap.through(request => request.forward())
    later(6)
    await Promise.all([one.drain(), other.drain()])
    await Promise.all([one.drain(), other.drain()])
    expect(await state()).toMatchObject({ failures: 0, pausedUntil: null })
    later(10)
    await Promise.all([one.drain(), other.drain()])
    expect(await db('sap_outbox').whereNot('status', 'DONE')).toEqual([])
  })

  it('are counted over all processes, and forgotten once SAP takes or refuses a message', async () => {
    answering(503)
    for (let count = 0; count < 4; count++) {
      await orders(1)
      await sender().drain()
    }
    expect(await state()).toMatchObject({ failures: 4, pausedUntil: null })
    sap.through(request =>
      request.method === 'POST'
        ? Promise.resolve(
            Response.json({ error: { code: 'V1/384', message: { value: 'Material is blocked' } } }, { status: 400 }),
          )
        : request.forward(),
    )
    await orders(1)
    await sender().drain()
    expect(await state()).toMatchObject({ failures: 0, pausedUntil: null })
  })

  it('are not needed where SAP asks for a rest: nothing is sent for so long', async () => {
    await orders(1)
    answering(429, { 'Retry-After': '900' })
    await sender().drain()
    expect((await state()).pausedUntil).toBe(secondsFromNow(900))
    expect((await db('sap_outbox').first()).nextAttemptAt >= secondsFromNow(900)).toBe(true)
    await orders(1)
    later(14)
    await sender().drain()
    expect(sap.asked).toHaveLength(1)
  })

  it('do not matter while a person paused the sending: nothing goes out until it is resumed', async () => {
    await orders(2)
    await db('sap_sending').update({ isPaused: 1, pausedAt: at, pauseReason: 'Stocktaking' })
    await sender().drain()
    expect([sap.asked, await db('sap_outbox').where('attempts', '>', 0)]).toEqual([[], []])
    await db('sap_sending').update({ isPaused: 0 })
    await sender().drain()
    expect(await db('sap_outbox').whereNot('status', 'DONE')).toEqual([])
  })

  it('are told to the administrators when SAP refuses the sign-in: once, until it has taken one again', async () => {
    const role = await exampleRow(db, resourceNamed('role'), { code: 'SYS_ADMIN' })
    const user = await exampleRow(db, resourceNamed('user'), { userType: 'EMPLOYEE', email: 'it@bilty.example' })
    const held = { userId: user.id, roleId: role.id, scopeType: 'ALL', validFrom: '2026-01-01', validTo: '9999-12-31' }
    await exampleRow(db, resourceNamed('assign-roles'), held)
    const mails = () => db('message_log').where({ toAddress: 'it@bilty.example' }).orderBy('id')
    await orders(2)
    answering(401)
    await sender().drain()
    const [mail, ...more] = await mails()
    expect(more).toEqual([])
    expect(mail).toMatchObject({ templateCode: 'SAP_SIGN_IN_REFUSED', topic: 'SECURITY' })
    expect(await db('notification').where({ userId: user.id })).toMatchObject([
      {
        title: 'SAP refuses the sign-in of the portal: orders wait',
        body: expect.stringContaining('refuses the user or password'),
      },
    ])
    sap.through(request => request.forward())
    later(10)
    await sender().drain()
    expect(await db('sap_outbox').whereNot('status', 'DONE')).toEqual([])
    answering(401)
    await orders(1)
    await sender().drain()
    expect(await mails()).toHaveLength(2)
  })
})

describe('the sending to SAP', () => {
  let portal: TestPortal
  beforeEach(async () => {
    portal = await demoPortal()
  })
  afterEach(() => portal.close())

  it('is paused and resumed by the IT administrator, who says why; everybody of ours sees it, and the trail has it', async () => {
    const admin = await portal.as('sys_admin')
    const [row] = (await admin.get('/api/sap-sending')).body.data
    expect(row).toMatchObject({ connection: 'SAP', isPaused: false })
    const act = (who: typeof admin, action: string, rowVersion: number, asked?: object) =>
      who.post('/api/sap-sending/actions', { action, rows: [{ id: row.id, rowVersion }], ...(asked && { asked }) })
    expect((await act(await portal.as('csc_agent'), 'pause', row.rowVersion, { reason: 'No' })).status).toBe(403)
    expect((await act(admin, 'pause', row.rowVersion)).body.errors).toMatchObject([{ field: 'reason' }])
    expect((await act(admin, 'pause', row.rowVersion, { reason: 'SAP is upgraded' })).status).toBe(201)
    const status = async () => (await (await portal.as('asha')).get('/api/sap-status')).body
    expect((await status()).pausedBy).toMatchObject({ reason: 'SAP is upgraded', since: expect.any(String) })
    const [paused] = (await admin.get('/api/sap-sending')).body.data
    expect((await act(admin, 'resume', paused.rowVersion)).status).toBe(201)
    expect((await status()).pausedBy).toBeNull()
    const trail = await portal.db('audit_entry').where({ entity: 'sap-sending', action: 'UPDATE' }).orderBy('id')
    expect(trail.map(({ reason }) => reason)).toEqual(['Pause sending: SAP is upgraded', 'Resume sending'])
  })
})
