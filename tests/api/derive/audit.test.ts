import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { now, setClock, today } from '../../../api/platform/clock.ts'
import { removeExpired } from '../../../api/settings/retention/remove-expired.ts'
import { addDays } from '../../../resources/define/dates.ts'
import { resourceNamed } from '../../../resources/registry.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { PASSWORD } from '../../support/password.ts'
import { personWith } from '../../support/people.ts'
import { type ApiClient, demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'
import { temporaryHome } from '../../support/temporary-home.ts'

const portal = portalOfFile(demoPortal)
const admin = portal.person('sys_admin')

const entries = (where: Record<string, unknown>) => portal.db('audit_entry').where(where).orderBy('id')
const idOf = async (who: ApiClient): Promise<number> => (await who.get('/api/me')).body.user.id

/** The audit entries: refusals are recorded after the answer is sent. */
async function refusalsOf(actorId: number | null, count: number) {
  await portal.runDue()
  const recorded = await entries({ action: 'REFUSED', actorId })
  expect(recorded.length).toBeGreaterThanOrEqual(count)
  return recorded
}

describe('a refused access is recorded', () => {
  it('with who, when, what, the address and the number of the request', async () => {
    const rep = await personWith(portal, ['SALES_REP'])
    const actorId = await idOf(rep)
    const denied = await rep.get('/api/message-logs')
    expect(denied.status).toBe(403)
    expect((await rep.post('/api/masters/nid', { code: 'X' })).status).toBe(403)
    expect((await rep.delete('/api/masters/frequently-purchased-items/999999')).status).toBe(404)
    const [read, created, changed] = await refusalsOf(actorId, 3)
    expect(read).toMatchObject({
      entity: 'message-log',
      businessKey: 'GET /api/message-logs',
      actorIp: expect.stringMatching(/127\.0\.0\.1/),
      requestId: denied.headers.get('x-request-id'),
      reason: denied.body.message,
      at: expect.stringMatching(/Z$/),
    })
    expect(created).toMatchObject({ entity: 'nid', businessKey: 'POST /api/masters/nid' })
    expect(changed).toMatchObject({ entity: 'frequently-purchased-items', entityId: 999999 })
  })

  it('also for changes without a sign-in, but not for reads of a missing row', async () => {
    const rep = await personWith(portal, ['SALES_REP'])
    expect((await rep.get('/api/orders/999999')).status).toBe(404)
    expect((await portal.nobody.get('/api/orders')).status).toBe(401)
    expect((await portal.nobody.post('/api/orders', {})).status).toBe(401)
    const stranger = await refusalsOf(null, 1)
    expect(stranger.map(({ businessKey }: { businessKey: string }) => businessKey)).toEqual(['POST /api/orders'])
    expect(await entries({ action: 'REFUSED', actorId: await idOf(rep) })).toEqual([])
  })

  it('at most twenty times a minute for one person', async () => {
    const rep = await personWith(portal, ['SALES_REP'])
    const actorId = await idOf(rep)
    // The clock is stopped within one minute, and then within the next.
    const within = (minutes: number) => `${new Date(Date.now() + minutes * 60_000).toISOString().slice(0, 16)}:30.000Z`
    setClock(within(1))
    try {
      for (let i = 0; i < 30; i++) expect((await rep.get('/api/message-logs')).status).toBe(403)
      const written = await refusalsOf(actorId, 20)
      expect(written).toHaveLength(20)
      expect(written[19].reason).toContain('Further refusals of this minute are not recorded')
      setClock(within(2))
      expect((await rep.get('/api/message-logs')).status).toBe(403)
      expect(await refusalsOf(actorId, 21)).toHaveLength(21)
    } finally {
      setClock(null)
    }
  })
})

describe('an event that changes no row is recorded', () => {
  it('signing in, failing to, and signing out', async () => {
    const who = await personWith(portal, ['AUDITOR'])
    const actorId = await idOf(who)
    const { loginId } = await portal.db('user').where({ id: actorId }).first('loginId')
    await portal.nobody.post('/api/authentication', { strategy: 'local', loginId, password: 'Wrong@12345' })
    expect((await who.delete('/api/authentication')).status).toBe(200)
    const told = (
      await portal.db('audit_entry').where({ entity: 'login-session' }).orderBy('id', 'desc').limit(3)
    ).reverse()
    expect(told).toMatchObject([
      { action: 'LOGIN', actorId, businessKey: loginId },
      { action: 'REFUSED', actorId: null, businessKey: loginId, reason: 'BAD_PASSWORD' },
      { action: 'LOGOUT', actorId },
    ])
    expect(told.every(({ actorIp }) => Boolean(actorIp))).toBe(true)
  })

  it('a new password, without the password', async () => {
    const who = await personWith(portal, ['AUDITOR'])
    const actorId = await idOf(who)
    const changed = await who.post('/api/my-password', { password: PASSWORD, newPassword: 'Cedar#River77' })
    expect(changed.status, changed.body.message).toBeLessThan(300)
    expect(await entries({ action: 'PASSWORD', entityId: actorId })).toMatchObject([{ actorId, entity: 'user' }])
    expect(JSON.stringify(await entries({ entity: 'user', entityId: actorId }))).not.toMatch(/Cedar|argon2/)
  })

  it('a login created and closed, a role granted', async () => {
    const employee = await exampleRow(portal.db, resourceNamed('employee'), {})
    const of = 'access-control/employee'
    const { body } = await admin.post('/api/logins', { of, ids: [employee.id], step: 'create' })
    const { userId } = body.data[0]
    const role = await portal.db('role').where({ code: 'AUDITOR' }).first('id')
    const grant = { userId, roleId: role.id, scopeType: 'ALL', validFrom: today() }
    expect((await admin.post('/api/access-control/assign-roles', grant)).status).toBe(201)
    expect((await admin.post('/api/logins', { of, ids: [employee.id], step: 'close' })).status).toBe(201)
    const told = await entries({ entity: 'user', entityId: userId, action: 'STATUS' })
    expect(told.map(({ reason }: { reason: string }) => reason)).toEqual(['Login given', 'Login closed'])
    expect(await entries({ entity: 'assign-roles', action: 'CREATE', actorId: await idOf(admin) })).toHaveLength(1)
  })

  it('a look at somebody else’s import, once, with the name of its file', async () => {
    const keeper = await portal.as('master_admin')
    const form = new FormData()
    form.set('resource', 'masters/nid')
    form.set('file', new Blob(['code,name\nZZ9,From a file\n']), 'nids of mine.csv')
    const sent = await fetch(`${portal.url}/api/imports`, {
      method: 'POST',
      headers: { authorization: `Bearer ${keeper.token}` },
      body: form,
    })
    const job = (await sent.json()) as { id: number; message?: string }
    expect(sent.status, job.message).toBeLessThan(300)
    for (let i = 0; i < 3; i++) expect((await admin.get(`/api/imports/${job.id}`)).status).toBe(200)
    expect((await keeper.get(`/api/imports/${job.id}`)).status).toBe(200)
    expect(await entries({ action: 'VIEW', entity: 'import-job', entityId: job.id })).toHaveLength(1)
    expect((await admin.get(`/api/imports/${job.id}/file`)).status).toBe(200)
    expect(await entries({ action: 'DOWNLOAD', businessKey: 'nids of mine.csv' })).toMatchObject([
      { actorId: await idOf(admin), entityId: job.id },
    ])
  })
})

it('nobody changes or deletes audit entries, with any method', async () => {
  const entry = await portal.db('audit_entry').orderBy('id').first()
  const widest = await personWith(portal, ['SYS_ADMIN', 'MASTER_ADMIN', 'AUDITOR', 'FINANCE', 'CSC_AGENT'])
  const one = `/api/audit-entries/${entry.id}`
  for (const who of [widest, admin]) {
    for (const path of [
      '/api/audit-entries',
      one,
      '/api/mis/audit-log-report',
      `/api/mis/audit-log-report/${entry.id}`,
    ]) {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        const { status } = await fetch(portal.url + path, {
          method,
          headers: { authorization: `Bearer ${who.token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ reason: 'Nothing happened', rowVersion: entry.rowVersion }),
        })
        expect([403, 404, 405], `${method} ${path} ${status}`).toContain(status)
      }
    }
    const rows = [{ id: entry.id, rowVersion: entry.rowVersion }]
    for (const way of ['actions', 'bulk'])
      expect((await who.post(`/api/audit-entries/${way}`, { action: 'deactivate', rows })).status).toBeGreaterThan(399)
    expect(
      (await who.post('/api/bulk', { resource: 'audit-entries', rows, changes: { reason: 'x' } })).status,
    ).toBeGreaterThan(399)
  }
  expect(await portal.db('audit_entry').where({ id: entry.id }).first()).toEqual(entry)
})

describe('data past their retention period are deleted at night', () => {
  it('files of imports and their rows after 90 days, sign-ins and messages after two years, the history not before eight', async () => {
    const home = temporaryHome()
    const day = (before: number) => `${addDays(today(), -before)}T06:00:00.000Z`
    const kept = { rowVersion: 1, updatedAt: now() }
    const job = async (before: number) => {
      const storageKey = home.file()
      const [id] = await portal.db('import_job').insert({
        jobNo: `T-${before}`,
        importType: 'masters/nid',
        fileName: 'a.csv',
        fileSha256: 'x',
        requestedById: await idOf(admin),
        origin: 'PORTAL',
        mode: 'COMMIT',
        onError: 'ALL_OR_NOTHING',
        status: 'DONE',
        rowsTotal: 1,
        rowsDone: 1,
        rowsOk: 1,
        rowsNew: 1,
        rowsChanged: 0,
        rowsSame: 0,
        rowsFailed: 0,
        cancelRequested: 0,
        paramsJson: JSON.stringify({ storageKey }),
        createdAt: day(before),
        ...kept,
      })
      await portal
        .db('import_job_row')
        .insert({ importJobId: id, rowNo: 1, verdict: 'NEW', createdAt: day(before), ...kept })
      return { id: id as number, file: home.pathOf(storageKey) }
    }
    const signIn = async (before: number) => {
      const row = { loginId: 'old', loginAt: day(before), ip: '', result: 'OK', createdAt: day(before), ...kept }
      return (await portal.db('login_session').insert(row))[0] as number
    }
    const entry = async (before: number) => {
      const row = {
        at: day(before),
        action: 'UPDATE',
        entity: 'nid',
        entityId: 1,
        source: 'UI',
        createdAt: day(before),
        ...kept,
      }
      return (await portal.db('audit_entry').insert(row))[0] as number
    }
    const [fresh, old] = [await job(89), await job(91)]
    const [lately, longAgo] = [await signIn(700), await signIn(735)]
    const [seven, nine] = [await entry(2900), await entry(2930)]

    expect(await removeExpired(portal.db, home.path)).toBe(3)
    expect([existsSync(fresh.file), existsSync(old.file)]).toEqual([true, false])
    expect(await portal.db('import_job_row').whereIn('importJobId', [fresh.id, old.id]).pluck('importJobId')).toEqual([
      fresh.id,
    ])
    expect(await portal.db('import_job').whereIn('id', [fresh.id, old.id]).pluck('id')).toEqual([fresh.id, old.id])
    expect(await portal.db('login_session').whereIn('id', [lately, longAgo]).pluck('id')).toEqual([lately])
    expect(await portal.db('audit_entry').whereIn('id', [seven, nine]).pluck('id')).toEqual([seven])
    expect(await removeExpired(portal.db, home.path)).toBe(0)
    home.remove()
  })
})
