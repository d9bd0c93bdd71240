import { beforeEach, describe, expect, it } from 'vitest'
import { finishedImport, type ImportJobView, importFile, insert } from '../../support/imports.ts'
import { personWith } from '../../support/people.ts'
import { emptyPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(emptyPortal)
const keeper = portal.person(at => personWith(at, ['SYS_ADMIN', 'MASTER_ADMIN']))
const PATH = 'settings/customer-segment'
beforeEach(async () => {
  await portal.db('customer_segment').delete()
  await insert(portal.db, 'customer-segment', [
    { code: 'A', name: 'Alpha' },
    { code: 'B', name: 'Beta' },
  ])
})

const standing = () => portal.db('customer_segment').where('isActive', 1).orderBy('code').select('code', 'name')
const bring = (content: string) => importFile(portal, keeper, PATH, content, { commit: true })
const rollBack = async (job: ImportJobView, more = {}) => {
  const { status, body } = await keeper.post('/api/import-steps', { importId: job.id, step: 'rollback', ...more })
  // A quick machine is done with a small file before it answers.
  expect([status, /^ROLL(ING|ED)_BACK$/.test(body.status)], body.message).toEqual([201, true])
  return finishedImport(keeper, job.id)
}
const FILE = 'code,name\nA,Changed\nB,Beta\nC,New\n'

describe('rolling back an import', () => {
  it('restores every row, and records it in the history', async () => {
    const before = await standing()
    const job = await bring(FILE)
    expect(await standing()).not.toEqual(before)
    expect(await rollBack(job)).toMatchObject({ status: 'ROLLED_BACK', conflicts: [] })
    expect(await standing()).toEqual(before)
    const { id } = await portal.db('customer_segment').where('code', 'A').first('id')
    const { data } = (await keeper.get(`/api/history?resource=${PATH}&rowId=${id}`)).body
    expect(data[0]).toMatchObject({
      action: 'UPDATE',
      reason: `Import ${job.jobNo} was rolled back`,
      before: { name: 'Changed' },
      after: { name: 'Alpha' },
    })
    expect((await bring(FILE)).rowsNew).toBe(1)
  })

  it('is refused with the rows edited since, until they are left out', async () => {
    const job = await bring(FILE)
    const row = await portal.db('customer_segment').where('code', 'A').first()
    await keeper.patch(`/api/${PATH}/${row.id}`, { name: 'Manual', rowVersion: row.rowVersion })
    const refused = await rollBack(job)
    expect(refused).toMatchObject({
      status: 'DONE',
      error: 'Nothing was rolled back. Changed since the import, or in use: one row.',
      conflicts: [
        { path: PATH, id: row.id, text: 'A · Manual', reason: expect.stringMatching(/^Changed by Tester .* on 2\d/) },
      ],
    })
    expect((await standing()).map(({ name }) => name)).toEqual(['Manual', 'Beta', 'New'])
    expect(await rollBack(job, { leaveOut: true })).toMatchObject({
      status: 'ROLLED_BACK',
      error: 'Left as they are: one row, changed since the import or in use.',
    })
    expect(await standing()).toEqual([
      { code: 'A', name: 'Manual' },
      { code: 'B', name: 'Beta' },
    ])
  })

  it('is refused when a new row is in use meanwhile', async () => {
    const job = await importFile(portal, keeper, 'settings/zone', 'code,name\nZ,Zone\n', { commit: true })
    const { id } = await portal.db('zone').where('code', 'Z').first('id')
    await insert(portal.db, 'zone-area', [{ code: 'ZA', name: 'Area', zoneId: id }])
    expect(await rollBack(job)).toMatchObject({ status: 'DONE', conflicts: [{ id, reason: 'Used by ZoneArea' }] })
    expect(await portal.db('zone').where({ id }).first('isActive')).toEqual({ isActive: 1 })
  })

  it('removes new rows that refer to each other', async () => {
    await insert(portal.db, 'sbu', [{ code: 'LS', name: 'Life', salesOrg: '1000', division: '10' }])
    const file = 'code,description,sbu_code,parent_nid_code\nCHILD,Child,LS,PARENT\nPARENT,Parent,LS,\n'
    const job = await importFile(portal, keeper, 'masters/nid', file, { commit: true })
    expect(await portal.db('nid').where('isActive', 1)).toHaveLength(2)
    expect(await rollBack(job)).toMatchObject({ status: 'ROLLED_BACK' })
    expect(await portal.db('nid').where('isActive', 1)).toEqual([])
  })

  it('can be followed by rolling back the import before it', async () => {
    const before = await standing()
    const [first, second] = [await bring(FILE), await bring('code,name\nA,Twice changed\n')]
    expect((await rollBack(first)).conflicts).toMatchObject([{ text: 'A · Twice changed' }])
    expect((await rollBack(second)).status).toBe('ROLLED_BACK')
    expect((await rollBack(first)).status).toBe('ROLLED_BACK')
    expect(await standing()).toEqual(before)
  })

  it('is refused a second time, before the commit, and to people who may not import', async () => {
    const job = await bring(FILE)
    await rollBack(job)
    const again = await keeper.post('/api/import-steps', { importId: job.id, step: 'rollback' })
    expect([again.status, again.body.message]).toEqual([409, expect.stringContaining('rolled back')])
    const auditor = await personWith(portal, ['AUDITOR'])
    const other = await bring('code,name\nD,Delta\n')
    expect((await auditor.post('/api/import-steps', { importId: other.id, step: 'rollback' })).status).toBe(403)
    const checked = await importFile(portal, keeper, PATH, 'code,name\nE,Epsilon\n')
    expect((await keeper.post('/api/import-steps', { importId: checked.id, step: 'rollback' })).status).toBe(409)
  })

  it('is shown in the list of imports with its sender', async () => {
    const job = await bring(FILE)
    const { body } = await keeper.get('/api/imports?$limit=1')
    expect(body.data[0]).toMatchObject({
      id: job.id,
      status: 'DONE',
      title: 'Customer Segments',
      requestedBy: expect.stringContaining('Tester'),
      rowsNew: 1,
      rowsChanged: 1,
    })
  })
})
