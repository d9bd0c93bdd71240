import { describe, expect, it } from 'vitest'
import { today } from '../../../api/platform/clock.ts'
import type { PersonAndRoles } from '../../../resources/access-control/commands/roles.ts'
import { addDays } from '../../../resources/define/dates.ts'
import { importFile } from '../../support/imports.ts'
import { personWith } from '../../support/people.ts'
import { type ApiClient, demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const path = '/api/access-control/assign-roles'
const SAYS =
  'Conflict of duties between IT administrator and Finance: one proposes what the other confirms in Settings and Payment Accounts'
const portal = portalOfFile(demoPortal)
const admin = portal.person('sys_admin')
const other = portal.person(at => personWith(at, ['SYS_ADMIN']))

const me = async (who: ApiClient): Promise<{ id: number; loginId: string }> => (await who.get('/api/me')).body.user
const give = async (to: ApiClient, code: string, more: object = {}) =>
  admin.post(path, {
    userId: (await me(to)).id,
    roleId: (await portal.db('role').where({ code }).first('id')).id,
    scopeType: 'ALL',
    validFrom: today(),
    ...more,
  })
const shown = async (query: string): Promise<PersonAndRoles[]> =>
  (await admin.get(`/api/people-and-roles?${query}`)).body.data

describe('roles by which one person would propose and confirm the same', () => {
  it('are given with a warning that says where, whichever comes first, and whether it counts or waits', async () => {
    const finance = await personWith(portal, ['FINANCE'])
    const both = await give(finance, 'SYS_ADMIN')
    expect([both.status, both.body.confirmStatus]).toEqual([201, 'PENDING'])
    expect(both.body.warnings).toEqual([{ field: 'roleId', code: 'DUTY_CONFLICT', message: SAYS }])
    const clerk = await personWith(portal, [])
    expect((await give(clerk, 'FINANCE')).body.warnings).toBeUndefined()
    expect((await give(clerk, 'SYS_ADMIN', { validFrom: addDays(today(), 3) })).body.warnings).toMatchObject([
      { message: SAYS },
    ])
  })

  it('are no conflict with a role that confirms nothing, or once one of them has ended', async () => {
    const auditor = await personWith(portal, ['FINANCE'])
    expect((await give(auditor, 'AUDITOR')).body.warnings).toBeUndefined()
    await portal
      .db('assign_roles')
      .where({ userId: (await me(auditor)).id })
      .update({ validTo: addDays(today(), -1) })
    expect((await give(auditor, 'SYS_ADMIN')).body.warnings).toBeUndefined()
  })

  it('are warned of in a file that gives both', async () => {
    const { loginId } = await me(await personWith(portal, []))
    const row = (code: string) => `${loginId},${code},ALL,,${today()}\n`
    const file = `login_id,role_code,scope_type,scope_ref,valid_from\n${row('FINANCE')}${row('SYS_ADMIN')}`
    const job = await importFile(portal, admin, 'access-control/assign-roles', file)
    expect(job).toMatchObject({ rowsNew: 2, rowsFailed: 0 })
    const { body } = await admin.get(`/api/import-rows?importJobId=${job.id}`)
    expect(JSON.stringify(body.data)).toContain(SAYS)
  })

  it('are shown at the person, and everybody who holds them is found at once', async () => {
    const [{ id }, { id: alone }] = [await me(await personWith(portal, ['SYS_ADMIN', 'FINANCE'])), await me(other)]
    expect((await shown(`userId=${id}`))[0]!.conflicts).toEqual([SAYS])
    expect((await shown(`userId=${alone}`))[0]!.conflicts).toEqual([])
    const found = (await shown('conflict=true')).map(person => person.id)
    expect([found.includes(id), found.includes(alone)]).toEqual([true, false])
    for (const person of await shown('conflict=true')) expect(person.conflicts).toEqual([SAYS])
  })
})
