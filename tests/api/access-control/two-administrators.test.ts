/** @module-tag locks */
import { beforeAll, describe, expect, it } from 'vitest'
import { today } from '../../../api/platform/clock.ts'
import type { RoleGrant } from '../../../resources/access-control/commands/roles.ts'
import { addDays } from '../../../resources/define/dates.ts'
import { resourceNamed } from '../../../resources/registry.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { importFile } from '../../support/imports.ts'
import { personWith } from '../../support/people.ts'
import { type ApiClient, demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const path = '/api/access-control/assign-roles'
const portal = portalOfFile(demoPortal)
const first = portal.person('sys_admin')
/** The only administrator of the demo company, and two more of its own. */
let second: ApiClient
let third: ApiClient

const idOf = async (who: ApiClient): Promise<number> => (await who.get('/api/me')).body.user.id
const roleId = async (code: string): Promise<number> => (await portal.db('role').where({ code }).first('id')).id
let people = 0
const person = (held: Parameters<typeof personWith>[1] = [], more: object = {}) =>
  personWith(portal, held, { email: `person${++people}@test.example`, ...more })
const give = async (who: ApiClient, to: ApiClient, code: string, more: object = {}) =>
  who.post(path, { userId: await idOf(to), roleId: await roleId(code), scopeType: 'ALL', validFrom: today(), ...more })
const stored = (id: number) => portal.db('assign_roles').where({ id }).first()
const grantOf = async (who: ApiClient, code: string) =>
  portal
    .db('assign_roles')
    .where({ userId: await idOf(who), roleId: await roleId(code) })
    .first()
const act = async (who: ApiClient, action: string, id: number) => {
  const { rowVersion } = await stored(id)
  return who.post(`${path}/actions`, { action, rows: [{ id, rowVersion }] })
}
const change = async (who: ApiClient, id: number, values: object) =>
  who.patch(`${path}/${id}`, { ...values, rowVersion: (await stored(id)).rowVersion })
const isAdministrator = async (who: ApiClient) => (await who.get(`${path}?$limit=1`)).status === 200
const readsPayments = async (who: ApiClient) =>
  (await who.get('/api/transaction-view/transactions-view')).status === 200
/** Leaves a person no roles, so that they are no administrator of the tests that follow. */
const forget = (userId: number) => portal.db('assign_roles').where({ userId }).update({ isActive: 0 })
/** Somebody who holds Finance, which two administrators gave. */
async function clerkOfFinance(): Promise<ApiClient> {
  const clerk = await person()
  const { body } = await give(first, clerk, 'FINANCE')
  await act(second, 'confirm', body.id)
  return clerk
}
const mailsOf = async (id: number): Promise<{ subject: string; body: string; toAddress: string }[]> =>
  portal.db('message_log').where({ templateCode: 'MONEY_CHANGE', ownerType: 'assign-roles', ownerId: id }).orderBy('id')
const addressOf = async (who: ApiClient): Promise<string> =>
  (
    await portal
      .db('user')
      .where({ id: await idOf(who) })
      .first('email')
  ).email
const shownFor = async (who: ApiClient): Promise<RoleGrant[]> =>
  (await first.get(`/api/people-and-roles?userId=${await idOf(who)}`)).body.data[0].grants

describe('the only administrator who can sign in', () => {
  it('gives a role that confirms at once, and the person reads of it in a mail', async () => {
    const clerk = await person()
    const { status, body } = await give(first, clerk, 'FINANCE')
    expect([status, body.confirmStatus]).toEqual([201, 'CONFIRMED'])
    expect(await readsPayments(clerk)).toBe(true)
    const mails = await mailsOf(body.id)
    expect(mails.map(({ toAddress }) => toAddress).sort()).toEqual(
      [await addressOf(clerk), await addressOf(first)].sort(),
    )
    expect(mails[0]!.subject).toMatch(/^Role assignment Tester .*, Finance.*: new entry$/)
    expect(mails[0]!.body).toContain('It is in force now.')
  })

  it('is still the only one while another is locked, has left, has never signed in, or is a second login', async () => {
    const [{ employeeId }] = await portal.db('user').where({ loginId: 'sys_admin' })
    const left = await portal.db('employee').whereNot('id', employeeId).orderBy('id', 'desc').first('id')
    await portal
      .db('employee')
      .where({ id: left.id })
      .update({ dateOfLeaving: addDays(today(), -1) })
    const others = [{ isLocked: true }, { passwordHash: null }, { employeeId }, { employeeId: left.id }]
    for (const more of others) {
      const id = await idOf(await person(['SYS_ADMIN']))
      await portal.db('user').where({ id }).update(more)
      expect([more, (await give(first, await person(), 'FINANCE')).body.confirmStatus]).toEqual([more, 'CONFIRMED'])
      await forget(id)
    }
    await portal.db('employee').where({ id: left.id }).update({ dateOfLeaving: null })
  })
})

describe('an administrator who closes the login of the other', () => {
  it('gives a role that confirms alone, but not unseen, and ends none: the other reads of it in a mail', async () => {
    const employee = await exampleRow(portal.db, resourceNamed('employee'))
    const other = await person(['SYS_ADMIN'], { employeeId: employee.id })
    const [address, userId] = [await addressOf(other), await idOf(other)]
    const { id } = (await grantOf(other, 'SYS_ADMIN')) as { id: number }
    const closed = await first.post('/api/logins', {
      of: 'access-control/employee',
      ids: [employee.id],
      step: 'close',
    })
    expect([closed.status, (await other.get('/api/me')).status]).toEqual([201, 401])
    const { body } = await give(first, await person(), 'FINANCE')
    expect(body.confirmStatus).toBe('CONFIRMED')
    expect((await mailsOf(body.id)).map(({ toAddress }) => toAddress)).toContain(address)
    await first.delete(`${path}/${id}`)
    expect(await stored(id)).toMatchObject({ isActive: 1, confirmStatus: 'CHANGE_PENDING' })
    await act(first, 'withdraw', id)
    await forget(userId)
  })
})

describe('with a second administrator', () => {
  beforeAll(async () => {
    second = await person(['SYS_ADMIN'])
    third = await person(['SYS_ADMIN'])
  })

  it('a role that confirms gives nothing until another administrator than its author confirms it', async () => {
    const clerk = await person()
    const { status, body: grant } = await give(first, clerk, 'FINANCE')
    expect([status, grant.confirmStatus]).toEqual([201, 'PENDING'])
    expect(await readsPayments(clerk)).toBe(false)
    expect((await clerk.get('/api/me')).body.user.roles).toEqual([])
    expect((await first.get(`/api/people-and-roles?role=FINANCE&userId=${await idOf(clerk)}`)).body.total).toBe(0)
    const own = await act(first, 'confirm', grant.id)
    expect([own.status, own.body.message]).toEqual([
      403,
      'A row is confirmed by another person than the one who wrote it',
    ])
    expect((await act(clerk, 'confirm', grant.id)).status).toBe(403)
    expect((await act(second, 'confirm', grant.id)).status).toBe(201)
    expect(await readsPayments(clerk)).toBe(true)
  })

  it('is confirmed neither by whom it is for nor by a second login of its author', async () => {
    const [{ employeeId }] = await portal.db('user').where({ loginId: 'sys_admin' })
    const again = await person(['SYS_ADMIN'], { employeeId })
    const { body: grant } = await give(first, second, 'FINANCE')
    for (const who of [second, again]) expect((await act(who, 'confirm', grant.id)).status).toBe(403)
    expect((await stored(grant.id)).confirmStatus).toBe('PENDING')
    expect((await act(third, 'confirm', grant.id)).status).toBe(201)
    await forget(await idOf(again))
  })

  it('the end of such a role waits, too: revoked, ended, moved or narrowed, it goes on until that is confirmed', async () => {
    const clerk = await clerkOfFinance()
    const { id } = await grantOf(clerk, 'FINANCE')
    const ways: (() => Promise<{ status: number }>)[] = [
      () => first.delete(`${path}/${id}`),
      () => change(first, id, { validTo: today() }),
      () => change(first, id, { scopeType: 'SBU', scopeRef: 'LS' }),
      async () => change(first, id, { roleId: await roleId('AUDITOR'), scopeType: 'ALL' }),
      async () =>
        first.post(`${path}/actions`, {
          action: 'endDate',
          rows: [{ id, rowVersion: (await stored(id)).rowVersion }],
          asked: { validTo: today() },
        }),
      async () => first.post(`${path}/bulk`, { ids: [id], expected: 1, change: { isActive: false } }),
    ]
    for (const [place, way] of ways.entries()) {
      const { status } = await way()
      const row = await stored(id)
      expect([place, status < 300, row.confirmStatus, row.isActive]).toEqual([place, true, 'CHANGE_PENDING', 1])
      expect([place, row.validTo, row.roleId]).toEqual([place, '9999-12-31', await roleId('FINANCE')])
      expect([place, await readsPayments(clerk)]).toEqual([place, true])
      expect((await act(first, 'confirm', id)).status).toBe(403)
      expect((await act(first, 'withdraw', id)).status).toBe(201)
    }
    await first.delete(`${path}/${id}`)
    expect((await act(second, 'confirm', id)).status).toBe(201)
    expect(await stored(id)).toMatchObject({ isActive: 0, confirmStatus: 'CONFIRMED', pendingChange: null })
    expect(await readsPayments(clerk)).toBe(false)
    const again = await change(first, id, { isActive: true })
    expect(again.body).toMatchObject({ isActive: false, confirmStatus: 'CHANGE_PENDING' })
  })

  it('a role that was held for months ends at once as its revocation is confirmed, and its earlier days stay', async () => {
    const clerk = await clerkOfFinance()
    const { id } = await grantOf(clerk, 'FINANCE')
    const since = { validFrom: '2026-04-01', createdAt: '2026-03-31T06:00:00.000Z' }
    await portal.db('assign_roles').where({ id }).update(since)
    expect((await first.delete(`${path}/${id}`)).body.errors).toMatchObject([{ field: 'why', code: 'REQUIRED' }])
    expect((await first.delete(`${path}/${id}?why=Moved%20to%20sales`)).body).toMatchObject({
      confirmStatus: 'CHANGE_PENDING',
      pendingChange: { validTo: addDays(today(), -1) },
    })
    expect(await readsPayments(clerk)).toBe(true)
    // Proposed some days ago: until it is confirmed the role goes on.
    const pendingChange = JSON.stringify({ validTo: addDays(today(), -4) })
    await portal.db('assign_roles').where({ id }).update({ pendingChange })
    expect((await act(second, 'confirm', id)).status).toBe(201)
    expect(await stored(id)).toMatchObject({ isActive: 1, validFrom: '2026-04-01', validTo: addDays(today(), -1) })
    expect(await readsPayments(clerk)).toBe(false)
  })

  it('what one proposed is not changed by another, and not withdrawn by whom it is for', async () => {
    const { id } = (await grantOf(third, 'SYS_ADMIN')) as { id: number }
    await first.delete(`${path}/${id}`)
    const other = await change(second, id, { validTo: addDays(today(), 30) })
    expect([other.status, other.body.message]).toEqual([
      409,
      expect.stringMatching(/^Prakash Pillai changed “Status” to Inactive on .* waits for a second person/),
    ])
    const own = await act(third, 'withdraw', id)
    expect([own.status, own.body.message]).toEqual([403, 'A change of your own roles is withdrawn by another person'])
    expect((await act(second, 'withdraw', id)).status).toBe(201)
    expect(await isAdministrator(third)).toBe(true)
  })

  it('a new administrator and the end of the others come by two people, however quick one is', async () => {
    const accomplice = await person()
    const made = await give(first, accomplice, 'SYS_ADMIN')
    const ends = []
    for (const who of [second, third]) ends.push((await grantOf(who, 'SYS_ADMIN')).id as number)
    for (const id of ends) expect((await first.delete(`${path}/${id}`)).status).toBe(200)
    for (const id of [made.body.id, ...ends]) expect((await act(first, 'confirm', id)).status).toBe(403)
    expect((await act(accomplice, 'confirm', ends[0]!)).status).toBe(403)
    expect([await isAdministrator(accomplice), await isAdministrator(second), await isAdministrator(third)]).toEqual([
      false,
      true,
      true,
    ])
    for (const id of ends) await act(first, 'withdraw', id)
    expect((await act(second, 'withdraw', made.body.id)).status).toBe(201)
    expect(await stored(made.body.id)).toMatchObject({ isActive: 0, confirmStatus: 'PENDING' })
  })

  it('every step is mailed to all administrators and to whom it is for, by name', async () => {
    const clerk = await person()
    const { body: grant } = await give(first, clerk, 'FINANCE')
    await act(second, 'confirm', grant.id)
    await first.delete(`${path}/${grant.id}`)
    await act(first, 'withdraw', grant.id)
    const everybody = [first, second, third, clerk]
    const addresses = (await Promise.all(everybody.map(addressOf))).sort()
    const mails = await mailsOf(grant.id)
    for (const event of ['new entry', 'new entry confirmed', 'change proposed', 'proposed change withdrawn'])
      expect([
        event,
        mails
          .filter(({ subject }) => subject.endsWith(`: ${event}`))
          .map(mail => mail.toAddress)
          .sort(),
      ]).toEqual([event, addresses])
    expect(mails[0]!.body).toContain('It takes effect once another IT administrator confirms it.')
    expect(mails[0]!.body).toMatch(/Role: empty → Finance/)
    const ending = mails.find(({ subject }) => subject.endsWith(': change proposed'))!
    expect(ending.body).toContain('Status: Active → Deactivated')
    expect(ending.body).toContain('Until then the values before apply.')
  })

  it('roles that confirm nothing are given, moved and ended at once, but not into one that does', async () => {
    const reader = await person()
    const { body: grant } = await give(first, reader, 'AUDITOR')
    expect(grant.confirmStatus).toBe('CONFIRMED')
    expect((await change(first, grant.id, { validTo: addDays(today(), 9) })).body.confirmStatus).toBe('CONFIRMED')
    const moved = await change(first, grant.id, { roleId: await roleId('FINANCE') })
    expect(moved.body).toMatchObject({ confirmStatus: 'CHANGE_PENDING', roleId: await roleId('AUDITOR') })
    await act(first, 'withdraw', grant.id)
    expect((await first.delete(`${path}/${grant.id}`)).body.isActive).toBe(false)
    expect(await mailsOf(grant.id)).toHaveLength(2 * 4)
  })

  it('a file gives and ends such roles no sooner', async () => {
    const [clerk, gone] = [await person(), await clerkOfFinance()]
    const [loginId, goneId] = [
      (await clerk.get('/api/me')).body.user.loginId,
      (await gone.get('/api/me')).body.user.loginId,
    ]
    const old = await grantOf(gone, 'FINANCE')
    const file = `action,login_id,role_code,scope_type,scope_ref,valid_from,valid_to\n,${loginId},FINANCE,ALL,,${today()},9999-12-31\nDEACTIVATE,${goneId},FINANCE,ALL,,${old.validFrom},9999-12-31\n`
    const job = await importFile(portal, first, 'access-control/assign-roles', file, { commit: true })
    expect(job).toMatchObject({ rowsFailed: 0 })
    expect((await grantOf(clerk, 'FINANCE')).confirmStatus).toBe('PENDING')
    expect(await stored(old.id)).toMatchObject({ isActive: 1, confirmStatus: 'CHANGE_PENDING' })
    expect([await readsPayments(clerk), await readsPayments(gone)]).toEqual([false, true])
  })

  it('a request that is answered with such a role says that a second administrator confirms it', async () => {
    const clerk = await person()
    const wanted = { screen: 'transaction-view/transactions-view', action: 'read', reason: 'Books' }
    const { body: request } = await clerk.post('/api/request-access', wanted)
    const { rowVersion } = await portal.db('access_request').where({ id: request.id }).first()
    const asked = { roleId: await roleId('FINANCE'), scopeType: 'ALL', validFrom: today(), validTo: '9999-12-31' }
    const rows = [{ id: request.id, rowVersion }]
    const answer = await first.post('/api/access-control/access-request/actions', { action: 'give', rows, asked })
    const says = 'The role takes effect once a second IT administrator confirms it.'
    expect([answer.status, answer.body.message]).toEqual([201, `The request is granted. ${says}`])
    const [note] = (await clerk.get('/api/my-notifications')).body.data
    expect([note.title, note.body]).toEqual([expect.stringMatching(/^Your request to read .* is granted$/), says])
    expect(await readsPayments(clerk)).toBe(false)
  })

  it('what waits is shown with who proposed it', async () => {
    const clerk = await person()
    const { body: grant } = await give(first, clerk, 'FINANCE')
    const { name } = (await first.get('/api/me')).body.user
    expect(await shownFor(clerk)).toMatchObject([{ id: grant.id, state: 'WAITS', proposedBy: name }])
    const explained = async () => (await first.get(`/api/access-explained?userId=${await idOf(clerk)}`)).body
    expect(await explained()).toMatchObject({
      grants: [{ counts: false, confirmStatus: 'PENDING', proposedBy: name }],
      rights: [],
    })
    await act(second, 'confirm', grant.id)
    await second.delete(`${path}/${grant.id}`)
    const { name: other } = (await second.get('/api/me')).body.user
    expect(await shownFor(clerk)).toMatchObject([
      { state: 'NOW', confirmStatus: 'CHANGE_PENDING', proposedBy: other, pendingChange: { isActive: false } },
    ])
    expect((await explained()).grants).toMatchObject([{ counts: true, confirmStatus: 'CHANGE_PENDING' }])
  })

  it('of two administrators who confirm each other’s end at the same moment, one stays', async () => {
    const [one, other] = [await person(['SYS_ADMIN']), await person(['SYS_ADMIN'])]
    const ends: number[] = []
    for (const who of [one, other]) {
      const { id } = await grantOf(who, 'SYS_ADMIN')
      expect((await first.delete(`${path}/${id}`)).status).toBe(200)
      ends.push(id)
    }
    const [ofOne, ofOther] = ends as [number, number]
    const answers = await Promise.all([act(one, 'confirm', ofOther), act(other, 'confirm', ofOne)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 403])
    expect((await portal.db('assign_roles').whereIn('id', ends).where({ isActive: 1 })).length).toBe(1)
    expect([await isAdministrator(one), await isAdministrator(other)].filter(Boolean)).toHaveLength(1)
  })
})
