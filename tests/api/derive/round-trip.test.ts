/** @module-tag sql */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runImport } from '../../../api/derive/import/run-import.ts'
import type { StoredRow } from '../../../api/derive/row-codec.ts'
import { uploadAt } from '../../../api/derive/uploads/upload-at.ts'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import { may } from '../../../resources/define/rights.ts'
import { notTyped } from '../../../resources/masters/upload-outstanding.ts'
import { resources } from '../../../resources/registry.ts'
import { type Role, roleCodes } from '../../../resources/roles.ts'
import { oddRows } from '../../support/cases/odd-rows.ts'
import { textSavedBySpreadsheet, workbookSavedBySpreadsheet } from '../../support/cases/saved-by-a-spreadsheet.ts'
import { download } from '../../support/files.ts'
import { importDesk, importFile } from '../../support/imports.ts'
import { personWith } from '../../support/people.ts'
import { type ApiClient, demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const keepersOf = ({ access }: Resource) => roleCodes.filter(role => may(access, role, 'I'))
const lists = resources.filter(resource => resource.kind === 'master' && keepersOf(resource).length > 0)

/** What a form says beside its file. */
const GIVEN: Readonly<Record<string, Record<string, string>>> = {
  'masters/upload-outstanding': { asOnDate: '2026-11-30', mode: 'REPLACE_CUSTOMERS_IN_FILE' },
}
/** What a sender may be told of a file that changes nothing. */
const TOLD =
  /^(These columns are not changed by an import|DUPLICATE_FILE|New rows and changes of confirmed|Roles that confirm|PAN: shown to you only in part)|shown as inactive and skipped/

const portal = portalOfFile(demoPortal)
const people = new Map<Role, { client: ApiClient; desk: Awaited<ReturnType<typeof importDesk>> }>()
beforeAll(async () => {
  const made = new Map<string, StoredRow[]>()
  for (const resource of lists) await oddRows(portal.db, resource, made)
  // A file takes over what was entered by hand, which is a change.
  await portal
    .db('upload_outstanding')
    .where('source', 'TYPED')
    .update({ source: 'UPLOAD', ...notTyped })
  // Rows go on naming what is no longer in use.
  for (const resource of lists) {
    const last = made.get(resource.name)?.at(2)
    if (last) await portal.db(tableOf(resource)).where('id', last.id).update({ isActive: 0 })
  }
  for (const role of new Set(lists.flatMap(keepersOf)))
    people.set(role, { client: await personWith(portal, [role]), desk: await importDesk(portal.db, [role]) })
})
afterAll(() => {
  for (const { desk } of people.values()) desk.close()
})

const versionsIn = (resource: Resource) => portal.db(tableOf(resource)).orderBy('id').select('id', 'rowVersion')

/** The versions of the rows of a list, and of their lines. */
const versionsOf = async (resource: Resource) => {
  const lines = uploadAt(resource.path)?.lines?.resource
  return [await versionsIn(resource), lines && (await versionsIn(lines))]
}

/** What a database does is the same for both. */
const forms: Form[] =
  process.env.TEST_DATABASE === 'mariadb'
    ? [{ format: 'csv', by: 'as it is' }]
    : [
        { format: 'csv', by: 'as it is' },
        { format: 'csv', by: 'saved by a spreadsheet', rewrite: textSavedBySpreadsheet },
        { format: 'xlsx', by: 'saved by a spreadsheet', rewrite: workbookSavedBySpreadsheet },
      ]
interface Form {
  format: 'csv' | 'xlsx'
  by: string
  rewrite?: (file: Buffer) => Buffer | Promise<Buffer>
}

describe.each(lists)('$path', resource => {
  it.each(keepersOf(resource).flatMap(role => forms.map(form => ({ role, ...form }))))(
    'comes out for $role as $format, and goes in unchanged $by',
    async ({ role, format, rewrite }) => {
      const { client, desk } = people.get(role)!
      const before = await versionsOf(resource)
      const { total } = (await client.get(`/api/${resource.path}?isActive=true&$limit=1`)).body
      const file = await download(portal, client, `/api/export/${resource.path}?format=${format}`)
      expect(file.status).toBe(200)
      const given = GIVEN[resource.path] ?? {}
      const bytes = rewrite ? await rewrite(file.bytes) : file.bytes
      const job = await desk.bring(resource.path, bytes, { fileName: `file.${format}`, given })
      const faults = (await desk.errorsOf(job)).map(
        one => `${one.rowNo} ${one.columnName} ${one.value}: ${one.message}`,
      )
      const { rowsNew, rowsChanged, rowsFailed, rowsSame, errorText, warnings } = job
      expect(faults).toEqual([])
      expect({ rowsNew, rowsChanged, rowsFailed, errorText }).toEqual(UNCHANGED)
      expect(warnings?.filter(one => !TOLD.test(String(one)))).toEqual([])
      expect(rowsSame).toBeGreaterThanOrEqual(total)
      const line = { told: () => 0, onProgress: () => undefined }
      await runImport(portal.db, { home: desk.home, jobId: job.id, step: 'commit' }, line)
      expect(await portal.db('import_job').where('id', job.id).first('status', 'errorText')).toEqual(DONE)
      expect(await versionsOf(resource)).toEqual(before)
    },
  )
})

describe('what people from outside keep comes out with their own rows, and goes in unchanged', () => {
  it.each(['transporter-mapping', 'expected-delivery-days'])('%s of a site', async name => {
    const site = await portal.as('dispatch')
    const path = `shipment-tracking/${name}`
    const { total } = (await site.get(`/api/${path}?isActive=true&$limit=1`)).body
    const all = await portal.db(name.replaceAll('-', '_')).where('isActive', 1).count({ n: '*' }).first()
    const { status, body } = await site.get(`/api/export/${path}?format=csv`)
    expect(status).toBe(200)
    const job = await importFile(portal, site, path, body)
    expect(job).toMatchObject({ rowsNew: 0, rowsChanged: 0, rowsFailed: 0 })
    expect(job.rowsSame).toBeGreaterThanOrEqual(total)
    expect(total).toBeLessThan(Number(all!.n))
  })

  it('contacts of a customer', async () => {
    const buyer = await portal.as('customer')
    const { data } = (await buyer.get('/api/access-control/customer-contact?$limit=500')).body
    const { status, body } = await buyer.get('/api/export/access-control/customer-contact?format=csv')
    expect([status, body.trim().split('\r\n').length - 1]).toEqual([200, data.length])
    expect(data.length).toBeGreaterThan(0)
    expect((await buyer.get('/api/export/masters/rate-contract-customer?format=csv')).status).toBe(403)
  })
})

const UNCHANGED = { rowsNew: 0, rowsChanged: 0, rowsFailed: 0, errorText: null }
const DONE = { status: 'DONE', errorText: null }
