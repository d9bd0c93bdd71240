import { describe, expect, it } from 'vitest'
import { endSessions } from '../../../api/account/sign-in.ts'
import { secondsFromNow, setClock } from '../../../api/platform/clock.ts'
import { PASSWORD } from '../../support/password.ts'
import { lockByWrongPasswords, personWith } from '../../support/people.ts'
import { emptyPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(emptyPortal)

const signIn = (loginId: unknown, password: unknown) =>
  portal.nobody.post('/api/authentication', { strategy: 'local', loginId, password })

/** Creates an employee and returns their login id. */
async function loginOf(): Promise<string> {
  await personWith(portal, ['SALES_REP'])
  const newest = await portal.db('user').orderBy('id', 'desc').first('loginId')
  return newest.loginId
}

describe('signing in', () => {
  it('answers an unknown login and a wrong password alike', async () => {
    const known = await signIn(await loginOf(), 'Wrong@12345')
    const unknown = await signIn('nobody-of-this-name', 'Wrong@12345')
    expect(known.status).toBe(401)
    expect(known.body.message).toBe('Login ID or password is not correct.')
    const { requestId: _, ...body } = known.body
    expect(unknown).toMatchObject({ status: 401, body })
  })

  it('accepts the login id in any letter case', async () => {
    expect((await signIn((await loginOf()).toUpperCase(), PASSWORD)).status).toBe(201)
  })

  it('accepts texts only: an operator in place of a password is refused', async () => {
    const loginId = await loginOf()
    for (const wrong of [{ $ne: null }, [PASSWORD], 5, null, undefined, true]) {
      expect([wrong, (await signIn(loginId, wrong)).status]).toEqual([wrong, 400])
      expect([wrong, (await signIn(wrong, PASSWORD)).status]).toEqual([wrong, 400])
    }
  })

  it('locks a login after five wrong passwords, and says so only when the right one is given', async () => {
    const loginId = await loginOf()
    await lockByWrongPasswords(portal, loginId)
    expect((await signIn(loginId, 'Wrong@12345')).body.message).toBe('Login ID or password is not correct.')
    setClock(secondsFromNow(31))
    expect((await signIn(loginId, PASSWORD)).body.message).toMatch(/^Your login is locked\. Open the link/)
    setClock(null)
    expect(await portal.db('user').where({ loginId }).first()).toMatchObject({ isLocked: 1 })
  })

  it('records every attempt with its result', async () => {
    const loginId = await loginOf()
    await signIn(loginId, 'Wrong@12345')
    await signIn(loginId, PASSWORD)
    const tries = await portal.db('login_session').where({ loginId }).orderBy('id')
    expect(tries.map(({ result }) => result)).toEqual(['OK', 'BAD_PASSWORD', 'OK'])
  })

  it('refuses a deactivated login', async () => {
    const loginId = await loginOf()
    await portal.db('user').where({ loginId }).update({ isActive: 0 })
    expect((await signIn(loginId, PASSWORD)).body.message).toBe('Your login is not active: contact the help desk.')
  })
})

describe('a session', () => {
  it('names the person signed in, with packed rules and without secrets', async () => {
    const person = await personWith(portal, ['SALES_REP'])
    const { body } = await person.get('/api/me')
    expect(body.user).toMatchObject({ userType: 'EMPLOYEE', roles: ['SALES_REP'] })
    expect(JSON.stringify(body)).not.toMatch(/argon2|passwordHash/)
    expect(JSON.stringify(body.rules).length).toBeLessThan(30_000)
  })

  it('ends at sign-out, at once', async () => {
    const person = await personWith(portal, ['SALES_REP'])
    expect((await person.delete('/api/authentication')).status).toBe(200)
    expect((await person.get('/api/me')).status).toBe(401)
  })

  it('can be revoked by an administrator', async () => {
    const person = await personWith(portal, ['SALES_REP'])
    const session = await portal.db('login_session').orderBy('id', 'desc').first('id')
    await endSessions(portal.db, [session.id], 'FORCED')
    expect((await person.get('/api/me')).status).toBe(401)
  })

  it('loses its rights with the next request when a role is taken away or the login is closed', async () => {
    const person = await personWith(portal, ['MASTER_ADMIN'])
    expect((await person.get('/api/masters/sbu')).status).toBe(200)
    const me = (await person.get('/api/me')).body.user.id
    await portal.db('assign_roles').where({ userId: me }).update({ validTo: '2020-01-02' })
    expect((await person.get('/api/masters/sbu')).status).toBe(403)
    await portal.db('user').where({ id: me }).update({ isActive: 0 })
    expect((await person.get('/api/masters/sbu')).status).toBe(401)
  })

  it('refuses forged, modified and foreign tokens', async () => {
    const { token } = await personWith(portal, ['SALES_REP'])
    const [head, claims, sign] = token!.split('.') as [string, string, string]
    const none = `${Buffer.from('{"alg":"none","typ":"access"}').toString('base64url')}.${claims}.`
    const other = `${head}.${Buffer.from('{"sid":1,"key":"x"}').toString('base64url')}.${sign}`
    for (const forged of [none, other, `${head}.${claims}.`, 'x.y.z', token!.slice(0, -3)]) {
      expect((await portal.nobody.get('/api/me', { authorization: `Bearer ${forged}` })).status).toBe(401)
    }
  })

  it('uses a cookie that no script can read, and that changes nothing unless the portal’s own page sends it', async () => {
    const loginId = await loginOf()
    const { headers } = await signIn(loginId, PASSWORD)
    const cookie = headers.get('set-cookie')!
    expect(cookie).toMatch(/^bilty=.*httponly/i)
    expect(cookie).toMatch(/samesite=strict/i)
    const sent = { cookie: cookie.split(';')[0]! }
    expect((await portal.nobody.get('/api/me', sent)).status).toBe(200)
    expect((await portal.nobody.post('/api/masters/sbu', {}, sent)).body.message).toBe(
      'Changes must come from the portal itself',
    )
    expect(
      (await portal.nobody.post('/api/masters/sbu', {}, { ...sent, 'x-requested-with': 'bilty' })).body.errors[0].code,
    ).toBe('FORBIDDEN')
  })
})

describe('every answer', () => {
  it('carries security headers and a request id, errors included', async () => {
    for (const path of ['/api/me', '/api/nowhere', '/api/health', '/nowhere']) {
      const { headers } = await portal.nobody.get(path)
      expect([path, headers.get('x-content-type-options'), headers.get('x-powered-by')]).toEqual([
        path,
        'nosniff',
        null,
      ])
      expect(headers.get('content-security-policy')).toMatch(/script-src 'self';/)
      expect(headers.get('x-request-id')).toMatch(/^[\w-]{36}$/)
    }
  })

  it('has the same shape for every error, without SQL, stack or path', async () => {
    const { status, body } = await portal.nobody.post('/api/authentication', '{"loginId":', {})
    expect(status).toBe(400)
    expect(body).toEqual({
      name: 'BadRequest',
      code: 400,
      className: 'bad-request',
      message: expect.any(String),
      errors: expect.any(Array),
      requestId: expect.any(String),
    })
    expect((await portal.nobody.get('/api/nowhere')).status).toBe(404)
    expect((await portal.nobody.get('/api/health')).body).toEqual({ status: 'ok' })
    expect((await portal.nobody.get('/api/metrics')).body).toContain('bilty_request_seconds')
  })
})
