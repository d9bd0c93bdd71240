import { beforeAll, describe, expect, it } from 'vitest'
import { now } from '../../../api/platform/clock.ts'
import { noteFailed } from '../../../api/sap/reading/sync-run.ts'
import { demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
let runId: number

beforeAll(async () => {
  const at = now()
  const run = { object: 'PRODUCT', mode: 'DELTA', trigger: 'MANUAL', status: 'PARTIAL', startedAt: at, finishedAt: at }
  const counts = { rowsRead: 250, rowsCreated: 0, rowsUpdated: 0, rowsFailed: 250, rowsSkipped: 0 }
  const [id] = await portal
    .db('sap_sync_run')
    .insert({ ...run, ...counts, rowVersion: 1, createdAt: at, updatedAt: at })
  runId = id as number
  const failed = Array.from({ length: 250 }, (_, index) => ({
    number: index === 0 ? '=1+1' : `ODD-${index}`,
    column: 'uom',
    code: 'REF_UNKNOWN',
    message: `The unit of row ${index} is not known`,
  }))
  await noteFailed(portal.db, runId, failed)
})

describe('the rows that a reading left out', () => {
  it('are shown with SAP’s key, the field and the sentence: the first two hundred, and how many there are', async () => {
    const { status, body } = await (await portal.as('master_admin')).get(`/api/sap-run-errors?runId=${runId}`)
    expect([status, body.total, body.data.length]).toEqual([200, 250, 200])
    expect(body.data[1]).toMatchObject({
      rowNo: 2,
      sapKey: 'ODD-1',
      column: 'uom',
      code: 'REF_UNKNOWN',
      message: 'The unit of row 1 is not known',
    })
  })

  it('come whole as a file, in which no formula runs', async () => {
    const { body } = await (await portal.as('finance')).get(`/api/sheets/sap-errors?runId=${runId}`)
    const lines = String(body).trim().split('\r\n')
    expect(lines).toHaveLength(251)
    expect(lines[0]).toBe('row_no,sap_key,error_code,column_name,message')
    expect(lines[1]).toContain("'=1+1")
    expect(lines[250]).toBe('250,ODD-249,REF_UNKNOWN,uom,The unit of row 249 is not known')
  })

  it('are shown to nobody who reads no readings, and of no reading that there is not', async () => {
    expect((await (await portal.as('asha')).get(`/api/sap-run-errors?runId=${runId}`)).status).toBe(403)
    expect((await (await portal.as('sys_admin')).get('/api/sap-run-errors?runId=999999')).status).toBe(404)
    expect((await (await portal.as('sys_admin')).get('/api/sap-run-errors')).status).toBe(400)
  })
})
