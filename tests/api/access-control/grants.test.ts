import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { today } from '../../../api/platform/clock.ts'
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
})
