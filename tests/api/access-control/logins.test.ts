/** @module-tag sql */

import { beforeAll, describe, expect, it, vi } from 'vitest'
import { createLogins } from '../../../api/access-control/logins.ts'
import { decodeRow } from '../../../api/derive/row-codec.ts'
import { systemAuthor } from '../../../api/derive/save/author.ts'
import { today } from '../../../api/platform/clock.ts'
import { transact } from '../../../api/platform/transact.ts'
import { customer } from '../../../resources/access-control/customer.ts'
import { transporter } from '../../../resources/masters/transporter.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { PASSWORD } from '../../support/password.ts'
import { lockByWrongPasswords, personWith } from '../../support/people.ts'
import { type Answer, type ApiClient, demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'
import { statementsDuring } from '../../support/statements.ts'

const portal = portalOfFile(demoPortal)

const signIn = (loginId: string, password: string) =>
  portal.nobody.post('/api/authentication', { strategy: 'local', loginId, password })

const idOf = async (loginId: string): Promise<number> => (await portal.db('user').where({ loginId }).first('id')).id

describe('unlocking a login', () => {
  let admin: ApiClient
  let csc: ApiClient
  beforeAll(async () => {
    admin = await portal.as('sys_admin')
    csc = await portal.as('csc_agent')
    for (const loginId of ['joseph', 'customer', 'qa']) await lockByWrongPasswords(portal, loginId)
  })

  it('shows the administrator every locked login with its last address, and the service centre those of partners only', async () => {
    const all = await admin.get('/api/locked-logins')
    expect(all.body.map((row: { loginId: string }) => row.loginId).sort()).toEqual(['customer', 'joseph', 'qa'])
    expect(all.body[0]).toMatchObject({ failedCount: 5, lastIp: '127.0.0.1', mayUnlock: true })
    const seen = await csc.get('/api/locked-logins')
    expect(seen.body.map((row: { loginId: string }) => row.loginId)).toEqual(['customer'])
    expect((await admin.get('/api/locked-logins?userType=EMPLOYEE')).body).toHaveLength(2)
    expect((await admin.get('/api/locked-logins?userType=NOBODY')).status).toBe(400)
  })

  it('is refused to people who may only look, to people who may see none, and for rows out of scope', async () => {
    const said = { userId: await idOf('joseph'), remark: 'asked by phone' }
    const auditor = await portal.as('auditor')
    expect((await auditor.get('/api/locked-logins')).body[0].mayUnlock).toBe(false)
    expect((await auditor.post('/api/locked-logins', said)).status).toBe(403)
    expect((await (await portal.as('asha')).get('/api/locked-logins')).status).toBe(403)
    expect((await csc.post('/api/locked-logins', said)).status).toBe(404)
    expect((await admin.post('/api/locked-logins', { ...said, userId: '1 or 1=1' })).status).toBe(400)
  })

  it('needs a remark, unlocks the login, and records in its history who did it and why', async () => {
    const userId = await idOf('joseph')
    const silent = await admin.post('/api/locked-logins', { userId, remark: ' ' })
    expect([silent.status, silent.body.errors[0].field]).toEqual([400, 'remark'])
    expect((await admin.post('/api/locked-logins', { userId, remark: 'asked by phone' })).status).toBe(201)
    expect((await signIn('joseph', PASSWORD)).status).toBe(201)
    const again = await admin.post('/api/locked-logins', { userId, remark: 'asked by phone' })
    expect([again.status, again.body.errors[0].code]).toEqual([409, 'NOT_LOCKED'])
    const [entry] = await portal.db('audit_entry').where({ entity: 'user', entityId: userId }).orderBy('id', 'desc')
    expect([entry.actorId, entry.reason]).toEqual([await idOf('sys_admin'), 'asked by phone'])
  })

  it('may demand a new password: nothing else is allowed until it is chosen', async () => {
    const said = { userId: await idOf('qa'), remark: 'guessed at', mustChangePassword: true }
    expect((await admin.post('/api/locked-logins', said)).status).toBe(201)
    const qa = await portal.as('qa')
    const told = (await qa.get('/api/me')).body
    expect([told.user.mustChangePassword, told.passwordFault]).toEqual([true, null])
    const barred = await qa.get('/api/masters/products')
    expect([barred.status, barred.body.errors[0].code]).toEqual([403, 'PASSWORD_CHANGE'])
    const changed = await qa.post('/api/my-password', { password: PASSWORD, newPassword: 'Quality-first-9' })
    expect(changed.status).toBe(201)
    expect((await qa.get('/api/masters/products')).status).toBe(200)
  })
})

describe('choosing a password', () => {
  it('refuses what the policy forbids, naming the field and what to do, and a wrong current password', async () => {
    const person = await personWith(portal, ['SALES_REP'])
    const { loginId } = (await person.get('/api/me')).body.user
    const tries: [string, RegExp][] = [
      ['', /is required/],
      ['Eleven-long', /too short: use at least 12 characters$/],
      ['₹'.repeat(25), /longer than 72 bytes: shorten it/],
      [`my ${loginId.toUpperCase()}`, /contains the login ID: choose one without it$/],
      ['QWERTY123456', /on a list of common passwords: choose another$/],
      [PASSWORD, /your current one: choose another$/],
    ]
    for (const [newPassword, sentence] of tries) {
      const { status, body } = await person.post('/api/my-password', { password: PASSWORD, newPassword })
      expect([status, body.errors[0].field]).toEqual([400, 'newPassword'])
      expect(body.message).toMatch(sentence)
    }
    const wrong = await person.post('/api/my-password', { password: 'nonsense', newPassword: 'Good-enough-1' })
    expect([wrong.status, wrong.body.errors[0].field]).toEqual([400, 'password'])
  })

  it('ends the other sessions of the person, and keeps the current one', async () => {
    const here = await portal.as('cc1')
    const there = await portal.as('cc1')
    expect((await here.post('/api/my-password', { password: PASSWORD, newPassword: 'Credit-desk-1' })).status).toBe(201)
    expect((await here.get('/api/me')).status).toBe(200)
    expect((await there.get('/api/me')).status).toBe(401)
    expect((await signIn('cc1', PASSWORD)).status).toBe(401)
  })

  it('needs a sign-in', async () => {
    expect((await portal.nobody.post('/api/my-password', { password: 'a', newPassword: 'b' })).status).toBe(401)
  })
})

describe('giving a login', () => {
  const invite = (code: string) =>
    transact(portal.db, async trx => {
      const row = decodeRow(customer, await trx('customer').where({ code }).first())
      const granter = { id: null, roles: ['SYS_ADMIN' as const], seesLinks: true }
      const [made] = await createLogins(trx, systemAuthor('test'), granter, 'customer', [row as never])
      return made!
    })

  it('creates the user of a customer with the customer’s role, and a link that sets the password once', async () => {
    const { loginId, path, hours } = await invite('100104')
    expect([loginId, hours]).toEqual(['100104', 48])
    const token = path!.split('#')[1]
    const set = (newPassword: string) => portal.nobody.post('/api/new-password', { token, newPassword })
    const bad = await set('100104-Password')
    expect([bad.status, bad.body.message]).toEqual([400, 'New password contains the login ID: choose one without it'])
    expect((await set('Lab-supplies-7')).body).toEqual({ loginId: '100104' })
    expect((await set('Lab-supplies-8')).status).toBe(404)
    const buyer = await portal.as('100104', 'Lab-supplies-7')
    expect((await buyer.get('/api/me')).body.user).toMatchObject({ userType: 'CUSTOMER', roles: ['CUSTOMER'] })
    const rows = (await buyer.get('/api/access-control/customer')).body.data
    expect(rows.map((row: { code: string }) => row.code)).toEqual(['100104'])
  })

  it('refuses a second login for the same customer, an expired link, and a link of a locked login', async () => {
    await expect(invite('100104')).rejects.toMatchObject({ code: 409 })
    const { loginId, path } = await invite('100106')
    await portal.db('user').where({ loginId }).update({ resetExpiresAt: '2026-01-01T00:00:00.000Z' })
    const late = await portal.nobody.post('/api/new-password', {
      token: path!.split('#')[1],
      newPassword: 'Good-enough-1',
    })
    expect([late.status, late.body.message]).toEqual([404, 'This link was used or has expired: ask for a new one.'])
    const withToken = async (token: unknown) =>
      (await portal.nobody.post('/api/new-password', { token, newPassword: 'Good-enough-1' })).status
    for (const token of [null, '', "' or 1=1"]) expect([token, await withToken(token)]).toEqual([token, 404])
    for (const token of [5, { $ne: null }]) expect([token, await withToken(token)]).toEqual([token, 400])
  })

  it('is allowed to people who may change the row; a link for a login in use only to the IT administrator', async () => {
    const desk = await portal.as('master_admin')
    const { id } = await portal.db('transporter').where({ isLoginActive: 0, isActive: 1 }).first()
    const of = 'masters/transporter'
    const step = (who: ApiClient, step: string, of_ = of, row = id) =>
      who.post('/api/logins', { of: of_, ids: [row], step })
    const pathOf = ({ body }: Answer) => body.data[0].path
    const stands = async () => (await desk.get(`/api/logins?of=${of}&id=${id}`)).body.status

    expect(await stands()).toBe('NOT_CREATED')
    expect((await step(desk, 'renew')).body.errors[0].code).toBe('NO_LOGIN')
    expect((await step(await portal.as('finance'), 'create')).status).toBe(403)
    const first = await step(desk, 'create')
    expect([first.status, await stands()]).toEqual([201, 'INVITED'])
    const second = await step(desk, 'renew')
    expect(pathOf(second)).not.toBe(pathOf(first))
    const set = (path: string) =>
      portal.nobody.post('/api/new-password', { token: path.split('#')[1], newPassword: 'On-the-road-5' })
    expect((await set(pathOf(first))).status).toBe(404)
    expect((await set(pathOf(second))).status).toBe(201)
    expect(await stands()).toBe('ACTIVE')
    const refusedLink = await step(desk, 'renew')
    expect([refusedLink.status, refusedLink.body.message]).toEqual([403, expect.stringContaining('IT administrator')])
    expect((await step(await portal.as('sys_admin'), 'renew')).status).toBe(201)

    const driver = await portal.as(first.body.data[0].loginId, 'On-the-road-5')
    expect((await step(desk, 'close')).status).toBe(201)
    expect((await driver.get('/api/me')).status).toBe(401)
    expect([await stands(), (await portal.db('transporter').where({ id }).first()).isLoginActive]).toEqual([
      'DISABLED',
      0,
    ])
    expect(pathOf(await step(desk, 'create'))).toBe(null)
    expect((await signIn(first.body.data[0].loginId, 'On-the-road-5')).status).toBe(201)
  })

  it('is given to many in as many statements as to two, and to all or none', async () => {
    const admin = await portal.as('sys_admin')
    const transporters: number[] = []
    for (let n = 0; n < 14; n++)
      transporters.push((await exampleRow(portal.db, transporter, { email: `c${n}@example.com` })).id)
    const statementsFor = async (ids: number[], step: string) => {
      const asked = await statementsDuring(portal.db, async headers => {
        const { body } = await admin.post('/api/logins', { of: 'masters/transporter', ids, step }, headers)
        expect(body.data.map(({ id }: { id: number }) => id)).toEqual(ids)
      })
      // After the commit the mail queue wakes, which counts as this request's and comes sooner or later.
      const committed = asked.findIndex(sql => /^COMMIT/i.test(sql))
      expect(committed).toBeGreaterThan(0)
      return asked.slice(0, committed).filter(sql => !/^update `user`/.test(sql)).length
    }
    const [few, many] = [transporters.slice(0, 2), transporters.slice(2)]
    for (const step of ['create', 'renew', 'close'])
      expect(await statementsFor(many, step)).toBe(await statementsFor(few, step))

    const open = await admin.post('/api/logins', { of: 'masters/transporter', ids: few, step: 'create' })
    expect(open.status).toBe(201)
    const said = { of: 'masters/transporter', ids: transporters, step: 'create' }
    expect((await admin.post('/api/logins', said)).body.errors[0].code).toBe('LOGIN_EXISTS')
    const closed = await portal.db('transporter').whereIn('id', many).where('isLoginActive', 1)
    expect(closed).toEqual([])
  })

  it('of an administrator is changed by administrators only, and nobody closes their own', async () => {
    const admin = await portal.as('sys_admin')
    const desk = await portal.as('master_admin')
    const { employeeId } = await portal.db('user').where({ loginId: 'sys_admin' }).first()
    const said = { of: 'access-control/employee', ids: [employeeId], step: 'close' }
    expect((await desk.post('/api/logins', said)).status).toBe(403)
    expect((await admin.post('/api/logins', said)).body.message).toContain('your own login')
    expect((await admin.post('/api/logins', { ...said, step: 'burn' })).body.errors[0].field).toBe('step')
    expect((await admin.post('/api/logins', { ...said, ids: [] })).body.errors[0].field).toBe('ids')
    expect((await admin.post('/api/logins', { ...said, of: 'masters/products' })).body.errors[0].field).toBe('of')
  })

  it('of an administrator who has not used it yet gets no link from the master data desk', async () => {
    const [admin, desk] = [await portal.as('sys_admin'), await portal.as('master_admin')]
    const { id: userId, employeeId } = await portal
      .db('user')
      .where({ loginId: 'eud_approver' })
      .first('id', 'employeeId')
    await portal.db('user').where({ id: userId }).update({ inviteStatus: 'INVITED' })
    const step = (who: ApiClient, step: string) =>
      who.post('/api/logins', { of: 'access-control/employee', ids: [employeeId], step })
    expect((await step(desk, 'renew')).status).toBe(201)
    const { id: roleId } = await portal.db('role').where({ code: 'SYS_ADMIN' }).first('id')
    expect(
      (await admin.post('/api/access-control/assign-roles', { userId, roleId, scopeType: 'ALL', validFrom: today() }))
        .status,
    ).toBe(201)
    expect((await step(desk, 'renew')).status).toBe(403)
    expect((await step(admin, 'close')).status).toBe(201)
    expect((await step(desk, 'create')).status).toBe(403)
    expect((await step(admin, 'create')).status).toBe(201)
  })

  it('of a customer cannot be given by the credit desk, which maintains only credit notes', async () => {
    const desk = await portal.as('credit_controller')
    const { customerId } = await portal.db('user').where({ loginId: 'customer' }).first('customerId')
    for (const step of ['create', 'renew', 'close']) {
      const said = { of: 'access-control/customer', ids: [customerId], step }
      const { status, body } = await desk.post('/api/logins', said)
      expect([step, status, body.message]).toEqual([step, 403, expect.stringContaining('credit notes')])
    }
  })

  it('leaves no password and no link in any history', async () => {
    const entries = await portal.db('audit_entry').where({ entity: 'user' }).select('beforeJson', 'afterJson')
    expect(JSON.stringify(entries)).not.toMatch(/passwordHash|resetTokenHash|argon2/)
  })
})

it('My details shows the person’s own login, roles of today and sign-ins', async () => {
  const asha = await portal.as('asha')
  const { body } = await asha.get('/api/my-details')
  expect(body.user).toMatchObject({ loginId: 'asha', userType: 'EMPLOYEE' })
  expect(body.user).not.toHaveProperty('passwordHash')
  expect(body.roles.length).toBeGreaterThan(0)
  expect(body.signIns[0]).toMatchObject({ result: 'OK', ip: '127.0.0.1', logoutAt: null })
  expect((await portal.nobody.get('/api/my-details')).status).toBe(401)
})

describe('a forgotten password', () => {
  const ask = (loginId: unknown, email: unknown, headers = {}) =>
    portal.nobody.post('/api/forgotten-password', { loginId, email }, headers)
  const mails = () => portal.db('message_log').where({ templateCode: 'RESET_PASSWORD' })

  it('gets the same answer whether login and mail match or not, and a mail only when they do', async () => {
    const { email } = await portal.db('user').where({ loginId: 'meena' }).first()
    const before = (await mails()).length
    const answers = [await ask('meena', email), await ask('meena', 'other@x.example'), await ask('nobody', email)]
    for (const { status, body } of answers) {
      expect([status, body]).toEqual([201, { message: 'If the details match, a link has been sent.' }])
    }
    await expect.poll(async () => (await mails()).length).toBe(before + 1)
    const [mail] = (await mails()).slice(-1)
    expect([mail.toAddress, mail.topic]).toEqual([email, 'SECURITY'])
    expect(mail.body).toContain('{link}')
    const token = JSON.parse(mail.secrets).link.split('#')[1]
    const kept = await portal.db('user').where({ loginId: 'meena' }).first('resetTokenHash')
    expect(kept.resetTokenHash).not.toContain(token)
    const set = await portal.nobody.post('/api/new-password', { token, newPassword: 'Fresh-start-44' })
    expect(set.body).toEqual({ loginId: 'meena' })
    await portal.as('meena', 'Fresh-start-44')
  })

  it('reveals nothing by the time of its answer: the lookup happens after the answer', async () => {
    const { email } = await portal.db('user').where({ loginId: 'finance' }).first('email')
    const before = (await mails()).length
    const naming = (asked: string[], table: RegExp) => asked.filter(sql => table.test(sql))
    // The work deferred until after the answer is held back until the test releases it.
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    try {
      const meanwhile = await statementsDuring(portal.db, async headers => {
        expect((await ask('finance', email, headers)).status).toBe(201)
        expect((await ask('nobody-either', email, headers)).status).toBe(201)
      })
      expect(naming(meanwhile, /\b(user|message_log)\b/)).toEqual([])
      // A timer that the test moves on works in its name, so that the same listener sees the lookup.
      const afterwards = await statementsDuring(portal.db, async () => {
        vi.advanceTimersByTime(1000)
        vi.useRealTimers()
        await expect.poll(async () => (await mails()).length).toBe(before + 1)
      })
      expect(naming(afterwards, /\buser\b/)).not.toEqual([])
    } finally {
      vi.useRealTimers()
    }
  })

  it('makes links to the configured address, whatever host a request claims', async () => {
    const { email } = await portal.db('user').where({ loginId: 'ravi' }).first()
    const before = (await mails()).length
    await portal.nobody.post(
      '/api/forgotten-password',
      { loginId: 'ravi', email },
      { 'X-Forwarded-Host': 'evil.example', Forwarded: 'host=evil.example' },
    )
    await expect.poll(async () => (await mails()).length).toBe(before + 1)
    expect((await mails()).map(({ secrets }) => secrets).join()).not.toContain('evil')
  })

  it('accepts only texts, and at most ten requests in ten minutes for one login', async () => {
    for (const [loginId, email] of [
      [{ $ne: null }, 'a@b.example'],
      ['asha', ['a@b.example']],
      ['', ''],
      [null, null],
    ]) {
      expect((await ask(loginId, email)).status).toBe(400)
    }
    const tries = []
    for (let count = 0; count < 12; count++) tries.push((await ask('joseph', 'wrong@x.example')).status)
    expect(tries.slice(0, 10)).toEqual(Array(10).fill(201))
    expect(tries.slice(10)).toEqual([429, 429])
  })
})

describe('a one-time code by mail', () => {
  const codeFor = async (loginId: string) => {
    const { id } = await portal.db('user').where({ loginId }).first()
    const mail = await portal
      .db('message_log')
      .where({ templateCode: 'OTP', ownerId: id })
      .orderBy('id', 'desc')
      .first()
    return { code: JSON.parse(mail.secrets).code as string, to: mail.toAddress as string, body: mail.body as string }
  }
  const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

  it('confirms a new e-mail address before it is saved, with at most five attempts', async () => {
    const person = await personWith(portal, ['SALES_REP'])
    const { user } = (await person.get('/api/my-details')).body
    for (const email of ['nonsense', '', null, ['a@b.example'], { $ne: null }]) {
      const { status, body } = await person.post('/api/my-contact', { email })
      expect([status, body.errors[0].field]).toEqual([400, 'email'])
    }
    await person.post('/api/my-contact', { email: 'New.Address@Customer.example' })
    const { code, to, body } = await codeFor(user.loginId)
    expect([to, body.includes(code)]).toEqual(['new.address@customer.example', false])
    expect((await person.post('/api/my-contact', { code: other(code) })).status).toBe(400)
    expect((await person.get('/api/my-details')).body.user.email).toBe(user.email)
    expect((await person.post('/api/my-contact', { code })).body).toMatchObject({ email: to })
    expect((await person.get('/api/my-details')).body.user.email).toBe(to)
    expect((await person.post('/api/my-contact', { code })).status).toBe(400)

    await person.post('/api/my-contact', { email: 'third@customer.example' })
    const next = (await codeFor(user.loginId)).code
    for (let tries = 0; tries < 5; tries++) await person.post('/api/my-contact', { code: other(next) })
    expect((await person.post('/api/my-contact', { code: next })).status).toBe(400)
  })

  it('is required of administrators and finance at sign-in when the setting says so, and of nobody else', async () => {
    const set = (value: string) => portal.db('app_setting').where({ key: 'login.mailed_code' }).update({ value })
    await set('true')
    const say = (code?: string) =>
      portal.nobody.post('/api/authentication', { strategy: 'local', loginId: 'finance', password: PASSWORD, code })
    const first = await say()
    expect([first.status, first.body.errors[0].code]).toEqual([401, 'CODE_NEEDED'])
    expect((await signIn('finance', 'wrong')).body.errors).toEqual([])
    const { code } = await codeFor('finance')
    const wrong = await say(other(code))
    expect([wrong.status, wrong.body.errors[0].code]).toEqual([401, 'CODE_WRONG'])
    expect((await say(code)).status).toBe(201)
    expect((await say(code)).status).toBe(401)
    expect((await signIn('auditor', PASSWORD)).status).toBe(201)
    await set('false')
    expect((await say()).status).toBe(201)
  })
})

describe('sign-ins', () => {
  it('on other devices are ended by one request, and only the person’s own', async () => {
    const here = await portal.as('sales_rep')
    const there = await portal.as('sales_rep')
    const stranger = await portal.as('auditor')
    expect((await here.delete('/api/my-sessions/others')).body.ended).toBeGreaterThanOrEqual(1)
    expect((await there.get('/api/me')).status).toBe(401)
    expect([(await here.get('/api/me')).status, (await stranger.get('/api/me')).status]).toEqual([200, 200])
  })
})

describe('the list of employees', () => {
  it('shows the roles that each holds today, to who may read who holds which', async () => {
    const admin = await portal.as('sys_admin')
    const { body } = await admin.get('/api/access-control/employee?$limit=500&$select[]=roles&$select[]=name')
    const held: { employeeId: number; name: string }[] = await portal
      .db('assign_roles')
      .join('user', 'user.id', 'assign_roles.userId')
      .join('role', 'role.id', 'assign_roles.roleId')
      .where({ 'assign_roles.isActive': 1, 'user.isActive': 1 })
      .whereNotNull('user.employeeId')
      .select('user.employeeId', 'role.name')
    const [one] = held
    const names = [...new Set(held.filter(({ employeeId }) => employeeId === one!.employeeId).map(({ name }) => name))]
    const row = body.data.find(({ id }: { id: number }) => id === one!.employeeId)
    expect(row.roles.split(', ')).toEqual(names.sort())
    const nobody = body.data.find(({ id }: { id: number }) => !held.some(({ employeeId }) => employeeId === id))
    expect(nobody === undefined || nobody.roles === null).toBe(true)
  })
})
