import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { setClock } from '../../../api/platform/clock.ts'
import type { Role } from '../../../resources/roles.ts'
import { PASSWORD } from '../../support/password.ts'
import { personWith } from '../../support/people.ts'
import { demoPortal, portalBeside, type TestPortal } from '../../support/portal.ts'

const HOME = '198.51.100.1'
const ELSEWHERE = '198.51.100.2'

let one: TestPortal
let two: TestPortal
beforeAll(async () => {
  one = await demoPortal({ TRUSTED_PROXIES: '1' })
  two = await portalBeside(one, { TRUSTED_PROXIES: '1' })
})
afterAll(async () => {
  await two.close()
  await one.close()
})

let at = Date.now()
const later = (seconds: number) => {
  at += seconds * 1000
  setClock(new Date(at).toISOString())
}
beforeEach(() => later(24 * 3600))
afterEach(() => setClock(null))

let strangers = 0
/** An address from which nobody has signed in. */
const stranger = () => `203.0.113.${(strangers++ % 250) + 1}`
const signIn = (loginId: string, password: string, ip: string, portal = one) =>
  portal.nobody.post('/api/authentication', { strategy: 'local', loginId, password }, { 'x-forwarded-for': ip })

async function login(role: Role = 'SALES_REP') {
  const loginId = `person-${randomUUID().slice(0, 8)}`
  await personWith(one, [role], { loginId })
  return loginId
}
const userOf = (loginId: string) => one.db('user').where({ loginId }).first()
const mailsTo = async (loginId: string, template: string) =>
  one.db('message_log').where({ templateCode: template, ownerId: (await userOf(loginId)).id })

/** Wrong passwords from as many addresses, over both processes. */
async function guess(loginId: string, times = 5) {
  for (let n = 0; n < times; n++) await signIn(loginId, `Wrong@${n}`, stranger(), n % 2 ? two : one)
}

describe('wrong passwords', () => {
  it('lock only when five came within 15 minutes; older ones do not count', async () => {
    const loginId = await login()
    for (let n = 0; n < 12; n++) {
      await guess(loginId, 1)
      later(4 * 60)
    }
    expect(await userOf(loginId)).toMatchObject({ isLocked: 0 })
    await guess(loginId, 2)
    expect(await userOf(loginId)).toMatchObject({ isLocked: 1 })
  })

  it('lock for an hour, not for a day', async () => {
    const loginId = await login()
    await guess(loginId)
    expect((await signIn(loginId, PASSWORD, stranger())).body.message).toMatch(/^Your login is locked\. Open the link/)
    later(59 * 60)
    expect((await signIn(loginId, PASSWORD, stranger())).status).toBe(401)
    later(2 * 60)
    expect((await signIn(loginId, PASSWORD, stranger())).status).toBe(201)
    expect(await userOf(loginId)).toMatchObject({ isLocked: 0, lockedAt: null })
  })

  it('obey the settings for how many, within how long, and for how long', async () => {
    const settings = { 'login.max_failures': '3', 'login.failure_minutes': '5', 'login.lock_minutes': '10' }
    const set = async (key: string, value: string) =>
      expect(await one.db('app_setting').where({ key }).update({ value })).toBe(1)
    const before = await one.db('app_setting').whereIn('key', Object.keys(settings)).select('key', 'value')
    for (const [key, value] of Object.entries(settings)) await set(key, value)
    const loginId = await login()
    await guess(loginId, 2)
    later(6 * 60)
    await guess(loginId, 2)
    expect(await userOf(loginId)).toMatchObject({ isLocked: 0 })
    await guess(loginId, 1)
    expect(await userOf(loginId)).toMatchObject({ isLocked: 1 })
    later(11 * 60)
    expect((await signIn(loginId, PASSWORD, stranger())).status).toBe(201)
    for (const { key, value } of before) await set(key, value)
  })

  it('slow down their address first, in every process, and no other', async () => {
    const loginId = await login()
    for (let n = 0; n < 3; n++)
      expect((await signIn(loginId, 'Wrong@1', ELSEWHERE, n % 2 ? two : one)).status).toBe(401)
    const paused = await signIn(loginId, PASSWORD, ELSEWHERE, two)
    expect([paused.status, paused.headers.get('retry-after')]).toEqual([429, '5'])
    expect(paused.body.message).toBe('Too many tries. Please wait 5 seconds and try again.')
    expect((await signIn(loginId, PASSWORD, HOME)).status).toBe(201)
    later(6)
    expect((await signIn(loginId, 'Wrong@1', ELSEWHERE)).status).toBe(401)
    later(6)
    expect((await signIn(loginId, PASSWORD, ELSEWHERE)).status).toBe(429)
    later(10)
    expect((await signIn(loginId, PASSWORD, ELSEWHERE)).status).toBe(201)
  })

  it('for a login that does not exist are slowed down in the same way', async () => {
    for (let n = 0; n < 3; n++) await signIn('nobody-at-all', 'Wrong@1', ELSEWHERE)
    expect((await signIn('nobody-at-all', 'Wrong@1', ELSEWHERE)).status).toBe(429)
  })

  it('of strangers put nobody out who comes from where they signed in before, and end no session', async () => {
    const loginId = await login()
    const { body } = await signIn(loginId, PASSWORD, HOME)
    await guess(loginId, 9)
    expect(await userOf(loginId)).toMatchObject({ isLocked: 1 })
    const asked = await one.nobody.get('/api/me', { authorization: `Bearer ${body.accessToken}` })
    expect(asked.status).toBe(200)
    const again = await signIn(loginId, PASSWORD, HOME, two)
    expect(again.status).toBe(201)
    expect((await one.nobody.get('/api/me', { authorization: `Bearer ${again.body.accessToken}` })).status).toBe(200)
    expect((await signIn(loginId, PASSWORD, stranger())).status).toBe(401)
  })

  it('shut out the address that sends them, even if it is known', async () => {
    const loginId = await login()
    await signIn(loginId, PASSWORD, HOME)
    for (let n = 0; n < 5; n++) {
      await signIn(loginId, 'Wrong@1', HOME)
      later(31)
    }
    expect((await signIn(loginId, PASSWORD, HOME)).status).toBe(401)
  })
})

describe('a locked login', () => {
  const tokenIn = (secrets: unknown) => {
    const { link } = (typeof secrets === 'string' ? JSON.parse(secrets) : secrets) as { link: string }
    expect(link).toMatch(/\/login#unlock=/)
    return link.split('#unlock=')[1]!
  }
  const unlock = (token: unknown) =>
    two.nobody.post('/api/unlocked-logins', { token }, { 'x-forwarded-for': stranger() })

  it('is unlocked once by the link of a mail to its person', async () => {
    const loginId = await login()
    await guess(loginId, 7)
    const mails = await mailsTo(loginId, 'LOGIN_LOCKED')
    expect(mails.length).toBe(1)
    expect(mails[0]).toMatchObject({ toAddress: (await userOf(loginId)).email, status: 'QUEUED' })
    const token = tokenIn(mails[0].secrets)
    expect((await unlock(token)).body).toEqual({ loginId })
    expect(await userOf(loginId)).toMatchObject({ isLocked: 0, failedCount: 0 })
    expect((await signIn(loginId, PASSWORD, stranger())).status).toBe(201)
    expect((await unlock(token)).status).toBe(404)
    // It does not open a later lock either.
    later(16 * 60)
    await guess(loginId)
    expect((await unlock(token)).status).toBe(404)
    expect(await userOf(loginId)).toMatchObject({ isLocked: 1 })
  })

  it('is not unlocked by a link that we did not sign', async () => {
    const loginId = await login()
    await guess(loginId)
    const { id, lockedAt } = await userOf(loginId)
    const [mail] = await mailsTo(loginId, 'LOGIN_LOCKED')
    const sign = tokenIn(mail.secrets).split('.')[2]!
    const other = sign.startsWith('A') ? `B${sign.slice(1)}` : `A${sign.slice(1)}`
    for (const forged of [
      `${id}.${Date.parse(lockedAt)}.${other}`,
      `${id + 1}.${Date.parse(lockedAt)}.${sign}`,
      '',
      null,
    ])
      expect((await unlock(forged)).status).toBe(404)
    expect(await userOf(loginId)).toMatchObject({ isLocked: 1 })
  })
})

describe('an administrator', () => {
  it.each<Role>(['SYS_ADMIN', 'MASTER_ADMIN'])(
    'in the role %s is slowed down at an unknown address, never locked, and told by mail',
    async role => {
      const loginId = await login(role)
      await guess(loginId, 12)
      expect(await userOf(loginId)).toMatchObject({ isLocked: 0 })
      expect((await mailsTo(loginId, 'SIGN_IN_TRIED')).length).toBe(1)
      // They sit at a new desk: the first try signs them in.
      expect((await signIn(loginId, PASSWORD, stranger())).status).toBe(201)
      const desk = stranger()
      expect((await signIn(loginId, 'Wrong@1', desk)).status).toBe(401)
      const second = await signIn(loginId, PASSWORD, desk)
      expect([second.status, second.headers.get('retry-after')]).toEqual([429, '60'])
    },
  )

  it('is not guessed by many tries at once from one address', async () => {
    const loginId = await login('SYS_ADMIN')
    const tries = [...Array.from({ length: 30 }, (_, n) => `Wrong@${n}`), PASSWORD]
    const answers = await Promise.all(tries.map(password => signIn(loginId, password, ELSEWHERE)))
    expect(answers.filter(({ status }) => status === 201)).toEqual([])
  })
})
