import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { secondsFromNow } from '../../api/platform/clock.ts'
import { personWith } from '../support/people.ts'
import { type Asker, demoPortal, emptyPortal, type TestPortal } from '../support/portal.ts'

describe('signing in by force', () => {
  let portal: TestPortal
  beforeAll(async () => {
    portal = await emptyPortal()
  })
  afterAll(() => portal.close())

  const signIn = (loginId: string, password: string, headers = {}) =>
    portal.nobody.post('/api/authentication', { strategy: 'local', loginId, password }, headers)
  async function newLogin(): Promise<string> {
    await personWith(portal, ['SALES_REP'])
    return (await portal.db('user').orderBy('id', 'desc').first('loginId')).loginId
  }

  it('lets the right password in no more after five wrong ones sent at the same time', async () => {
    const loginId = await newLogin()
    const tries = [...Array.from({ length: 20 }, (_, n) => `Wrong@${n}`), 'Demo@12345']
    const answers = await Promise.all(tries.map(password => signIn(loginId, password)))
    expect(answers.map(({ status }) => status)).toEqual(tries.map(() => 401))
    expect(await portal.db('user').where({ loginId }).first()).toMatchObject({ isLocked: 1, failedCount: 20 })
    // Nor does the lock answer whether a guess was right.
    expect((await signIn(loginId, 'Demo@12345')).body.message).toBe('Login ID or password is not correct.')
  })

  it('locks again after a lock has lapsed', async () => {
    const loginId = await newLogin()
    await portal
      .db('user')
      .where({ loginId })
      .update({ isLocked: 1, failedCount: 9, lockedAt: secondsFromNow(-25 * 3600) })
    for (let n = 0; n < 5; n++) await signIn(loginId, `Wrong@${n}`)
    expect((await signIn(loginId, 'Demo@12345')).status).toBe(401)
    const row = await portal.db('user').where({ loginId }).first()
    expect(row).toMatchObject({ isLocked: 1, failedCount: 5 })
    expect(row.lockedAt > secondsFromNow(-60)).toBe(true)
  })

  it('slows down an address that tries many logins, whatever address it claims', async () => {
    const answers = await Promise.all(
      Array.from({ length: 70 }, (_, n) => signIn(`nobody-${n}`, 'x', { 'x-forwarded-for': `10.0.0.${n}` })),
    )
    const slowed = answers.filter(({ status }) => status === 429)
    expect(slowed.length).toBeGreaterThan(10)
    expect(Number(slowed[0]!.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

describe('people of the demo company', () => {
  let portal: TestPortal
  let _asha: Asker
  let buyer: Asker
  beforeAll(async () => {
    portal = await demoPortal()
    ;[_asha, buyer] = await Promise.all([portal.as('asha'), portal.as('customer')])
  })
  afterAll(() => portal.close())

  it('gives a session’s cookie to its own page alone, and no other origin any header', async () => {
    const body = new URLSearchParams({ strategy: 'local', loginId: 'qa', password: 'Demo@12345' })
    const form = await fetch(`${portal.url}/api/authentication`, { method: 'POST', body })
    expect(form.headers.get('set-cookie')).toBeNull()
    for (const origin of ['https://evil.example', 'null']) {
      const { headers } = await buyer.get('/api/me', { origin })
      expect([...headers.keys()].filter(name => name.startsWith('access-control'))).toEqual([])
    }
  })
})
