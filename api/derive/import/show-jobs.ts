import type { Knex } from 'knex'
import type { Context } from 'koa'
import type { ListPage } from '../../../resources/define/list-page.ts'
import { pick } from '../../../resources/define/pick.ts'
import type { ImportJob } from '../../../resources/platform/import-job.ts'
import { importJob } from '../../../resources/platform/import-job.ts'
import type { ImportAnswer, SheetChoice } from '../../../resources/platform/imports.ts'
import { resourceAt } from '../../../resources/registry.ts'
import { secondsFromNow } from '../../platform/clock.ts'
import { notFound } from '../../platform/errors.ts'
import { isImportable } from '../export/sheet-columns.ts'
import { recordEvent } from '../history/record-event.ts'
import { listPage } from '../list/list-page.ts'
import { readId } from '../list/query.ts'
import { readableNames } from '../rights/ability.ts'
import { unconditionalColumns } from '../rights/field-conditions.ts'
import type { Person } from '../rights/person.ts'
import { decodeRow } from '../row-codec.ts'
import { type SignedIn, signedIn } from '../signed-in.ts'
import { columnKey, fileColumns } from './file-columns.ts'
import type { ImportRuns } from './import-runs.ts'
import { jobParams, readJob } from './job.ts'
import { sheetAt, uploadAt } from './upload.ts'

/**
 * Returns a job that the person may see: their own, or any if they may read all imports, which is recorded. Throws 404.
 */
export async function jobFor(db: Knex, { person, author }: SignedIn, id: unknown): Promise<ImportJob> {
  const known = readId(id)
  const job = known === undefined ? undefined : await readJob(db, known)
  if (!job || !(job.requestedById === person.id || seesAll(person))) throw notFound()
  if (job.requestedById !== person.id && !(await hasViewed(db, person, job)))
    await recordEvent(db, author, { action: 'VIEW', entity: importJob.name, entityId: job.id, businessKey: job.jobNo })
  return job
}

/** Screens reload every second: a view of somebody else's import is recorded once an hour. */
async function hasViewed(db: Knex, person: Person, { id }: ImportJob): Promise<boolean> {
  const view = { entity: importJob.name, entityId: id, action: 'VIEW', actorId: person.id }
  return Boolean(await db('audit_entry').where(view).where('at', '>=', secondsFromNow(-3600)).first('id'))
}

const seesAll = (person: Person) => person.ability.can('read', importJob.path)

/** Answers with one job. */
export async function showJob(ctx: Context, db: Knex, runs: ImportRuns, id: string) {
  const caller = signedIn(ctx)
  ctx.body = jobAnswer(await jobFor(db, caller, id), caller.person, runs)
}

/** Returns the columns of the job's resource that the person may read, and whether these are all of them. */
export function readableColumnsOf(
  { importType }: ImportJob,
  person: Person,
): { names: readonly string[]; all: boolean } {
  const upload = uploadAt(importType)
  if (upload) return { names: readableNames(upload.sheet), all: person.ability.can('import', upload.subject.path) }
  const resource = resourceAt(importType)
  if (!resource || !person.ability.can('read', resource.path)) return { names: [], all: false }
  const names = unconditionalColumns(person, resource, 'read')
  return { names, all: readableNames(resource).every(name => names.includes(name)) }
}

/** Whether the person may see the cells of a file: they sent it, or may read every column it can have. */
export const maySeeCells = (job: ImportJob, person: Person) =>
  job.requestedById === person.id || readableColumnsOf(job, person).all

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

/** What the look at a file lacks that was kept by an earlier version. */
const OLDER_LOOK = { heading: { rowNo: 1, rows: 1 }, top: [], totals: { count: 0, named: [] } } as const

const isJudged = (status: ImportJob['status']) => ['VALIDATED', 'DONE', 'DONE_WITH_ERRORS'].includes(status)

/** Returns a job as clients see it. Only its sender gets the headings and samples of the file. */
export function jobAnswer(job: ImportJob, person: Person, runs?: ImportRuns): ImportAnswer {
  const { id, importType, status, warnings, unknownColumns, missingColumns, errorText } = job
  const {
    mode = 'UPSERT',
    closing = 0,
    warned = 0,
    sheet,
    mapping,
    leaveOutTotals,
    conflicts = [],
    whatIf,
    endReplaced = false,
  } = jobParams(job) ?? {}
  const mine = job.requestedById === person.id
  const running = ['VALIDATING', 'COMMITTING', 'ROLLING_BACK'].includes(status)
  return {
    ...pick(job, SHOWN),
    resource: importType,
    title: sheetAt(importType)?.title ?? importType,
    mode,
    closing,
    endReplaced,
    held: isJudged(status) ? job.rowsTotal - job.rowsOk - job.rowsFailed : 0,
    warned,
    mine,
    warnings: warnings ?? [],
    unknownColumns: unknownColumns ?? [],
    missingColumns: missingColumns ?? [],
    conflicts: conflicts.filter(({ path }) => person.ability.can('read', path)),
    ...(mine &&
      sheet && {
        sheet: { ...OLDER_LOOK, ...sheet, columns: choicesFor(job, person) },
        mapping: mapping ?? null,
        leaveOutTotals: leaveOutTotals ?? true,
      }),
    ...(runs && mine && status === 'VALIDATED' && whatIf && { whatIf }),
    ...(errorText && { error: errorText }),
    ...(running && runs?.progressOf(id)),
  }
}

/** The columns that a heading can be mapped to. */
function choicesFor(job: ImportJob, person: Person): SheetChoice[] {
  const resource = sheetAt(job.importType)
  if (!resource) return []
  return fileColumns(resource, new Set(readableColumnsOf(job, person).names))
    .filter(({ field }) => isImportable(field))
    .map(column => ({ key: columnKey(column), heading: column.heading, required: column.required }))
}

/** Answers with the jobs the person may see, newest first. */
export async function listJobs(ctx: Context, db: Knex) {
  const { person } = signedIn(ctx)
  const rows = db('import_job')
  if (!seesAll(person)) rows.where('requestedById', person.id)
  if (ctx.query.resource !== undefined) rows.where('importType', String(ctx.query.resource))
  const page = await listPage(ctx, rows, 'id', 'desc', row =>
    jobAnswer(decodeRow(importJob, row) as unknown as ImportJob, person),
  )
  const names = await namesOf(
    db,
    page.data.map(({ requestedById }) => requestedById),
  )
  const data = page.data.map(job => ({ ...job, requestedBy: names.get(job.requestedById) ?? null }))
  ctx.body = { ...page, data } satisfies ListPage<ImportAnswer>
}

async function namesOf(db: Knex, ids: number[]): Promise<Map<number, string>> {
  const users: { id: number; name: string }[] = await db('user').whereIn('id', ids).select('id', 'name')
  return new Map(users.map(({ id, name }) => [id, name]))
}
