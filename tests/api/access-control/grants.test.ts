import { describe, expect, it } from 'vitest'
import { today } from '../../../api/platform/clock.ts'
import { addDays } from '../../../resources/define/dates.ts'
import { importFile } from '../../support/imports.ts'
import { demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
const admin = portal.person('sys_admin')

const idOf = async (table: string, where: object): Promise<number> =>
  (await portal.db(table).where(where).first('id')).id
const give = async (code: string, more: object) =>
  admin.post('/api/access-control/assign-roles', {
    userId: await idOf('user', { loginId: 'asha' }),
    roleId: await idOf('role', { code }),
    ...more,
  })
const grantsOf = async (code: string) => {
  const roleId = await idOf('role', { code })
  return portal.db('assign_roles').where({ roleId, userId: await idOf('user', { loginId: 'asha' }) })
}

describe('a role', () => {
  it('to which no rows belong is not given for own rows, which would be all of them', async () => {
    for (const code of ['AUDITOR', 'FINANCE', 'MASTER_ADMIN', 'SYS_ADMIN']) {
      const { status, body } = await give(code, { scopeType: 'OWN', validFrom: today() })
      expect([code, status, body.errors]).toEqual([
        code,
        400,
        [expect.objectContaining({ field: 'scopeType', message: expect.stringContaining(`ALL for the role ${code}`) })],
      ])
      expect(await grantsOf(code)).toEqual([])
    }
    expect((await give('AUDITOR', { scopeType: 'ALL', validFrom: today() })).status).toBe(201)
  })
})

describe('the first day of a grant', () => {
  const yesterday = addDays(today(), -1)
  const says = { field: 'validFrom', code: 'BACK_DATED', message: expect.stringMatching(/^Valid from must be today, /) }

  it('is today or later in India: what somebody could not do yesterday, they could not do', async () => {
    const { status, body } = await give('CSC_AGENT', { validFrom: yesterday })
    expect([status, body.errors]).toEqual([400, [says]])
    const made = await give('CSC_AGENT', { validFrom: addDays(today(), 7) })
    const change = (validFrom: string) =>
      admin.patch(`/api/access-control/assign-roles/${made.body.id}`, { validFrom, rowVersion: 1 })
    expect((await change(yesterday)).body.errors).toEqual([says])
    expect((await change(today())).status).toBe(200)
  })

  it('may stay as it is in a grant that began earlier', async () => {
    const [grant] = await grantsOf('SALES_REP')
    expect(grant.validFrom < today()).toBe(true)
    const changes = { validFrom: grant.validFrom, validTo: addDays(today(), 30), rowVersion: grant.rowVersion }
    expect((await admin.patch(`/api/access-control/assign-roles/${grant.id}`, changes)).status).toBe(200)
  })

  it('is held to the same in a file', async () => {
    const file = `login_id,role_code,scope_type,scope_ref,valid_from\nqa,EUD_APPROVER,OWN,,${yesterday}\nasha,EUD_APPROVER,OWN,,${today()}\n`
    const job = await importFile(portal, admin, 'access-control/assign-roles', file)
    expect(job).toMatchObject({ rowsNew: 1, rowsFailed: 1 })
    const { body } = await admin.get(`/api/import-errors?importJobId=${job.id}`)
    expect(body.data).toMatchObject([{ rowNo: 2, errorCode: 'BACK_DATED' }])
  })
})
