/** @module-tag sql */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ReferenceCodes } from '../../../api/derive/export/export-reference.ts'
import { isImportable, sheetColumns } from '../../../api/derive/export/sheet-columns.ts'
import { runImport } from '../../../api/derive/import/run-import.ts'
import { decodeRow } from '../../../api/derive/row-codec.ts'
import { uploadAt } from '../../../api/derive/uploads/upload-at.ts'
import { type Resource, tableOf, uniqueKeyOf } from '../../../resources/define/resource.ts'
import { may } from '../../../resources/define/rights.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { csvLine, csvText } from '../../../resources/define/sheet/sheet-cell.ts'
import { withDefaults } from '../../../resources/define/validate.ts'
import type { ImportJob } from '../../../resources/platform/imports/import-job.ts'
import { resources } from '../../../resources/registry.ts'
import type { Role } from '../../../resources/roles.ts'
import { exampleInput, exampleRow } from '../../support/example-rows.ts'
import { importDesk } from '../../support/imports.ts'
import { masterEditor } from '../../support/people.ts'
import { type ApiClient, emptyPortal, type TestPortal } from '../../support/portal.ts'

const ROLES: Role[] = ['MASTER_ADMIN', 'SYS_ADMIN', 'PRICING_APPROVER', 'DISPATCH', 'CSC_AGENT', 'FINANCE']
/** Every master with the standard import; imports with special columns are tested separately. */
const importable = resources.filter(
  ({ kind, access, path }) => kind === 'master' && !uploadAt(path) && ROLES.some(role => may(access, role, 'I')),
)

let portal: TestPortal
let keeper: ApiClient
let desk: Awaited<ReturnType<typeof importDesk>>
beforeAll(async () => {
  portal = await emptyPortal()
  keeper = await masterEditor(portal)
  desk = await importDesk(portal.db, ROLES)
})
afterAll(async () => {
  desk?.close()
  await portal.close()
})

/** The rows as an import file of the resource, with every importable column. */
async function sheetOf(resource: Resource, rows: RowValues[]): Promise<string> {
  const columns = sheetColumns(resource).filter(({ field }) => isImportable(field))
  const codes = new ReferenceCodes(portal.db, columns)
  await codes.load(rows)
  const lines = rows.map(row =>
    csvLine(
      columns.map(column => csvText(column.cellField, column.reference ? codes.value(column, row) : row[column.name])),
    ),
  )
  return csvLine(columns.map(({ heading }) => heading)) + lines.join('')
}

/** The rows of a table without the columns that every write changes. */
async function standing(resource: Resource): Promise<RowValues[]> {
  const rows: RowValues[] = await portal.db(tableOf(resource)).where('isActive', 1).orderBy('id')
  return rows.map(row => {
    const { rowVersion, updatedAt, updatedById, confirmStatus, confirmedById, ...kept } = decodeRow(resource, row)
    return kept
  })
}

const counts = ({ rowsNew, rowsChanged, rowsSame, rowsFailed }: ImportJob) => ({
  rowsNew,
  rowsChanged,
  rowsSame,
  rowsFailed,
})
const toldOf = async (job: ImportJob) => ({
  ...counts(job),
  error: job.errorText,
  errors: (await desk.errorsOf(job)).map(({ columnName, message }) => `${columnName}: ${message}`),
})

describe.each(importable)('$title', resource => {
  it('reads a file exported as shown again without a change', async () => {
    await exampleRow(portal.db, resource)
    const names = [...new Set([...uniqueKeyOf(resource), ...resource.list])].filter(name => {
      const field = resource.fields[name]
      return field && isImportable(field)
    })
    const exported = await keeper.get(`/api/export/${resource.path}?format=csv&as=shown&columns=${names}&$limit=500`)
    expect(exported.status).toBe(200)
    const job = await desk.bring(resource.path, exported.body)
    expect(await toldOf(job)).toMatchObject({ rowsNew: 0, rowsChanged: 0, rowsFailed: 0, error: null, errors: [] })
    expect(job.rowsSame).toBeGreaterThan(0)
  })

  it('commits exactly what its dry run announced, and is restored exactly by its roll-back', async () => {
    const draft = withDefaults(resource, await exampleInput(portal.db, resource))
    const file = await sheetOf(resource, [draft])
    const before = await standing(resource)
    const checked = await desk.bring(resource.path, file, { origin: sapKept(resource) ? 'SAP' : 'PORTAL' })
    expect(await toldOf(checked)).toMatchObject({ rowsNew: 1, rowsFailed: 0, error: null, errors: [] })
    expect(await standing(resource)).toEqual(before)
    const line = { told: () => 0, onProgress: () => undefined }
    const step = (step: 'commit' | 'undo') => runImport(portal.db, { home: desk.home, jobId: checked.id, step }, line)
    await step('commit')
    const kept = await portal.db('import_job').where({ id: checked.id }).first()
    expect([kept.status, counts(kept)]).toEqual(['DONE', counts(checked)])
    expect((await standing(resource)).length).toBe(before.length + 1)
    const params = { ...JSON.parse(kept.paramsJson), undoneById: desk.userId, undoneFrom: 'DONE' }
    await portal
      .db('import_job')
      .where({ id: checked.id })
      .update({ status: 'ROLLING_BACK', paramsJson: JSON.stringify(params) })
    await step('undo')
    const { status, paramsJson } = await portal.db('import_job').where({ id: checked.id }).first()
    expect([status, JSON.parse(paramsJson).conflicts]).toEqual(['ROLLED_BACK', []])
    expect(await standing(resource)).toEqual(before)
  })
})

const sapKept = ({ fields }: Resource) => Object.values(fields).some(({ sap }) => sap)
