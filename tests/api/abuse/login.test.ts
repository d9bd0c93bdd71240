import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { hashPassword, verifyPassword } from '../../../api/account/password.ts'
import { hashNewPassword, newPasswordLinks, savePassword, userOfLink } from '../../../api/account/passwords.ts'
import { weaknessOf } from '../../../api/account/weak-passwords.ts'
import { decodeRow } from '../../../api/derive/row-codec.ts'
import { systemAuthor } from '../../../api/derive/save/author.ts'
import { secondsFromNow } from '../../../api/platform/clock.ts'
import { readConfig } from '../../../api/platform/config.ts'
import { user } from '../../../resources/settings/user.ts'
import { seedOnce } from '../../../seeds/seed.ts'
import { freshDatabase } from '../../support/database.ts'
import { PASSWORD } from '../../support/password.ts'
import { lockByWrongPasswords, newLogins, personWith } from '../../support/people.ts'
import { type ApiClient, demoPortal, emptyPortal, portalBeside, type TestPortal } from '../../support/portal.ts'

describe('guessing passwords', () => {
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

  it('refuses the right password after five wrong ones sent at the same time', async () => {
    const loginId = await newLogin()
    const tries = [...Array.from({ length: 20 }, (_, n) => `Wrong@${n}`), PASSWORD]
    const answers = await Promise.all(tries.map(password => signIn(loginId, password)))
    expect(answers.filter(({ status }) => ![401, 429].includes(status))).toEqual([])
    expect((await signIn(loginId, PASSWORD)).status).toBe(429)
  })

  it('locks again after an earlier lock has expired', async () => {
    const loginId = await newLogin()
    await portal
      .db('user')
      .where({ loginId })
      .update({ isLocked: 1, failedCount: 9, lockedAt: secondsFromNow(-25 * 3600) })
    await lockByWrongPasswords(portal, loginId)
    expect((await signIn(loginId, PASSWORD)).status).toBe(401)
    const row = await portal.db('user').where({ loginId }).first()
    expect(row).toMatchObject({ isLocked: 1, failedCount: 5 })
    expect(row.lockedAt > secondsFromNow(-60)).toBe(true)
  })

  it('slows down an address that tries many logins, whatever forwarded address it claims', async () => {
    // As many as an address may try in a minute, and fifteen more, however long ago the tests before tried theirs.
    const logins = await newLogins(portal, 75)
    const answers = await Promise.all(
      logins.map((loginId, n) => signIn(loginId, 'x', { 'x-forwarded-for': `10.0.0.${n}` })),
    )
    const slowed = answers.filter(({ status }) => status === 429)
    expect(slowed.length).toBeGreaterThan(10)
    expect(Number(slowed[0]!.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

describe('people of the demo company', () => {
  let portal: TestPortal
  let _asha: ApiClient
  let buyer: ApiClient
  beforeAll(async () => {
    portal = await demoPortal()
    ;[_asha, buyer] = await Promise.all([portal.as('asha'), portal.as('customer')])
  })
  afterAll(() => portal.close())

  it('sends the session cookie to the portal’s own origin only, and other origins get no CORS header', async () => {
    const body = new URLSearchParams({ strategy: 'local', loginId: 'qa', password: PASSWORD })
    const form = await fetch(`${portal.url}/api/authentication`, { method: 'POST', body })
    expect(form.headers.get('set-cookie')).toBeNull()
    for (const origin of ['https://evil.example', 'null']) {
      const { headers } = await buyer.get('/api/me', { origin })
      expect([...headers.keys()].filter(name => name.startsWith('access-control'))).toEqual([])
    }
  })
})

describe('a token', () => {
  let portal: TestPortal
  beforeAll(async () => {
    portal = await emptyPortal()
  })
  afterAll(() => portal.close())

  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = (head: object, claims: object, secret: string, hash = 'sha256') => {
    const text = `${part(head)}.${part(claims)}`
    return `${text}.${createHmac(hash, secret).update(text).digest('base64url')}`
  }
  const told = (token: string) => portal.nobody.get('/api/me', { authorization: `Bearer ${token}` })

  it('is accepted only as the portal signed it: another algorithm, key, audience, time, content or length is refused', async () => {
    const { token } = await personWith(portal, ['SALES_REP'])
    const [head, claims, sign] = token!.split('.') as [string, string, string]
    const real = JSON.parse(Buffer.from(claims, 'base64url').toString())
    const typ = { alg: 'HS256', typ: 'access' }
    const { secret } = portal
    const at = Math.floor(Date.now() / 1000)
    // A correctly signed token is accepted, so the others are refused for their own fault.
    expect((await told(signed(typ, real, secret))).status).toBe(200)
    const forged = {
      none: `${part({ alg: 'none', typ: 'access' })}.${claims}.`,
      'None with a signature': `${part({ alg: 'None', typ: 'access' })}.${claims}.${sign}`,
      'no algorithm': `${part({ typ: 'access' })}.${claims}.${sign}`,
      'empty key': signed(typ, real, ''),
      'guessed key': signed(typ, real, 'secret'),
      'key named by the token': signed({ ...typ, kid: '/dev/null', jwk: { kty: 'oct', k: '' } }, real, ''),
      HS512: signed({ ...typ, alg: 'HS512' }, real, secret, 'sha512'),
      RS256: signed({ ...typ, alg: 'RS256' }, real, secret),
      'other audience': signed(typ, { ...real, aud: 'elsewhere' }, secret),
      'no audience': signed(typ, { ...real, aud: undefined }, secret),
      'other issuer': signed(typ, { ...real, iss: 'elsewhere' }, secret),
      expired: signed(typ, { ...real, exp: at - 1 }, secret),
      'not yet': signed(typ, { ...real, nbf: at + 3600 }, secret),
      'other session': signed(typ, { ...real, sid: real.sid + 1 }, secret),
      'session as text': signed(typ, { ...real, sid: `${real.sid} or 1=1` }, secret),
      'other key of the session': signed(typ, { ...real, key: 'x' }, secret),
      'key as an object': signed(typ, { ...real, key: { $ne: null } }, secret),
      edited: `${head}.${part({ ...real, role: 'SYS_ADMIN' })}.${sign}`,
      unsigned: `${head}.${claims}.`,
      'two parts': `${head}.${claims}`,
      truncated: token!.slice(0, -3),
      'nothing in it': `${head}..${sign}`,
      'not JSON': `x.${claims}.${sign}`,
      empty: '',
      long: 'a'.repeat(9000),
    }
    const taken: string[] = []
    for (const [name, one] of Object.entries(forged)) if ((await told(one)).status !== 401) taken.push(name)
    expect(taken).toEqual([])
  })

  it('carries no rights: a role written into it is ignored', async () => {
    const who = await personWith(portal, ['SALES_REP'])
    const real = JSON.parse(Buffer.from(who.token!.split('.')[1]!, 'base64url').toString())
    expect(Object.keys(real).sort()).toEqual(['aud', 'exp', 'iat', 'iss', 'jti', 'key', 'sid'])
    const more = { ...real, roles: ['SYS_ADMIN'], role: 'SYS_ADMIN', sub: 'sys_admin', id: 1, userId: 1 }
    const { body } = await told(signed({ alg: 'HS256', typ: 'access' }, more, portal.secret))
    expect(body.user.roles).toEqual(['SALES_REP'])
  })

  it('is read from the header or the session cookie, never from a URL, a body or another cookie', async () => {
    const { token } = await personWith(portal, ['SALES_REP'])
    const asked = [
      portal.nobody.get(`/api/me?access_token=${token}&accessToken=${token}&token=${token}`),
      portal.nobody.get('/api/me', { cookie: `token=${token}; feathers-jwt=${token}; access_token=${token}` }),
      portal.nobody.get('/api/me', { authorization: token! }),
      portal.nobody.get('/api/me', { authorization: `Basic ${Buffer.from(`x:${token}`).toString('base64')}` }),
      portal.nobody.get('/api/me', { 'x-access-token': token!, 'x-auth-token': token! }),
      portal.nobody.post('/api/my-sessions', { accessToken: token }),
    ]
    for (const { status } of await Promise.all(asked)) expect([401, 404, 405]).toContain(status)
  })
})

describe('a lock', () => {
  let one: TestPortal
  let two: TestPortal
  beforeAll(async () => {
    // Every attempt comes from a different address, so that only the lock stops them.
    one = await emptyPortal({ TRUSTED_PROXIES: '1' })
    two = await portalBeside(one, { TRUSTED_PROXIES: '1' })
  })
  afterAll(async () => {
    await two.close()
    await one.close()
  })

  let asked = 0
  const signIn = (portal: TestPortal, loginId: unknown, password: unknown, more = {}) =>
    portal.nobody.post(
      '/api/authentication',
      { strategy: 'local', loginId, password, ...more },
      { 'x-forwarded-for': `10.${Math.floor(asked / 40)}.0.${asked++ % 40}` },
    )
  async function newLogin() {
    await personWith(one, ['SALES_REP'])
    return (await one.db('user').orderBy('id', 'desc').first('loginId')).loginId as string
  }

  it('holds in every process, and in none for another login', async () => {
    const [loginId, other] = [await newLogin(), await newLogin()]
    for (let n = 0; n < 5; n++) await signIn(n % 2 ? two : one, loginId, `Wrong@${n}`)
    for (const portal of [one, two]) {
      expect((await signIn(portal, loginId, PASSWORD)).body.message).toMatch(/locked/)
      expect((await signIn(portal, other, PASSWORD)).status).toBe(201)
    }
  })

  it('counts attempts for a login in any spelling, and cannot be undone by a variant', async () => {
    const loginId = await newLogin()
    const variants: unknown[] = [
      loginId.toUpperCase(),
      ` ${loginId} `,
      `${loginId}\t`,
      `\u00a0${loginId}`,
      `\ufeff${loginId}`,
    ]
    for (const [n, variant] of variants.entries())
      expect((await signIn(n % 2 ? two : one, variant, `Wrong@${n}`)).status).toBe(401)
    expect(await one.db('user').where({ loginId }).first('isLocked', 'failedCount')).toEqual({
      isLocked: 1,
      failedCount: 5,
    })
    for (const variant of [`${loginId}\u0000`, `${loginId}\u200b`, loginId.replace('e', '\uff45'), `${loginId}%00`])
      expect((await signIn(one, variant, PASSWORD)).status).not.toBe(201)
    expect((await one.db('user').where({ loginId }).first('isLocked')).isLocked).toBe(1)
  })

  it('allows a burst over two processes no more guesses than a sequence', async () => {
    const loginId = await newLogin()
    const tries = [...Array.from({ length: 40 }, (_, n) => `Wrong@${n}`), PASSWORD]
    const answers = await Promise.all(tries.map((password, n) => signIn(n % 2 ? two : one, loginId, password)))
    expect(answers.filter(({ status }) => status === 201)).toEqual([])
    expect((await signIn(two, loginId, PASSWORD)).status).toBe(401)
    expect((await one.db('user').where({ loginId }).first('isLocked')).isLocked).toBe(1)
  })

  it('and a sign-in accept only texts', async () => {
    const loginId = await newLogin()
    for (const odd of [{ $ne: null }, { $like: 'a%' }, [loginId], ['x'], 1, true, null, {}, '']) {
      expect([odd, (await signIn(one, odd, PASSWORD)).status]).toEqual([odd, 400])
      expect([odd, (await signIn(one, loginId, odd)).status]).toEqual([odd, 400])
      for (const path of ['forgotten-password', 'new-password', 'my-password']) {
        const { status } = await one.nobody.post(
          `/api/${path}`,
          { loginId: odd, email: odd, token: odd, newPassword: odd, password: odd },
          { 'x-forwarded-for': `10.99.0.${asked++ % 250}` },
        )
        expect([path, odd, [400, 401, 404].includes(status)]).toEqual([path, odd, true])
      }
    }
    for (const strategy of ['jwt', 'anonymous', '', null, 'constructor', '__proto__', ['local'], { local: 1 }, 7])
      expect([strategy, (await signIn(one, loginId, PASSWORD, { strategy })).status]).toEqual([strategy, 400])
    expect((await signIn(one, loginId, PASSWORD, { isAdmin: true })).body.errors[0].code).toBe('UNKNOWN_FIELD')
  })

  it('does not reveal whether a login exists, neither by the answer nor by the time it takes', async () => {
    const loginId = await newLogin()
    const cost = async (name: string) => {
      const before = process.cpuUsage()
      const { status, body } = await signIn(one, name, 'Wrong@12345')
      const { user, system } = process.cpuUsage(before)
      return { spent: user + system, answer: [status, body.message, body.errors, body.className] }
    }
    // Hashed at the cost that the product uses; the tests otherwise use the lowest cost.
    const passwordHash = await hashPassword(PASSWORD)
    await one.db('user').where({ loginId }).update({ failedCount: -100, passwordHash })
    const known = []
    const unknown = []
    for (let n = 0; n < 9; n++) {
      known.push(await cost(loginId))
      unknown.push(await cost(`nobody-${n}`))
    }
    expect(known.map(({ answer }) => answer)).toEqual(unknown.map(({ answer }) => answer))
    const middle = (all: { spent: number }[]) => all.map(({ spent }) => spent).sort((a, b) => a - b)[4]!
    // Hashing is nearly all of the work: without it an unknown login would take a tenth of the time.
    const share = middle(unknown) / middle(known)
    expect([share > 0.5, share < 2]).toEqual([true, true])
  })
})

describe('a password', () => {
  it.each([
    'password1234',
    'PasswordPassword',
    'qwertyuiop12',
    'QWERTY123456',
    '1q2w3e4r5t6y',
    '123456789012',
    'Administrator',
    'iloveyou1234',
  ])('that is commonly used is refused, whatever the case of its letters: %s', async password => {
    expect(await weaknessOf(password, 'asha')).toBe('COMMON')
  })

  it.each([PASSWORD, 'Quality-first-9', 'On-the-road-5', 'blue Tractor 7 hill', 'password123'])(
    'that is not on the list is not called common: %s',
    async password => expect(await weaknessOf(password, 'asha')).not.toBe('COMMON'),
  )

  it('counts with every character, is at most 72 long, and is hashed at a high cost', async () => {
    const start = 'Long-enough-1'.padEnd(71, 'x')
    const hash = await hashPassword(`${start}a`)
    expect([await verifyPassword(`${start}a`, hash), await verifyPassword(`${start}b`, hash)]).toEqual([true, false])
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await weaknessOf(`${start}a`, 'asha')).toBeNull()
    expect(await weaknessOf(`${start}ab`, 'asha')).toBe('LONG')
  })
})

describe('in production', () => {
  let portal: TestPortal
  beforeAll(async () => {
    portal = await emptyPortal({ NODE_ENV: 'production', BILTY_SECRET: 'x'.repeat(40) })
  })
  afterAll(() => portal.close())

  it('a session cookie is sent over TLS only, which the proxy terminates, and is taken from this very host alone', async () => {
    const who = await personWith(portal, ['SALES_REP'])
    expect(who.token).not.toBeNull()
    const { loginId } = await portal.db('user').orderBy('id', 'desc').first('loginId')
    const { status, headers } = await portal.nobody.post('/api/authentication', {
      strategy: 'local',
      loginId,
      password: PASSWORD,
    })
    const cookie = headers.get('set-cookie')!
    expect([status, cookie]).toEqual([
      201,
      expect.stringMatching(/^__Host-bilty=[^;]+; path=\/; samesite=strict; secure; httponly$/),
    ])
    const sent = { cookie: cookie.split(';')[0]! }
    expect((await portal.nobody.get('/api/me', sent)).body.user.loginId).toBe(loginId)
    const formerly = { cookie: sent.cookie.replace('__Host-', '') }
    expect((await portal.nobody.get('/api/me', formerly)).status).toBe(401)
    const headersOut = { ...sent, 'x-requested-with': 'bilty' }
    const out = await fetch(`${portal.url}/api/authentication`, { method: 'DELETE', headers: headersOut })
    expect(out.headers.get('set-cookie')).toMatch(
      /^__Host-bilty=; path=\/; expires=Thu, 01 Jan 1970.*; secure; httponly$/,
    )
    expect(headers.get('strict-transport-security')).toMatch(/max-age=\d{7,}/)
    expect((await portal.nobody.get('/nowhere')).headers.get('strict-transport-security')).toMatch(/max-age/)
  })

  it('only one administrator is seeded, with a random password that must be changed, and no demo address appears', async () => {
    const fresh = await freshDatabase()
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    await seedOnce(fresh.db, { databaseUrl: fresh.url, environment: 'production', home: portal.home, secret: '' })
    const said = write.mock.calls.map(([text]) => String(text)).join('')
    write.mockRestore()
    const users = await fresh.db('user').select('loginId', 'passwordHash', 'mustChangePassword')
    expect(users.length).toBe(1)
    expect(users[0].mustChangePassword).toBe(1)
    for (const guess of [PASSWORD, users[0].loginId, 'admin', 'password', ''])
      expect(await verifyPassword(guess, users[0].passwordHash)).toBe(false)
    expect(said).toContain('It is shown only now')
    await fresh.close()
    const who = await personWith(portal, ['SYS_ADMIN'])
    expect((await who.get('/api/demo-mail')).body).not.toMatchObject({ data: [expect.anything()] })
  })

  it('it does not start without a secret, or with a short one', () => {
    expect(() => readConfig({ NODE_ENV: 'production' })).toThrow('BILTY_SECRET')
    expect(() => readConfig({ NODE_ENV: 'production', BILTY_SECRET: 'short' })).toThrow('BILTY_SECRET')
  })
})

describe('another site', () => {
  let portal: TestPortal
  beforeAll(async () => {
    portal = await demoPortal()
  })
  afterAll(() => portal.close())

  it('changes nothing with the browser’s cookie, whatever form or content type it sends', async () => {
    const { headers } = await portal.nobody.post('/api/authentication', {
      strategy: 'local',
      loginId: 'master_admin',
      password: PASSWORD,
    })
    const cookie = headers.get('set-cookie')!.split(';')[0]!
    const before = await portal.db('sbu').count('* as n').first()
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/json',
    ]) {
      for (const path of [
        'masters/sbu',
        'imports',
        'attachments',
        'masters/sbu/bulk',
        'views',
        'my-password',
        'logins',
      ]) {
        const { status } = await portal.nobody.post(`/api/${path}`, '{"code":"EVIL","name":"Evil"}', {
          cookie,
          'content-type': type,
          origin: 'https://evil.example',
        })
        expect([type, path, status]).toEqual([type, path, 403])
      }
    }
    expect(await portal.db('sbu').count('* as n').first()).toEqual(before)
    for (const origin of ['https://evil.example', 'null', portal.url.replace('127.0.0.1', 'localhost')]) {
      const asked = await fetch(`${portal.url}/api/masters/sbu`, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'x-requested-with',
        },
      })
      const { headers: answered } = await portal.nobody.get('/api/masters/sbu', { origin, cookie })
      for (const all of [asked.headers, answered])
        expect([origin, ...[...all.keys()].filter(name => name.startsWith('access-control'))]).toEqual([origin])
    }
  })
})

describe('a link that sets a password', () => {
  let portal: TestPortal
  beforeAll(async () => {
    portal = await demoPortal({ TRUSTED_PROXIES: '1' })
  })
  afterAll(() => portal.close())

  const set = (token: unknown, n: number) =>
    portal.nobody.post(
      '/api/new-password',
      { token, newPassword: 'Fresh-start-44' },
      { 'x-forwarded-for': `10.1.0.${n}` },
    )

  async function linkFor(loginId: string): Promise<string> {
    const row = await portal.db('user').where({ loginId }).first()
    const [path] = await portal.db.transaction(trx =>
      newPasswordLinks(trx, [decodeRow(user, row) as never], 0.5, systemAuthor('test')),
    )
    return path!.split('#')[1]!
  }

  it('works once even for many requests at once, is replaced by the next link, and is stored hashed', async () => {
    const old = await linkFor('qa')
    const link = await linkFor('qa')
    expect((await set(old, 1)).status).toBe(404)
    const row = await portal.db('user').where({ loginId: 'qa' }).first()
    expect(JSON.stringify(row)).not.toContain(link)
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => set(link, n + 2)))
    expect(answers.filter(({ status }) => status === 201).length).toBe(1)
    for (const { status } of answers) expect([201, 404, 409]).toContain(status)
    expect((await set(link, 20)).status).toBe(404)
  })

  it('that was used meanwhile sets no second password', async () => {
    const link = await linkFor('finance')
    const row = await userOfLink(portal.db, link)
    const hash = await hashNewPassword(row, 'Fresh-start-45')
    expect((await set(link, 25)).status).toBe(201)
    const late = portal.db.transaction(trx => savePassword(trx, row, hash, systemAuthor('test')))
    await expect(late).rejects.toMatchObject({ code: 409 })
    const { passwordHash } = await portal.db('user').where({ loginId: 'finance' }).first('passwordHash')
    expect(await verifyPassword('Fresh-start-44', passwordHash)).toBe(true)
  })

  it('expires after half an hour and cannot be guessed', async () => {
    const link = await linkFor('asha')
    await portal
      .db('user')
      .where({ loginId: 'asha' })
      .update({ resetExpiresAt: secondsFromNow(-1) })
    expect((await set(link, 30)).status).toBe(404)
    const guesses = Array.from({ length: 40 }, (_, n) => set(`${link.slice(0, 30)}${String(n).padStart(2, '0')}`, 40))
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    expect(statuses.filter(status => status === 429).length).toBe(10)
    expect(statuses.filter(status => status === 404).length).toBe(30)
  })
})
