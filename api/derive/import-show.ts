import type { Knex } from 'knex'
import type { Context } from 'koa'
import { pick } from '../../resources/define/pick.ts'
import { importJob } from '../../resources/platform/import-job.ts'
import { resourceAt } from '../../resources/registry.ts'
import type { Config } from '../platform/config.ts'
import { forbidden, notFound } from '../platform/errors.ts'
import { downloadAs, streamKept } from '../platform/files.ts'
import type { Person } from '../platform/person.ts'
import { readableNames } from './ability.ts'
import { readableBy } from './conditions.ts'
import { errorsKey } from './import-errors.ts'
import { type ImportJob, paramsOf, readJob } from './import-job.ts'
import type { ImportRuns } from './import-run.ts'
import { readId } from './query.ts'
import { resourceOf, signedIn } from './signed-in.ts'
import { readRow } from './stored.ts'

const MOST_LISTED = 100

/** A job the person may see: his own, or any for who reads all imports. Throws 404. */
export async function jobFor(db: Knex, person: Person, id: unknown): Promise<ImportJob> {
  const known = readId(id)
  const job = known === undefined ? undefined : await readJob(db, known)
  if (!job || !(job.requestedById === person.id || seesAll(person))) throw notFound()
  return job
}

const seesAll = (person: Person) => person.ability.can('read', importJob.path)

/** One job. */
export async function show(ctx: Context, db: Knex, runs: ImportRuns, id: string) {
  const { person } = signedIn(ctx)
  ctx.body = seen(await jobFor(db, person, id), person, runs)
}

/** The columns of what a file is for that the person may read, on which his view of the file depends. */
function readableIn({ importType }: ImportJob, person: Person): { names: string[]; all: boolean } {
  const resource = resourceAt(importType)
  if (!resource || !person.ability.can('read', resource.path)) return { names: [], all: false }
  const names = readableBy(person, resource)
  return { names, all: readableNames(resource).every(name => names.includes(name)) }
}

/** Whether the person may see the cells of a file: he sent it, or may read every column it can have. */
const seesCells = (job: ImportJob, person: Person) => job.requestedById === person.id || readableIn(job, person).all

const SHOWN = [
  'id',
  'jobNo',
  'origin',
  'onError',
  'fileName',
  'status',
  'requestedById',
  'createdAt',
  'finishedAt',
  'rowsTotal',
  'rowsDone',
  'rowsNew',
  'rowsChanged',
  'rowsSame',
  'rowsFailed',
] as const

/** A job as clients see it: of the cells that would change, those the person may read. */
export function seen(job: ImportJob, person: Person, runs?: ImportRuns) {
  const { names } = readableIn(job, person)
  const { id, importType, status, warnings, unknownColumns, missingColumns, errorText } = job
  return {
    ...pick(job, SHOWN),
    resource: importType,
    warnings: warnings ?? [],
    unknownColumns: unknownColumns ?? [],
    missingColumns: missingColumns ?? [],
    changes: (paramsOf(job)?.changes ?? []).filter(({ column }) => names.includes(column)),
    ...(errorText && { error: errorText }),
    ...(['VALIDATING', 'COMMITTING'].includes(status) && runs?.progressOf(id)),
  }
}

/** The jobs the person may see, newest first. */
export async function list(ctx: Context, db: Knex) {
  const { person } = signedIn(ctx)
  const rows = db('import_job')
  if (!seesAll(person)) rows.where('requestedById', person.id)
  if (ctx.query.resource !== undefined) rows.where('importType', resourceOf(ctx.query.resource).path)
  ctx.body = await pageOf(ctx, rows, 'id', 'desc', row => seen(readRow(importJob, row) as unknown as ImportJob, person))
}

/** What is wrong with the rows of a job. */
export async function listErrors(ctx: Context, db: Knex) {
  const { person } = signedIn(ctx)
  const job = await jobFor(db, person, ctx.query.importJobId)
  const cells = seesCells(job, person)
  const rows = db('import_job_error').where('importJobId', job.id)
  const shown = ({ id, rowNo, columnName, value, errorCode, message }: Record<string, unknown>) => ({
    id,
    rowNo,
    columnName,
    value: cells ? value : null,
    errorCode,
    message,
  })
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

/** The rejected rows of a job as a sheet, with what is wrong beside them. */
export async function downloadErrors(ctx: Context, db: Knex, config: Config, id: string) {
  const { person } = signedIn(ctx)
  const job = await jobFor(db, person, id)
  if (!seesCells(job, person)) throw forbidden('This file holds columns that you may not read: ask who sent it')
  if (job.rowsFailed === 0) throw notFound('This import has no wrong rows')
  ctx.set('Content-Disposition', downloadAs(`${job.jobNo}-errors.csv`))
  ctx.set('X-Content-Type-Options', 'nosniff')
  ctx.type = 'text/csv; charset=utf-8'
  ctx.body = streamKept(config.home, errorsKey(paramsOf(job).storageKey))
}
