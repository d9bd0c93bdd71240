import { beforeAll, describe, expect, it } from 'vitest'
import { sendMail } from '../../../api/mail/messages.ts'
import { optOutToken } from '../../../api/mail/opt-out-token.ts'
import { mailSender } from '../../../api/mail/send-mail.ts'
import { readConfig } from '../../../api/platform/config.ts'
import { createLog } from '../../../api/platform/log.ts'
import { transact } from '../../../api/platform/transact.ts'
import { mailServer } from '../../support/mail-server.ts'
import { demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(() => demoPortal({ TRUSTED_PROXIES: '1' }))

let asked = 0
/** Every request comes from a different address. */
const post = (path: string, body: unknown) =>
  portal.nobody.post(path, body, { 'x-forwarded-for': `10.1.${Math.floor(asked / 200)}.${asked++ % 200}` })
const optOuts = (address: string) => portal.db('opt_out_email').where({ address })
const mailTo = (to: string, topic: 'ORDER' | 'SECURITY' = 'ORDER') =>
  transact(portal.db, trx => sendMail(trx, { template: 'ORDER_SUBMITTED', topic, to, values: { orderNo: 'OR1' } }))

/** Sends the waiting mails through a real server and returns the mails it accepted. */
async function sent(): Promise<string[]> {
  const server = await mailServer()
  const config = readConfig({
    NODE_ENV: 'test',
    SMTP_URL: server.url,
    MAIL_FROM: 'orders@bilty.example',
    PORTAL_URL: 'https://bilty.example',
    BILTY_SECRET: portal.secret,
    LOG_LEVEL: 'silent',
  })
  const sender = mailSender({ config, db: portal.db, log: createLog(config) })
  await sender.drain()
  await sender.stop()
  await server.close()
  return server.taken.map(mail =>
    mail
      .replace(/=\r\n/g, '')
      .replace(/\r\n[ \t]/g, ' ')
      .replaceAll('=3D', '='),
  )
}

describe('a mail', () => {
  beforeAll(() => transact(portal.db, trx => trx('message_log').update({ status: 'EXPIRED' })))

  it('says at its foot and in its headers how to unsubscribe from its topic; one about sign-in does not', async () => {
    await mailTo('buyer@firm.example')
    await mailTo('buyer@firm.example', 'SECURITY')
    const [ofOrder, ofSecurity] = await sent()
    expect(ofOrder).toMatch(/^List-Unsubscribe: <https:\/\/bilty\.example\/api\/unsubscribe\?token=[\w.-]+>/m)
    expect(ofOrder).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m)
    expect(ofOrder).toMatch(/No more e-mails about orders: https:\/\/bilty\.example\/opt-out#[\w.-]+/)
    expect(ofSecurity).not.toMatch(/unsubscribe|opt-out/i)
  })

  it('can be unsubscribed by the button of a mail program, in one request with history; opening the link changes nothing', async () => {
    await mailTo('one@firm.example')
    const [mail] = await sent()
    const path = `/api${/bilty\.example\/api(\/unsubscribe\?token=[\w.-]+)/.exec(mail!)![1]}`
    const looked = await fetch(portal.url + path, { redirect: 'manual' })
    expect([looked.status, looked.headers.get('location')]).toEqual([302, `/opt-out#${path.split('token=')[1]}`])
    expect(await optOuts('one@firm.example')).toEqual([])
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const press = () => portal.nobody.post(path, 'List-Unsubscribe=One-Click', form)
    // Also when repeated, one after the other or at once.
    const statuses = (await Promise.all([press(), press(), press()])).map(({ status }) => status)
    expect([...statuses, (await press()).status]).toEqual([200, 200, 200, 200])
    const [row, ...more] = await optOuts('one@firm.example')
    expect([row, more]).toMatchObject([{ topic: 'ORDER', source: 'SELF', tokenUsed: 1, isActive: 1 }, []])
    const [entry] = await portal.db('audit_entry').where({ entity: 'opt-out-email', entityId: row.id })
    expect(entry).toMatchObject({ action: 'CREATE', actorId: null, reason: 'By the link of a mail' })
    expect(await mailTo('one@firm.example')).toBe('SUPPRESSED')
  })
})

describe('the opt-out page', () => {
  const token = () => optOutToken(portal.secret, { address: 'two@firm.example', topic: 'SHIPMENT' })

  it('shows the topic of a link and unsubscribes on confirmation, also after a new subscription', async () => {
    const silence = { address: 'two@firm.example', topic: 'SHIPMENT' }
    expect((await post('/api/opt-out-links', { token: token() })).body).toEqual({ ...silence, isOut: false })
    expect(await optOuts('two@firm.example')).toEqual([])
    expect((await post('/api/opt-outs', { token: token() })).status).toBe(201)
    expect((await post('/api/opt-out-links', { token: token() })).body).toEqual({ ...silence, isOut: true })
    await optOuts('two@firm.example').update({ isActive: 0 })
    expect((await post('/api/opt-outs', { token: token() })).status).toBe(201)
    expect((await optOuts('two@firm.example')).map(({ isActive }) => isActive)).toEqual([1])
  })

  it('mails a link only to addresses that got mail before, with the same answer for all', async () => {
    await mailTo('three@firm.example')
    const ask = (email: string) => post('/api/opt-out-mails', { email, topic: 'MARKETING' })
    const [known, unknown] = [await ask('Three@firm.example'), await ask('stranger@firm.example')]
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body])
    const mails = await portal.db('message_log').where({ templateCode: 'OPT_OUT_CONFIRM' })
    expect(mails.map(({ toAddress, status, body }) => [toAddress, status, /\{optOutLink\}/.test(body)])).toEqual([
      ['three@firm.example', 'QUEUED', true],
    ])
    expect(await optOuts('three@firm.example')).toEqual([])
  })

  it('mails an address at most three times a day, and accepts at most ten requests an hour from one client', async () => {
    const body = { email: 'four@firm.example', topic: 'ALL' }
    const ofOne: number[] = []
    for (let n = 0; n < 4; n++) ofOne.push((await post('/api/opt-out-mails', body)).status)
    expect(ofOne).toEqual([201, 201, 201, 429])
    const byOne: number[] = []
    for (let n = 0; n < 11; n++) {
      const from = { 'x-forwarded-for': '10.9.9.9' }
      const { status } = await portal.nobody.post('/api/opt-out-mails', { ...body, email: `n${n}@firm.example` }, from)
      byOne.push(status)
    }
    expect(byOne).toEqual([...Array(10).fill(201), 429])
  })

  it.each([
    ['none', () => ({})],
    ['a guessed one', () => ({ token: `${'a'.repeat(40)}.${'b'.repeat(43)}` })],
    [
      'one of another address',
      () => ({ token: `${Buffer.from('["ceo@firm.example","ALL"]').toString('base64url')}.${token().split('.')[1]}` }),
    ],
    [
      'one signed by another',
      () => ({ token: optOutToken('another-secret', { address: 'two@firm.example', topic: 'ALL' }) }),
    ],
    ['one cut off', () => ({ token: token().slice(0, -1) })],
    ['an object', () => ({ token: { $ne: null } }), 400],
    ['a list', () => ({ token: [token()] }), 400],
  ])('is opened only by a signed link: %s', async (_, body, status = 404) => {
    const before = await portal.db('opt_out_email')
    for (const path of ['/api/opt-out-links', '/api/opt-outs']) expect((await post(path, body())).status).toBe(status)
    const { token: given = '' } = body() as { token?: unknown }
    for (const method of ['GET', 'POST']) {
      const headers = { 'x-forwarded-for': `10.2.0.${asked++ % 200}` }
      const url = `${portal.url}/api/unsubscribe?token=${encodeURIComponent(typeof given === 'string' ? given : '')}`
      expect((await fetch(url, { method, headers, redirect: 'manual' })).status).toBe(404)
    }
    expect(await portal.db('opt_out_email')).toEqual(before)
  })

  it.each([
    [{ email: 'x', topic: 'ALL' }, 'email'],
    [{ email: 'a@b.example\r\nBcc: c@d.example', topic: 'ALL' }, 'email'],
    [{ email: ['a@b.example'], topic: 'ALL' }, 'email'],
    [{ email: 'a@b.example', topic: 'SECURITY' }, 'topic'],
    [{ email: 'a@b.example', topic: '__proto__' }, 'topic'],
    [{ email: 'a@b.example', topic: 'ALL', address: 'c@d.example' }, 'address'],
  ])('names the error in %o', async (body, field) => {
    const answer = await post('/api/opt-out-mails', body)
    expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([400, field])
  })

  it('limits the guessing of links', async () => {
    const from = { 'x-forwarded-for': '10.8.8.8' }
    let status = 0
    for (let n = 0; n < 31; n++)
      status = (await portal.nobody.post('/api/opt-out-links', { token: `${n}` }, from)).status
    expect(status).toBe(429)
    const right = await portal.nobody.post('/api/opt-out-links', { token: token() }, from)
    expect([right.status, Number(right.headers.get('retry-after')) > 0]).toEqual([429, true])
  })
})
