import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Knex } from 'knex'
import { readJob } from '../../api/derive/import/job.ts'
import { runImport } from '../../api/derive/import/run-import.ts'
import { systemAuthor } from '../../api/derive/save/author.ts'
import { insertRows } from '../../api/derive/save/write.ts'
import { saveFile } from '../../api/platform/stored-files.ts'
import type { RowValues } from '../../resources/define/row-values.ts'
import { withDefaults } from '../../resources/define/validate.ts'
import type { WhatIfAnswer } from '../../resources/orders/what-if/what-if.ts'
import type { ImportJob } from '../../resources/platform/imports/import-job.ts'
import type { ImportPeriods } from '../../resources/platform/imports/imports.ts'
import type { RoundAnswer } from '../../resources/platform/imports/rounds.ts'
import { resourceNamed } from '../../resources/registry.ts'
import { scratchFolder } from './databases/mariadb.ts'
import { withinSeconds } from './limits.ts'
import type { ApiClient, TestPortal } from './portal.ts'

/** Inserts rows of a resource with its defaults; returns them with their ids. */
export const insert = (db: Knex, name: string, rows: RowValues[]) => {
  const resource = resourceNamed(name)
  return insertRows(
    db,
    resource,
    rows.map(row => withDefaults(resource, row)),
    systemAuthor('test'),
  )
}

let jobs = 0

/** Imports files without HTTP as a person with these roles; `close` removes the files. */
export async function importDesk(db: Knex, roles: string[]) {
  const home = mkdtempSync(join(scratchFolder(), 'bilty-files-'))
  const userId = await userWith(db, roles)

  /** Stores a file, checks it and, with `commit`, commits it; returns the job afterwards. */
  async function bring(
    path: string,
    content: string | Buffer,
    options: Partial<Pick<ImportJob, 'origin' | 'onError' | 'fileName'>> & {
      commit?: boolean
      given?: Record<string, string>
    } = {},
  ) {
    const kept = await saveFile(home, Buffer.from(content))
    const at = new Date().toISOString()
    const [id] = await db('import_job').insert({
      jobNo: `IJ${++jobs}`,
      importType: path,
      origin: options.origin ?? 'PORTAL',
      fileName: options.fileName ?? 'file.csv',
      fileSha256: kept.sha256,
      mode: 'DRY_RUN',
      onError: options.onError ?? 'ALL_OR_NOTHING',
      status: 'VALIDATING',
      rowsTotal: 0,
      rowsDone: 0,
      rowsOk: 0,
      rowsNew: 0,
      rowsChanged: 0,
      rowsSame: 0,
      rowsFailed: 0,
      cancelRequested: 0,
      paramsJson: JSON.stringify({ storageKey: kept.key, ip: null, requestId: null, given: options.given }),
      requestedById: userId,
      rowVersion: 1,
      createdAt: at,
      updatedAt: at,
    })
    const line = { told: () => 0, onProgress: () => undefined }
    await runImport(db, { home, jobId: id!, step: 'check' }, line)
    if (options.commit) await runImport(db, { home, jobId: id!, step: 'commit' }, line)
    return (await readJob(db, id!))!
  }

  const errorsOf = (
    job: ImportJob,
  ): Promise<{ rowNo: number; columnName: string; errorCode: string; message: string; value: string }[]> =>
    db('import_job_error').where('importJobId', job.id).orderBy('id')

  return { home, userId, bring, errorsOf, close: () => rmSync(home, { recursive: true, force: true }) }
}

async function userWith(db: Knex, roles: string[]): Promise<number> {
  const [user] = await insert(db, 'user', [
    {
      loginId: `importer${randomUUID().slice(0, 12)}`,
      userType: 'EMPLOYEE',
      name: 'Importer',
      email: 'importer@company.example',
    },
  ])
  for (const code of roles) {
    const known = await db('role').where({ code }).first('id')
    const role = known ?? (await insert(db, 'role', [{ code, name: code, userType: 'EMPLOYEE' }]))[0]
    await insert(db, 'assign-roles', [{ userId: user!.id, roleId: role.id, scopeType: 'ALL', validFrom: '2020-01-01' }])
  }
  return user!.id
}

/** An import job as its page reads it. */
export interface ImportJobView {
  id: number
  jobNo: string
  status: string
  rowsTotal: number
  rowsNew: number
  rowsChanged: number
  rowsSame: number
  rowsFailed: number
  warnings: string[]
  unknownColumns: string[]
  missingColumns: string[]
  mode: string
  closing: number
  periods: ImportPeriods | null
  conflicts: { path: string; id: number; text: string; reason: string }[]
  sheet?: {
    headings: string[]
    samples: string[][]
    proposed: (string | null)[]
    remembered: boolean
    columns: { key: string; required: boolean }[]
  }
  mapping?: (string | null)[]
  error?: string
  whatIf?: WhatIfAnswer
  round?: RoundAnswer | null
}

interface ImportChangeView {
  field: string
  before: unknown
  after: unknown
  beforeText: string | null
  afterText: string | null
}

/** The verdict of a row of a file, as the import page lists it. */
export interface ImportRowView {
  rowNo: number
  verdict: string
  rowKey: string
  entityId: number | null
  changes: ImportChangeView[]
  ends: {
    from: string
    was: string
    until: string | null
    next: { rowNo: number; changes: ImportChangeView[] } | null
  } | null
  warnings: { field: string; code: string; message: string }[]
  errors: ImportErrorView[]
}

/** The error of a cell, as the import page lists it. */
export interface ImportErrorView {
  rowNo: number
  columnName: string
  value: string | null
  errorCode: string
  message: string
}

/** Uploads a file to a running portal as the import page does; returns the job or the refusal. */
export async function uploadImport(
  portal: TestPortal,
  asker: ApiClient,
  path: string,
  content: string | Buffer,
  name = 'file.csv',
  more: Record<string, string> = {},
) {
  const form = new FormData()
  form.set('resource', path)
  for (const [field, value] of Object.entries(more)) form.set(field, value)
  form.set('file', new Blob([content as BlobPart]), name)
  const headers: Record<string, string> = asker.token ? { authorization: `Bearer ${asker.token}` } : {}
  const response = await fetch(`${portal.url}/api/imports`, { method: 'POST', body: form, headers })
  return { status: response.status, body: (await response.json()) as ImportJobView & { fileName: string } }
}

/** Waits until a job is no longer running; returns it. A large file may take long, as long as its rows go on. */
export async function finishedImport(asker: ApiClient, id: number): Promise<ImportJobView> {
  let done = 0
  for (let end = Date.now() + withinSeconds(50); Date.now() < end; await pause(25)) {
    const { body } = await asker.get(`/api/imports/${id}`)
    if (!['UPLOADED', 'VALIDATING', 'COMMITTING', 'ROLLING_BACK'].includes(body.status)) return body
    if (body.rowsDone !== done) end = Date.now() + withinSeconds(50)
    done = body.rowsDone
  }
  throw new Error('The import did not come to rest')
}

/** Uploads a file and waits for its check and, with `commit`, for its commit. */
export async function importFile(
  portal: TestPortal,
  asker: ApiClient,
  path: string,
  content: string | Buffer,
  options: Partial<Record<'name' | 'origin' | 'onError' | 'mode' | `given.${string}`, string>> & {
    commit?: boolean
  } = {},
) {
  const { commit, name, ...more } = options
  const sent = await uploadImport(portal, asker, path, content, name, more as Record<string, string>)
  if (sent.status !== 201) throw new Error(JSON.stringify(sent.body))
  const checked = await finishedImport(asker, sent.body.id)
  if (!commit || checked.status !== 'VALIDATED') return checked
  const began = await asker.post('/api/import-steps', { importId: checked.id, step: 'commit', why: 'First list' })
  if (began.status !== 201) throw new Error(JSON.stringify(began.body))
  return finishedImport(asker, checked.id)
}
