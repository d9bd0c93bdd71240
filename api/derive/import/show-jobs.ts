import type { Knex } from 'knex'
import { readableNames } from '../../../resources/access-control/readable-names.ts'
import { addDays, instantOf } from '../../../resources/define/dates.ts'
import type { ListPage } from '../../../resources/define/list-page.ts'
import { pick } from '../../../resources/define/pick.ts'
import { namesOfOption, optionKey } from '../../../resources/define/sheet/sheet.ts'
import { optionLabel } from '../../../resources/option-words.ts'
import type { ImportAnswer } from '../../../resources/platform/commands/imports.ts'
import type { ImportJob } from '../../../resources/platform/imports/import-job.ts'
import { importJob } from '../../../resources/platform/imports/import-job.ts'
import { importStates } from '../../../resources/platform/imports/import-states.ts'
import type { SheetChoice } from '../../../resources/platform/imports/imports.ts'
import { resourceAt, resources } from '../../../resources/registry.ts'
import { secondsFromNow, today } from '../../platform/clock.ts'
import { notFound } from '../../platform/errors.ts'
import { holdsDays, isImportable, type SheetColumn } from '../export/sheet-columns.ts'
import { recordEvent } from '../history/record-event.ts'
import { type AskedPage, listPage } from '../list/list-page.ts'
import { unconditionalColumns } from '../rights/field-conditions.ts'
import type { Person } from '../rights/person.ts'
import { decodeRow } from '../row-codec.ts'
import type { SignedIn } from '../signed-in.ts'
import { sheetAt, uploadAt } from '../uploads/upload-at.ts'
import { columnKey, fileColumns } from './file-columns.ts'
import type { ImportRuns } from './import-runs.ts'
import { isRound, type JobParams, jobParams, readJob } from './job.ts'

/**
 * Returns a job that the person may see: their own, or any if they may read all imports, which is recorded. Throws 404.
 */
export async function jobFor(db: Knex, { person, author }: SignedIn, id: number | undefined): Promise<ImportJob> {
  const job = id === undefined ? undefined : await readJob(db, id)
  if (!job || !(job.requestedById === person.id || seesAll(person) || mayConfirm(job, person))) throw notFound()
  if (job.requestedById !== person.id && !(await hasViewed(db, person, job)))
    await recordEvent(db, author, { action: 'VIEW', entity: importJob.name, entityId: job.id, businessKey: job.jobNo })
  return job
}

/** Screens reload every second: a view of somebody else's import is recorded once an hour. */
async function hasViewed(db: Knex, person: Person, { id }: ImportJob): Promise<boolean> {
  const view = { entity: importJob.name, entityId: id, action: 'VIEW', actorId: person.id }
  return Boolean(await db('audit_entry').where(view).where('at', '>=', secondsFromNow(-3600)).first('id'))
}

/** Whether a round of somebody else is one that the person may confirm, as they may make it. */
const mayConfirm = (job: ImportJob, { ability }: Person) =>
  isRound(job) && ability.can('update', job.importType) && ability.can('import', job.importType)

const seesAll = (person: Person) => person.ability.can('read', importJob.path)

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
const OLDER_LOOK = { heading: { rowNo: 1, rows: 1 }, top: [], totals: { count: 0, named: [] }, eitherDays: [] } as const

const isJudged = (status: ImportJob['status']) => ['VALIDATED', 'DONE', 'DONE_WITH_ERRORS'].includes(status)

const told = ({ formula, sums = null, confirmedBy = null, secondPerson = false }: NonNullable<JobParams['round']>) => ({
  field: formula?.field ?? null,
  sums,
  confirmedBy,
  secondPerson,
})

/** Returns a job as clients see it. Only its sender gets the headings and samples of the file. */
export function jobAnswer(job: ImportJob, person: Person, runs?: ImportRuns): ImportAnswer {
  const { id, importType, status, warnings, unknownColumns, missingColumns, errorText } = job
  const {
    mode = 'UPSERT',
    closing = 0,
    warned = 0,
    backdated = 0,
    sheet,
    mapping,
    leaveOutTotals,
    leaveOutHidden,
    dayOrder = null,
    conflicts = [],
    whatIf,
    endReplaced = false,
    periods = null,
    round,
  } = jobParams(job) ?? {}
  const mine = job.requestedById === person.id
  const looks = mine && sheet !== undefined
  const running = ['VALIDATING', 'COMMITTING', 'ROLLING_BACK'].includes(status)
  return {
    ...pick(job, SHOWN),
    resource: importType,
    title: sheetAt(importType)?.title ?? importType,
    mode,
    closing,
    endReplaced,
    periods,
    held: isJudged(status) ? job.rowsTotal - job.rowsOk - job.rowsFailed : 0,
    warned,
    backdated,
    mine,
    warnings: warnings ?? [],
    unknownColumns: unknownColumns ?? [],
    missingColumns: missingColumns ?? [],
    conflicts: conflicts.filter(({ path }) => person.ability.can('read', path)),
    requestedBy: null,
    sheet: looks ? { ...OLDER_LOOK, ...sheet, columns: choicesFor(job, person) } : null,
    mapping: looks ? (mapping ?? null) : null,
    leaveOutTotals: looks ? (leaveOutTotals ?? true) : null,
    leaveOutHidden: looks ? (leaveOutHidden ?? true) : null,
    dayOrder: looks ? dayOrder : null,
    round: round ? { ...pick(round, ['words', 'from', 'why', 'preparedBy']), ...told(round) } : null,
    whatIf: (runs && (mine || isRound(job)) && status === 'VALIDATED' && whatIf) || null,
    error: errorText,
    ...(running && runs?.progressOf(id)),
  }
}

/** The columns that a heading can be mapped to; what the form said need not be in the file. */
function choicesFor(job: ImportJob, person: Person): SheetChoice[] {
  const resource = sheetAt(job.importType)
  if (!resource) return []
  const said = (name: string) => Boolean(uploadAt(resource.path)?.says?.includes(name) && jobParams(job).given?.[name])
  return fileColumns(resource, new Set(readableColumnsOf(job, person).names))
    .filter(({ field }) => isImportable(field))
    .map(column => ({
      key: columnKey(column),
      heading: column.heading,
      required: column.required && !said(column.name),
      isDay: holdsDays(column.cellField),
      ...optionsOf(column),
    }))
}

/** The options of a column of choices, and what files write for them. */
function optionsOf({ cellField, reference }: SheetColumn): Pick<SheetChoice, 'options'> {
  if (cellField.kind !== 'choice' || reference) return {}
  const options = cellField.options!.map(option => ({
    ...{ option, label: optionLabel(cellField, option, 'staff') },
    words: namesOfOption(cellField, option).map(optionKey),
  }))
  return { options }
}

/** The jobs of the last 7 days that the person sent and did not finish: checked and not saved, or failed. */
export const jobsToFinish = (jobs: Knex.QueryBuilder, person: Person): Knex.QueryBuilder =>
  jobs
    .where('requestedById', person.id)
    .whereIn('status', importStates.sets.toFinish)
    .where('createdAt', '>=', instantOf(addDays(today(), -7)))

/** The jobs the person may see, newest first; of one list where it is named. */
export async function listJobs(
  db: Knex,
  { resource, toFinish, ...pageQuery }: AskedPage & { resource: string | null; toFinish: boolean },
  person: Person,
): Promise<ListPage<ImportAnswer>> {
  const rows = db('import_job')
  if (!seesAll(person))
    rows.where(seen => {
      seen.where('requestedById', person.id)
      seen.orWhere(rounds => rounds.where('origin', 'ROUND').whereIn('importType', confirmable(person)))
    })
  if (toFinish) jobsToFinish(rows, person)
  if (resource !== null) rows.where('importType', resource)
  const page = await listPage(pageQuery, rows, 'id', 'desc', row =>
    jobAnswer(decodeRow(importJob, row) as unknown as ImportJob, person),
  )
  const names = await namesOf(
    db,
    page.data.map(({ requestedById }) => requestedById),
  )
  const data = page.data.map(job => ({ ...job, requestedBy: names.get(job.requestedById) ?? null }))
  return { ...page, data }
}

/** The masters whose rounds a person may confirm. */
const confirmable = ({ ability }: Person) =>
  resources.map(({ path }) => path).filter(path => ability.can('update', path) && ability.can('import', path))

async function namesOf(db: Knex, ids: number[]): Promise<Map<number, string>> {
  const users: { id: number; name: string }[] = await db('user').whereIn('id', ids).select('id', 'name')
  return new Map(users.map(({ id, name }) => [id, name]))
}
