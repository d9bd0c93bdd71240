import { beforeAll, describe, expect, it } from 'vitest'
import { importFile } from '../../support/imports.ts'
import { personWith } from '../../support/people.ts'
import { type ApiClient, demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
const whole = portal.person('master_admin')
const narrowed = portal.person(at => personWith(at, ['MASTER_ADMIN'], { loginId: 'keeps-ls' }))
/** Keeps the masters of every SBU. */
/** Keeps those of LS alone. */
let lsId: number

beforeAll(async () => {
  const { id: userId } = await portal.db('user').where('loginId', 'keeps-ls').first('id')
  await portal.db('assign_roles').where({ userId }).update({ scopeType: 'SBU', scopeRef: 'LS' })
  lsId = (await portal.db('sbu').where('code', 'LS').first('id')).id
})

describe('a key that is taken by a row out of scope', () => {
  it('is refused to who creates a row without its name, which is told to who may read it', async () => {
    const taken = await portal.db('department').where('code', 'PSIND').first('id', 'name')
    expect((await whole.get(`/api/masters/department/${taken.id}`)).status).toBe(200)
    expect((await narrowed.get(`/api/masters/department/${taken.id}`)).status).toBe(404)
    const draft = { code: 'PSIND', name: 'Another one', sbuId: lsId }
    const told = await whole.post('/api/masters/department', draft)
    expect([told.status, told.body.errors[0]]).toMatchObject([409, { field: 'code', code: 'DUPLICATE_KEY' }])
    expect(told.body.message).toContain(taken.name)
    const { status, body } = await narrowed.post('/api/masters/department', draft)
    expect([status, body.errors[0]]).toMatchObject([409, { field: 'code', code: 'DUPLICATE_KEY' }])
    expect(body.message).toBe('Code is taken: choose another Code')
  })

  it('is refused so in a change of many rows', async () => {
    const mine = await portal.db('department').where({ sbuId: lsId, isActive: 1 }).first('id')
    const { name } = await portal.db('department').where('code', 'PSIND').first('name')
    const change = { ids: [mine.id], expected: 1, change: { code: 'PSIND' }, preview: true }
    const told = await whole.post('/api/masters/department/bulk', change)
    expect(JSON.stringify(told.body)).toContain(name)
    const { body } = await narrowed.post('/api/masters/department/bulk', change)
    expect(JSON.stringify(body)).toContain('Code is taken: choose another Code')
    expect(JSON.stringify(body)).not.toContain(name)
  })

  it('is refused so in a file', async () => {
    const { name, email } = await portal.db('employee').where('employeeCode', 'E1002').first('name', 'email')
    const { headings, example } = await rowOfEmployee()
    const errorsFor = async (who: ApiClient, code: string) => {
      const row = headings.map(heading => ({ employeeCode: code, email })[heading] ?? example[heading] ?? '')
      const job = await importFile(portal, who, 'access-control/employee', `${headings.join()}\n${row.join()}\n`)
      expect(job).toMatchObject({ rowsFailed: 1 })
      return JSON.stringify((await who.get(`/api/import-errors?importJobId=${job.id}`)).body)
    }
    expect(await errorsFor(whole, 'E9001')).toContain(name)
    const told = await errorsFor(narrowed, 'E9002')
    expect(told).toContain('E-mail is taken: choose another E-mail')
    expect(told).not.toContain(name)
  })
})

/** A new employee as a row of a file: the values of another one, as an export has them. */
async function rowOfEmployee() {
  const example: Record<string, string> = {
    employeeCode: '',
    name: 'New One',
    designation: 'Sales executive',
    email: '',
    mobile: '9000099999',
    departmentId: 'LSRES',
    dateOfJoining: '2026-04-01',
  }
  return { headings: Object.keys(example), example }
}
