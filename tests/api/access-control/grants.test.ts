import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { today } from '../../../api/platform/clock.ts'
import { addDays } from '../../../resources/define/dates.ts'
import { type ApiClient, demoPortal, type TestPortal } from '../../support/portal.ts'

let portal: TestPortal
let admin: ApiClient
beforeAll(async () => {
  portal = await demoPortal()
  admin = await portal.as('sys_admin')
})
afterAll(() => portal.close())

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

  it('is given from today on, and an earlier grant keeps its first day', async () => {
    const refused = await give('QA', { scopeType: 'ALL', validFrom: addDays(today(), -1) })
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      [expect.objectContaining({ field: 'validFrom', message: expect.stringContaining('today or later') })],
    ])
    expect(await grantsOf('QA')).toEqual([])
    const [held] = await grantsOf('SALES_REP')
    const ended = await admin.patch(`/api/access-control/assign-roles/${held.id}`, {
      rowVersion: held.rowVersion,
      validTo: addDays(today(), 30),
    })
    expect(ended.status).toBe(200)
  })
})
