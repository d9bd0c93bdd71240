import { beforeAll, describe, expect, it } from 'vitest'
import { importFile } from '../../support/imports.ts'
import { personWith } from '../../support/people.ts'
import { demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
const narrowed = portal.person(at => personWith(at, ['MASTER_ADMIN'], { loginId: 'keeps-ls' }))
/** Keeps the masters of LS alone. */

beforeAll(async () => {
  const { id: userId } = await portal.db('user').where('loginId', 'keeps-ls').first('id')
  await portal.db('assign_roles').where({ userId }).update({ scopeType: 'SBU', scopeRef: 'LS' })
})

const firstOf = async (path: string) => (await narrowed.get(`/api/${path}?$limit=1`)).body.data[0]

describe('a role that is held for one SBU', () => {
  const COMMON = 'masters/transporter'

  it('reads a master that is common to all, and changes none of its rows by any door', async () => {
    const row = await firstOf(COMMON)
    expect(row).toMatchObject({ code: expect.any(String) })
    const { rowVersion } = row
    const tried = [
      await narrowed.post(`/api/${COMMON}`, { ...row, code: 'T-NEW' }),
      await narrowed.patch(`/api/${COMMON}/${row.id}`, { name: 'Mine now', rowVersion }),
      await narrowed.post(`/api/${COMMON}/bulk`, { ids: [row.id], expected: 1, change: { name: 'Mine now' } }),
      await narrowed.delete(`/api/${COMMON}/${row.id}?rowVersion=${rowVersion}`),
      await narrowed.post(`/api/${COMMON}/import`, {}),
    ]
    expect(tried.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
    expect(tried[1]!.body.message).toBe('Transporter: the role MASTER_ADMIN may not update here')
    expect((await firstOf(COMMON)).rowVersion).toBe(rowVersion)
  })

  it('is offered none of these on its screens', async () => {
    const { rules } = (await narrowed.get('/api/me')).body
    const actions = JSON.stringify(rules.filter((rule: unknown[]) => String(rule[1]).includes(COMMON)))
    expect(actions).toContain('read')
    expect(actions).not.toMatch(/update|create|deactivate|import/)
  })

  it('keeps the contacts of a customer, which belong to that customer and not to all', async () => {
    const contact = await firstOf('access-control/customer-contact')
    const { id, rowVersion } = contact
    const changed = await narrowed.patch(`/api/access-control/customer-contact/${id}`, { name: 'Renamed', rowVersion })
    expect([changed.status, changed.body.name]).toEqual([200, 'Renamed'])
  })

  it('changes what belongs to the SBU, and of the same master neither a row for every SBU nor one of another', async () => {
    const path = '/api/masters/shipping-instructions'
    const sbu = async (code: string) => (await portal.db('sbu').where({ code }).first('id')).id
    const [ls, other] = [await sbu('LS'), await sbu('PS')]
    const told = portal.db('shipping_instructions').select('customerId')
    const [customer, another] = await portal.db('customer').where('isActive', 1).whereNotIn('id', told).limit(2)
    const draft = (sbuId: number | null, instruction: string) => ({ customerId: customer.id, sbuId, instruction })
    const whole = await portal.as('master_admin')
    const common = await whole.post(path, draft(null, 'Call the gate first'))
    const foreign = await whole.post(path, draft(other, 'Keep upright'))
    expect([common.status, foreign.status]).toEqual([201, 201])

    const own = await narrowed.post(path, draft(ls, 'Load last'))
    expect(own.status).toBe(201)
    const change = async ({ id, rowVersion }: { id: number; rowVersion: number }) =>
      narrowed.patch(`${path}/${id}`, { instruction: 'Changed', rowVersion })
    expect((await change(own.body)).status).toBe(200)
    const { status, body } = await change(common.body)
    expect([status, body.message]).toEqual([403, expect.stringContaining('it is common to all')])
    expect((await change(foreign.body)).status).toBe(404)
    expect((await narrowed.post(path, { ...draft(null, 'For all'), customerId: another.id })).status).toBe(403)

    const lines = ['customerId,sbuId,instruction', `${another.code},,For all by a file`]
    const { rowsFailed, id } = await importFile(portal, narrowed, 'masters/shipping-instructions', lines.join('\n'))
    expect(rowsFailed).toBe(1)
    const { data } = (await narrowed.get(`/api/import-errors?importJobId=${id}`)).body
    expect(data[0]).toMatchObject({ errorCode: 'OUT_OF_SCOPE' })
  })
})
