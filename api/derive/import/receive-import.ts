import { FeathersError } from '@feathersjs/errors'
import type { StoredUpload } from '@koa/multer'
import type { Knex } from 'knex'
import type { Context } from 'koa'
import { divide } from '../../../resources/define/pick.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { sendImport } from '../../../resources/platform/commands/imports.ts'
import { maySucceed, type WriteMode } from '../../../resources/platform/imports/imports.ts'
import { now, today } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import { invalidField } from '../../platform/errors.ts'
import { nextNumber } from '../../platform/number-series.ts'
import { describeSaved, displayFileName, edgesOfSaved, removeSaved } from '../../platform/stored-files.ts'
import { transact } from '../../platform/transact.ts'
import { readAsked } from '../command/read-body.ts'
import { requireRight } from '../rights/conditions.ts'
import type { Person } from '../rights/person.ts'
import { cureOf } from '../sheets/foreign-file.ts'
import { sheetKindOf } from '../sheets/sheet-read.ts'
import { signedIn } from '../signed-in.ts'
import { sheetAt, subjectOf, uploadAt } from '../uploads/upload-at.ts'
import type { ImportRuns } from './import-runs.ts'
import { type JobParams, readJob } from './job.ts'
import { jobAnswer } from './show-jobs.ts'

/** Receives an uploaded sheet: stores it, creates its job and starts the check. Throws 400, 403, 404 or 415. */
export async function receiveImport(ctx: Context, setup: { config: Config; db: Knex; runs: ImportRuns }) {
  const { file } = ctx as unknown as { file?: StoredUpload }
  try {
    await receive(ctx, setup, file)
  } catch (error) {
    if (file) await removeSaved(setup.config.home, file.filename)
    throw error
  }
}

async function receive(
  ctx: Context,
  { config, db, runs }: { config: Config; db: Knex; runs: ImportRuns },
  file: StoredUpload | undefined,
) {
  const { person, author } = signedIn(ctx)
  const [sent, form] = apart((ctx.request as unknown as { body?: Record<string, unknown> }).body ?? {})
  const importForm = readAsked(sendImport, form, person)
  const { origin, onError, mode, endReplaced } = importForm
  requireRight(person, subjectOf(importForm.resource), 'import')
  const resource = sheetAt(importForm.resource)!
  const given = { ...sent, ...(await uploadAt(resource.path)?.saidBySender?.(db, person)) }
  if (origin === 'SAP' && !Object.values(resource.fields).some(({ sap }) => sap)) {
    throw invalidField('origin', 'ENUM', `${resource.title} has no columns that SAP keeps: send the file as PORTAL`)
  }
  if (mode === 'SYNC') refuseSync(resource, person, onError)
  if (endReplaced) refuseEnding(resource, mode, origin)
  const kind = sheetKind(file, file && (await edgesOfSaved(config.home, file.filename)))
  const storedFile = await describeSaved(config.home, file!.filename)
  const fileName = displayFileName(file!.originalname)
  const mimeType = kind === 'csv' ? 'text/csv' : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  const job = await transact(db, async trx => {
    const params: JobParams = {
      ip: author.ip,
      requestId: author.requestId,
      storageKey: storedFile.key,
      mode,
      given,
      askColumns: importForm.askColumns,
      ...(endReplaced && { endReplaced }),
      ...(importForm.leaveOutTotals !== null && { leaveOutTotals: importForm.leaveOutTotals }),
      ...(importForm.leaveOutHidden !== null && { leaveOutHidden: importForm.leaveOutHidden }),
      ...(importForm.dayOrder && { dayOrder: importForm.dayOrder }),
    }
    const authorship = {
      rowVersion: 1,
      createdAt: now(),
      createdById: person.id,
      updatedAt: now(),
      updatedById: person.id,
    }
    const attached = {
      title: fileName,
      fileName,
      mimeType,
      sizeBytes: storedFile.size,
      sha256: storedFile.sha256,
      storageKey: storedFile.key,
    }
    const [attachmentId] = await trx('attachment').insert({
      ...attached,
      ownerType: 'IMPORT',
      versionNo: 1,
      scanStatus: 'SKIPPED',
      ...authorship,
    })
    const [id] = await trx('import_job').insert({
      jobNo: await nextNumber(trx, 'IJ', today()),
      importType: resource.path,
      origin,
      fileName,
      fileSha256: storedFile.sha256,
      attachmentId,
      mode: 'DRY_RUN',
      onError,
      status: 'UPLOADED',
      rowsTotal: 0,
      rowsDone: 0,
      rowsOk: 0,
      rowsNew: 0,
      rowsChanged: 0,
      rowsSame: 0,
      rowsFailed: 0,
      paramsJson: JSON.stringify(params),
      requestedById: person.id,
      cancelRequested: 0,
      ...authorship,
    })
    await trx('attachment').where({ id: attachmentId }).update({ ownerId: id })
    return readJob(trx, id!)
  })
  runs.start(job!.id, 'check')
  ctx.status = 201
  ctx.body = jobAnswer(job!, person, runs)
}

/** Throws unless the person may deactivate rows and the sync takes all rows or none. */
function refuseSync(resource: Resource, person: Person, onError: string) {
  requireRight(person, resource, 'deactivate')
  if (onError === 'SKIP_BAD_ROWS')
    throw invalidField('onError', 'ENUM', 'A sync takes all rows or none: a row that is left out would be closed')
}

/** Throws unless rows of the resource count for a period that the file may end, and the file may add rows. */
function refuseEnding(resource: Resource, mode: WriteMode, origin: string) {
  if (!maySucceed(resource))
    throw invalidField('endReplaced', 'RULE', `${resource.title}: rows have no period that a file may end`)
  if (resource.fields.validTo!.sap && origin === 'PORTAL')
    throw invalidField(
      'endReplaced',
      'RULE',
      `${resource.title}: SAP says when these rows end, so only a file from SAP may end them`,
    )
  if (mode === 'UPDATE' || mode === 'SYNC')
    throw invalidField('endReplaced', 'RULE', 'Only a file that adds new rows may end those that they replace')
}

const GIVEN = 'given.'

/** The further fields of the upload form, which are sent as `given.asOn` and the like, and those of every upload. */
function apart(form: Record<string, unknown>): [given: Record<string, string>, form: Record<string, unknown>] {
  const [given, own] = divide(form, name => name.startsWith(GIVEN))
  return [
    Object.fromEntries(Object.entries(given).map(([name, value]) => [name.slice(GIVEN.length), String(value)])),
    own,
  ]
}

/** Returns the file type by its name and its bytes. Throws 400 for an empty file, and 415 for another type or where the two disagree. */
function sheetKind(file: StoredUpload | undefined, edges: Buffer | undefined): 'csv' | 'xlsx' {
  if (!file || !edges || file.size === 0) throw invalidField('file', 'REQUIRED', 'Choose a file that is not empty')
  const kind = sheetKindOf(edges)
  const ending = /\.([a-z0-9]+)$/i.exec(file.originalname)?.[1]?.toLowerCase()
  if (kind && (kind === ending || (kind === 'csv' && ending === 'txt'))) return kind
  const message = cureOf(edges) ?? 'Send a workbook (.xlsx) or a text file (.csv or .txt in UTF-8 or Unicode)'
  throw new FeathersError(message, 'UnsupportedMediaType', 415, 'unsupported-media-type', {
    errors: [{ field: 'file', code: 'FORMAT', message }],
  })
}
