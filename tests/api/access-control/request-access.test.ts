/** @module-tag locks */

import { describe, expect, it } from 'vitest'
import { today } from '../../../api/platform/clock.ts'
import { personWith } from '../../support/people.ts'
import { type ApiClient, demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(() => demoPortal({ POSTING_LIMITS_TIMES: '1' }))
const admin = portal.person('sys_admin')
const asha = portal.person('asha')

const WANTED = { screen: 'masters/approving-limits', action: 'read', reason: 'Joseph is away', until: '2099-12-31' }
const ask = (who: ApiClient, more: object = {}) => who.post('/api/request-access', { ...WANTED, ...more })
const idOf = async (loginId: string): Promise<number> => (await portal.db('user').where({ loginId }).first('id')).id
const newest = async (who: ApiClient) => (await who.get('/api/my-notifications')).body.data[0]
const openOf = async (loginId: string, screen: string) =>
  (
    await admin.get(
      `/api/access-control/access-request?status=OPEN&requesterId=${await idOf(loginId)}&screen=${screen}`,
    )
  ).body.data[0]
const answer = (
  who: ApiClient,
  { id, rowVersion }: { id: number; rowVersion: number },
  action: string,
  asked: object,
) => who.post('/api/access-control/access-request/actions', { action, rows: [{ id, rowVersion }], asked })
const roleId = async (code: string): Promise<number> => (await portal.db('role').where({ code }).first('id')).id
const grant = async (code: string, more: object = {}) => ({
  roleId: await roleId(code),
  validFrom: today(),
  validTo: '2099-12-31',
  ...more,
})

describe('a right that was refused', () => {
  it('is requested from the people who may grant it, by bell and mail with a link to where it is granted', async () => {
    const { status, body } = await ask(asha)
    expect(status).toBe(201)
    const link = `/access-control/assign-roles?person=${await idOf('asha')}&request=${body.id}`
    const { name } = await portal.db('user').where({ loginId: 'asha' }).first('name')
    const title = `${name} asks to read Approving Limits`
    expect(await newest(admin)).toMatchObject({ title, body: 'Joseph is away', link })
    const mails = await portal.db('message_log').where({ templateCode: 'ACCESS_REQUESTED' })
    const { email } = await portal.db('user').where({ loginId: 'sys_admin' }).first('email')
    expect(mails.map(mail => mail.toAddress)).toEqual([email])
    expect(mails[0].body).toContain(`asks to read Approving Limits, until 31-12-2099`)
    expect(mails[0].body).toContain(link)
    const seen = await openOf('asha', WANTED.screen)
    expect(seen).toMatchObject({ ...WANTED, status: 'OPEN', texts: { requesterId: expect.stringContaining(name) } })
  })

  it('can be requested once at a time, also by two requests at once', async () => {
    expect((await ask(asha)).body.errors[0].code).toBe('ASKED_ALREADY')
    const joseph = await portal.as('joseph')
    const both = await Promise.all([1, 2].map(() => ask(joseph, { screen: 'settings/user' })))
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    expect((await ask(joseph, { screen: 'audit-entries' })).status).toBe(201)
  })

  it('cannot be requested without a valid reason, screen, action and day, or when already held', async () => {
    const odd: [object, number, string][] = [
      [{ reason: ' ' }, 400, 'reason'],
      [{ reason: 'x'.repeat(256) }, 400, 'reason'],
      [{ screen: '//evil.example' }, 400, 'screen'],
      [{ screen: 'https://evil.example' }, 400, 'screen'],
      [{ screen: { $ne: 1 } }, 400, 'screen'],
      [{ action: 'own' }, 400, 'action'],
      [{ until: '2020-01-01' }, 400, 'until'],
      [{ until: 'soon' }, 400, 'until'],
      [{ status: 'GIVEN' }, 400, 'status'],
      [{ requesterId: 1 }, 400, 'requesterId'],
      [{ screen: 'masters/products' }, 422, 'action'],
    ]
    const asker = await personWith(portal, ['SALES_REP'])
    for (const [more, status, field] of odd) {
      const refused = await ask(asker, more)
      expect([more, refused.status, refused.body.errors[0].field]).toEqual([more, status, field])
    }
    expect((await ask(portal.nobody)).status).toBe(401)
  })

  it('can be requested by partners and by people without a role too, ten times an hour', async () => {
    const [buyer, nobodyYet] = [await portal.as('customer'), await personWith(portal, [])]
    expect((await ask(buyer)).status).toBe(201)
    const tries: number[] = []
    for (let n = 0; n < 11; n++) tries.push((await ask(nobodyYet, { screen: `masters/page-${n}` })).status)
    expect(tries).toEqual([...Array(10).fill(201), 429])
  })
})

describe('granting roles', () => {
  it('grants pass every check of Assign Roles, and the person is notified of what they may open now', async () => {
    const request = await openOf('asha', WANTED.screen)
    const unfit = await answer(admin, request, 'give', await grant('CUSTOMER'))
    expect([unfit.status, unfit.body.errors[0].field]).toEqual([400, 'roleId'])
    expect((await openOf('asha', WANTED.screen)).rowVersion).toBe(request.rowVersion)
    const narrow = await grant('CREDIT_CONTROLLER', { scopeType: 'SBU', scopeRef: 'LS' })
    expect((await answer(admin, request, 'give', narrow)).status).toBe(201)
    expect((await asha.get('/api/masters/approving-limits')).status).toBe(200)
    expect(await newest(asha)).toMatchObject({ title: 'You may now read Approving Limits', link: `/${WANTED.screen}` })
    const kept = await portal.db('access_request').where({ id: request.id }).first()
    expect([kept.status, kept.decidedById, Boolean(kept.decidedAt)]).toEqual(['GIVEN', await idOf('sys_admin'), true])
    const entries = await portal.db('audit_entry').where({ entity: 'access-request', entityId: request.id })
    expect(entries.map(({ action }) => action)).toEqual(['CREATE', 'UPDATE'])
    expect((await answer(admin, request, 'give', narrow)).status).toBe(409)
  })

  it('a refusal has a reason that the person reads, and they may then ask again', async () => {
    const joseph = await portal.as('joseph')
    const request = await openOf('joseph', 'settings/user')
    expect((await answer(admin, request, 'decline', { reason: '' })).body.errors[0].field).toBe('reason')
    expect((await answer(admin, request, 'decline', { reason: 'Ask the desk' })).status).toBe(201)
    expect(await newest(joseph)).toMatchObject({ title: expect.stringMatching(/read Users$/), body: 'Ask the desk' })
    expect((await ask(joseph, { screen: 'settings/user' })).status).toBe(201)
  })

  it('nobody else answers a request, and nobody answers their own', async () => {
    const request = await openOf('joseph', 'settings/user')
    const given = await grant('AUDITOR', { scopeType: 'ALL' })
    for (const loginId of ['joseph', 'master_admin', 'auditor', 'customer'])
      expect((await answer(await portal.as(loginId), request, 'give', given)).status).toBe(403)
    expect((await (await portal.as('joseph')).get('/api/access-control/access-request')).status).toBe(403)
    const other = await personWith(portal, ['SYS_ADMIN'])
    expect((await ask(other, { screen: 'orders' })).status).toBe(201)
    const own = (await admin.get('/api/access-control/access-request?screen=orders&status=OPEN')).body.data[0]
    for (const [action, asked] of [
      ['give', given],
      ['decline', { reason: 'no' }],
    ] as const)
      expect((await answer(other, own, action, asked)).body.message).toContain('own request')
    expect((await answer(admin, own, 'give', given)).status).toBe(201)
  })
})
