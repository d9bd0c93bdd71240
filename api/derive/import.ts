import multer, { type UploadedFile } from '@koa/multer'
import type { Application } from '@feathersjs/koa'
import { FeathersError } from '@feathersjs/errors'
import type { Context, Next } from 'koa'
import type { Knex } from 'knex'
import { now, today } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { conflict, invalid, invalidField, notFound } from '../platform/errors.ts'
import { downloadAs, keepFile, MOST_FILE_BYTES, shownName, streamKept } from '../platform/files.ts'
import type { Log } from '../platform/log.ts'
import { nextNumber } from '../platform/number-series.ts'
import type { Person } from '../platform/person.ts'
import { transact } from '../platform/transact.ts'
import { demand } from './conditions.ts'
import { errorsKey } from './import-errors.ts'
import { changeJob, type ImportJob, type JobParams, paramsOf, readJob } from './import-job.ts'
import { ImportRuns } from './import-run.ts'
import { readId } from './query.ts'
import { kindOf } from './sheet-read.ts'
import { resourceOf, restOfPath, signedIn } from './signed-in.ts'
import { readRow } from './stored.ts'
import { importJob } from '../../resources/platform/import-job.ts'
import { serveTemplates } from './template.ts'

/** What a running portal can tell its imports: to end in order. */
export interface Imports {
  stop(): Promise<void>
}

const MOST_LISTED = 100

/**
 * Imports over HTTP: `POST /api/imports` takes a file and starts its check, `POST /api/import-steps` commits or cancels,
 * the GETs tell how far it is and what is wrong. A job is seen by who sent it and by who reads all imports.
 */
export function serveImports(app: Application, { config, db, log }: { config: Config; db: Knex; log: Log }): Imports {
  const runs = new ImportRuns({ config, db, log })
  const upload = multer({
    storage: multer.memoryStorage(),
    limits: { fileSize: MOST_FILE_BYTES, files: 1, fields: 8, fieldSize: 1000, parts: 10 },
    defParamCharset: 'utf8',
  }).single('file')
  serveTemplates(app, db)
  app.use(async (ctx: Context, next: Next) => {
    const rest = restOfPath(ctx, 'GET', '/api/imports')
    if (rest === '') return list(ctx, db)
    const [, id, errors] = /^\/([^/]+)(\/errors\.csv)?$/.exec(rest ?? '') ?? []
    if (id) return errors ? downloadErrors(ctx, db, config, id) : show(ctx, db, runs, id)
    if (restOfPath(ctx, 'GET', '/api/import-errors') === '') return listErrors(ctx, db)
    if (restOfPath(ctx, 'POST', '/api/import-steps') === '') return step(ctx, db, runs)
    if (restOfPath(ctx, 'POST', '/api/imports') !== '') return next()
    signedIn(ctx)
    await upload(ctx, async () => undefined)
    await receive(ctx, { config, db, runs })
  })
  runs.begin()
  return { stop: () => runs.stop() }
}

async function receive(ctx: Context, { config, db, runs }: { config: Config; db: Knex; runs: ImportRuns }) {
  const { person, author } = signedIn(ctx)
  const asked = (ctx.request as unknown as { body?: Record<string, unknown> }).body ?? {}
  const resource = resourceOf(asked.resource)
  demand(person, resource, 'import')
  const origin = oneOf(asked, 'origin', ['PORTAL', 'SAP'] as const)
  const onError = oneOf(asked, 'onError', ['ALL_OR_NOTHING', 'SKIP_BAD_ROWS'] as const)
  if (origin === 'SAP' && !Object.values(resource.fields).some(({ sap }) => sap)) {
    throw invalidField('origin', 'ENUM', `${resource.title} has no columns that SAP keeps: send the file as PORTAL`)
  }
  const file = (ctx as unknown as { file?: UploadedFile }).file
  const kind = sheetKind(file)
  const kept = await keepFile(config.home, file!.buffer)
  const fileName = shownName(file!.originalname)
  const mimeType = kind === 'csv' ? 'text/csv' : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  const job = await transact(db, async trx => {
    const params: JobParams = { ip: author.ip, requestId: author.requestId, storageKey: kept.key }
    const whose = { rowVersion: 1, createdAt: now(), createdById: person.id, updatedAt: now(), updatedById: person.id }
    const attached = { title: fileName, fileName, mimeType, sizeBytes: kept.size, sha256: kept.sha256, storageKey: kept.key }
    const [attachmentId] = await trx('attachment').insert({ ...attached, ownerType: 'IMPORT', versionNo: 1, scanStatus: 'SKIPPED', ...whose })
    const [id] = await trx('import_job').insert({
      jobNo: await nextNumber(trx, 'IJ', today()),
      importType: resource.path, origin, fileName, fileSha256: kept.sha256, attachmentId,
      mode: 'DRY_RUN', onError, status: 'UPLOADED', rowsTotal: 0, rowsDone: 0, rowsOk: 0, rowsNew: 0, rowsChanged: 0, rowsSame: 0,
      rowsFailed: 0, paramsJson: JSON.stringify(params), requestedById: person.id, cancelRequested: 0, ...whose,
    })
    await trx('attachment').where({ id: attachmentId }).update({ ownerId: id })
    return readJob(trx, id!)
  })
  runs.start(job!.id, 'check')
  ctx.status = 201
  ctx.body = seen(job!, runs)
}

/** Which kind of sheet was sent: by its name and by its bytes, which must agree. Throws 400 or 415. */
function sheetKind(file: UploadedFile | undefined): 'csv' | 'xlsx' {
  if (!file || file.size === 0) throw invalidField('file', 'REQUIRED', 'Choose a file that is not empty')
  const kind = kindOf(file.buffer)
  const ending = /\.([a-z0-9]+)$/i.exec(file.originalname)?.[1]?.toLowerCase()
  if (kind && kind === ending) return kind
  const message = 'Send a workbook (.xlsx) or a CSV file (.csv, UTF-8)'
  throw new FeathersError(message, 'UnsupportedMediaType', 415, 'unsupported-media-type', {
    errors: [{ field: 'file', code: 'FORMAT', message }],
  })
}

function oneOf<const Option extends string>(asked: Record<string, unknown>, name: string, options: readonly Option[]): Option {
  const given = asked[name] ?? options[0]
  const found = options.find(option => option === given)
  if (!found) throw invalidField(name, 'ENUM', `${name} must be one of ${options.join(', ')}`)
  return found
}

async function step(ctx: Context, db: Knex, runs: ImportRuns) {
  const { person } = signedIn(ctx)
  const asked = ((ctx.request as unknown as { body?: unknown }).body ?? {}) as Record<string, unknown>
  const job = await jobFor(db, person, asked.importId)
  demand(person, resourceOf(job.importType), 'import')
  if (asked.step === 'commit') await commit(db, job, person, runs)
  else if (asked.step === 'cancel') await cancel(db, job, runs)
  else throw invalid([{ field: 'step', code: 'ENUM', message: 'step must be commit or cancel' }])
  ctx.status = 201
  ctx.body = seen((await readJob(db, job.id))!, runs)
}

async function commit(db: Knex, job: ImportJob, person: Person, runs: ImportRuns) {
  if (job.requestedById !== person.id) throw conflict('NOT_ALLOWED_STATE', 'An import is saved by the person who sent the file')
  if (job.onError === 'ALL_OR_NOTHING' && job.rowsFailed > 0) {
    throw conflict('NOT_ALLOWED_STATE', `${job.rowsFailed} rows are wrong: correct them and send the file again, or import with «skip bad rows»`)
  }
  const began = await changeJob(db, job.id, { status: 'COMMITTING', rowsDone: 0, errorText: null, lockedBy: null, lockedUntil: null }, ['VALIDATED'])
  if (!began) throw conflict('NOT_ALLOWED_STATE', `${job.jobNo} cannot be saved while it is ${job.status}`)
  runs.start(job.id, 'commit')
}

async function cancel(db: Knex, job: ImportJob, runs: ImportRuns) {
  const ended = await changeJob(db, job.id, { status: 'CANCELLED', cancelRequested: true, finishedAt: now() }, ['UPLOADED', 'VALIDATED'])
  if (ended) return
  const asked = await changeJob(db, job.id, { cancelRequested: true }, ['VALIDATING'])
  // While rows are being saved the job's row may be locked by the import itself.
  if (!asked && job.status !== 'COMMITTING') throw conflict('NOT_ALLOWED_STATE', `${job.jobNo} is over: it cannot be cancelled`)
  runs.cancel(job.id)
}

/** A job the person may see: his own, or any for who reads all imports. Throws 404. */
async function jobFor(db: Knex, person: Person, id: unknown): Promise<ImportJob> {
  const known = readId(id)
  const job = known === undefined ? undefined : await readJob(db, known)
  if (!job || !(job.requestedById === person.id || seesAll(person))) throw notFound()
  return job
}

const seesAll = (person: Person) => person.ability.can('read', importJob.path)

async function show(ctx: Context, db: Knex, runs: ImportRuns, id: string) {
  ctx.body = seen(await jobFor(db, signedIn(ctx).person, id), runs)
}

/** A job as clients see it. */
function seen(job: ImportJob, runs?: ImportRuns) {
  const { id, jobNo, importType: resource, origin, onError, fileName, status, requestedById, createdAt, finishedAt } = job
  const { rowsTotal, rowsDone, rowsNew, rowsChanged, rowsSame, rowsFailed, warnings, unknownColumns, missingColumns, errorText } = job
  return {
    id, jobNo, resource, origin, onError, fileName, status, requestedById, createdAt, finishedAt,
    rowsTotal, rowsDone, rowsNew, rowsChanged, rowsSame, rowsFailed,
    warnings: warnings ?? [],
    unknownColumns: unknownColumns ?? [],
    missingColumns: missingColumns ?? [],
    changes: paramsOf(job)?.changes ?? [],
    ...(errorText && { error: errorText }),
    ...(['VALIDATING', 'COMMITTING'].includes(status) && runs?.progressOf(id)),
  }
}

async function list(ctx: Context, db: Knex) {
  const { person } = signedIn(ctx)
  const rows = db('import_job')
  if (!seesAll(person)) rows.where('requestedById', person.id)
  if (ctx.query.resource !== undefined) rows.where('importType', resourceOf(ctx.query.resource).path)
  ctx.body = await pageOf(ctx, rows, 'id', 'desc', row => seen(readRow(importJob, row) as unknown as ImportJob))
}

async function listErrors(ctx: Context, db: Knex) {
  const job = await jobFor(db, signedIn(ctx).person, ctx.query.importJobId)
  const rows = db('import_job_error').where('importJobId', job.id)
  const shown = ({ id, rowNo, columnName, value, errorCode, message }: Record<string, unknown>) => ({ id, rowNo, columnName, value, errorCode, message })
  ctx.body = await pageOf(ctx, rows, 'id', 'asc', shown)
}

type Show = (row: Record<string, unknown>) => unknown

async function pageOf(ctx: Context, rows: Knex.QueryBuilder, column: string, direction: 'asc' | 'desc', show: Show) {
  const limit = Math.min(whole(ctx.query.$limit, 20), MOST_LISTED)
  const skip = whole(ctx.query.$skip, 0)
  const [counted] = await rows.clone().count({ total: '*' })
  const found: Record<string, unknown>[] = await rows.orderBy(column, direction).limit(limit).offset(skip)
  return { total: Number(counted!.total), limit, skip, data: found.map(show) }
}

function whole(asked: unknown, standard: number): number {
  return typeof asked === 'string' && /^\d{1,9}$/.test(asked) ? Number(asked) : standard
}

async function downloadErrors(ctx: Context, db: Knex, config: Config, id: string) {
  const job = await jobFor(db, signedIn(ctx).person, id)
  if (job.rowsFailed === 0) throw notFound('This import has no wrong rows')
  ctx.set('Content-Disposition', downloadAs(`${job.jobNo}-errors.csv`))
  ctx.set('X-Content-Type-Options', 'nosniff')
  ctx.type = 'text/csv; charset=utf-8'
  ctx.body = streamKept(config.home, errorsKey(paramsOf(job).storageKey))
}

