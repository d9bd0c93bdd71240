import type { Knex } from 'knex'
import type { Resource } from '../../resources/define/resource.ts'
import { resourceAt } from '../../resources/registry.ts'
import { now, secondsFromNow } from '../platform/clock.ts'
import { fromDatabase } from '../platform/errors.ts'
import { readKept } from '../platform/files.ts'
import { type Person, readPerson } from '../platform/person.ts'
import { demand, readableBy } from './conditions.ts'
import { writeErrors } from './import-errors.ts'
import {
  changeJob,
  type ImportJob,
  type JobParams,
  type Progress,
  paramsOf,
  readJob,
  type ShownChange,
} from './import-job.ts'
import { type ImportPlan, type Origin, planImport } from './import-plan.ts'
import { prepareRows } from './import-prepare.ts'
import type { ImportRow } from './import-rows.ts'
import { saveRows } from './import-save.ts'
import type { ImportOrder } from './import-worker.ts'
import { SheetError } from './sheet-error.ts'
import { readSheet } from './sheet-read.ts'
import { type Author, changesIn } from './write.ts'

/** What the portal tells a running import, and what it is told. */
export interface Line {
  /** 0 go on, 1 cancelled by a person, 2 the portal is closing. */
  told: () => number
  onProgress: (progress: Progress) => void
}

/** A person gave the import up, or the portal closes. */
export class Stopped extends Error {
  readonly byPerson: boolean
  constructor(byPerson: boolean) {
    super('The import was stopped')
    this.byPerson = byPerson
  }
}

const SHOWN_CHANGES = 200

/**
 * Checks the file of a job, or keeps its rows, and writes down what came of it. A file that cannot be read leaves the job
 * FAILED with a sentence; anything unforeseen is thrown, and nothing but whole batches of SKIP_BAD_ROWS was kept.
 */
export async function runImport(
  db: Knex,
  { home, jobId, step }: Pick<ImportOrder, 'home' | 'jobId' | 'step'>,
  line: Line,
): Promise<void> {
  const job = await readJob(db, jobId)
  if (!job) return
  try {
    if (step === 'check') await check(db, home, job, line)
    else await commit(db, home, job, line)
  } catch (error) {
    if (error instanceof Stopped) await stopped(db, job, step, error)
    else if (error instanceof SheetError) {
      await changeJob(db, job.id, { status: 'FAILED', errorText: error.message.slice(0, 500), finishedAt: now() })
    } else throw error
  }
}

async function stopped(db: Knex, job: ImportJob, step: ImportOrder['step'], { byPerson }: Stopped) {
  if (byPerson) await changeJob(db, job.id, { status: 'CANCELLED', finishedAt: now() })
  else await changeJob(db, job.id, { status: step === 'check' ? 'UPLOADED' : 'VALIDATED' })
}

async function check(db: Knex, home: string, job: ImportJob, line: Line) {
  const run = await settled(
    () => open(db, home, job, line),
    run => saveRows({ ...run.saving, mode: 'CHECK' }, run.rows),
  )
  const twin = await sameFile(db, job)
  if (twin)
    run.plan.warnings.unshift(`DUPLICATE_FILE: the same file was imported as ${twin.jobNo} within the last day.`)
  await writeErrors(db, home, job, run.plan, run.rows)
  const params: JobParams = { ...paramsOf(job), changes: changesShown(run.rows) }
  await changeJob(db, job.id, {
    ...countsOf(run.plan, run.rows),
    status: 'VALIDATED',
    paramsJson: params as never,
    errorText: null,
  })
}

async function commit(db: Knex, home: string, job: ImportJob, line: Line) {
  const skip = job.onError === 'SKIP_BAD_ROWS'
  const done = ({ plan, rows }: Run) => ({
    ...countsOf(plan, rows),
    mode: 'COMMIT' as const,
    finishedAt: now(),
    errorText: null,
  })
  const save = (run: Run) => {
    const finish = async (trx: Knex) => {
      await changeJob(trx, job.id, { ...done(run), status: 'DONE' })
    }
    return saveRows({ ...run.saving, mode: job.onError, ...(!skip && { finish }) }, run.rows)
  }
  const run = await settled(() => open(db, home, job, line), save)
  const bad = run.rows.filter(({ faults }) => faults.length > 0).length
  if (!skip && bad === 0) return
  await writeErrors(db, home, job, run.plan, run.rows)
  if (skip) await changeJob(db, job.id, { ...done(run), status: bad > 0 ? 'DONE_WITH_ERRORS' : 'DONE' })
  else {
    const errorText = `Nothing was saved: since the check ${bad === 1 ? 'one row has' : `${bad} rows have`} become wrong. Look at the errors.`
    await changeJob(db, job.id, { ...countsOf(run.plan, run.rows), status: 'VALIDATED', errorText })
  }
}

const MOST_TRIES = 3

/** Reads and saves; when somebody changed one of the rows between the two, all is read again. */
async function settled(read: () => Promise<Run>, save: (run: Run) => Promise<void>): Promise<Run> {
  for (let tries = 1; ; tries++) {
    const run = await read()
    try {
      await save(run)
      return run
    } catch (error) {
      const overtaken = (fromDatabase(error) as { code?: unknown }).code === 409
      if (!overtaken || tries >= MOST_TRIES) throw error
    }
  }
}

type Run = Awaited<ReturnType<typeof open>>

/** Everything a run needs, and its rows, read and ready to be checked. */
async function open(db: Knex, home: string, job: ImportJob, line: Line) {
  const person = await readPerson(db, job.requestedById)
  const resource = resourceAt(job.importType)
  if (!person || !resource) throw new SheetError('The person who sent the file may not import any more.')
  mayImport(person, resource)
  const sheet = await readSheet(await readKept(home, paramsOf(job).storageKey), await mostRows(db))
  const plan = planImport(resource, sheet.headings, new Set(readableBy(person, resource)), job.origin as Origin)
  const progress = { rowsTotal: sheet.rows.length, rowsDone: 0 }
  const onRows = (count: number) => {
    progress.rowsDone += count
    line.onProgress({ ...progress })
    const told = line.told()
    if (told !== 0) throw new Stopped(told === 1)
  }
  onRows(0)
  const rows = await prepareRows(db, plan, sheet.rows, () => onRows(0))
  return { plan, rows, saving: { db, resource, person, author: authorOf(job, person), onRows } }
}

function mayImport(person: Person, resource: Resource) {
  try {
    demand(person, resource, 'import')
  } catch (error) {
    throw new SheetError((error as Error).message)
  }
}

const authorOf = (job: ImportJob, person: Person): Author => ({
  id: person.id,
  source: job.origin === 'SAP' ? 'SAP' : 'IMPORT',
  ip: paramsOf(job).ip,
  requestId: paramsOf(job).requestId,
  importJobId: job.id,
})

async function mostRows(db: Knex): Promise<number> {
  const setting = await db('app_setting').where({ key: 'upload.max_rows', isActive: 1 }).first('value')
  return Number(setting?.value ?? 20_000)
}

function sameFile(db: Knex, job: ImportJob): Promise<{ jobNo: string } | undefined> {
  return db('import_job')
    .where({ fileSha256: job.fileSha256, importType: job.importType, status: 'DONE' })
    .whereNot({ id: job.id })
    .where('finishedAt', '>=', secondsFromNow(-86_400))
    .first('jobNo')
}

function countsOf(plan: ImportPlan, rows: ImportRow[]) {
  const count = { NEW: 0, CHANGED: 0, SAME: 0, REJECTED: 0 }
  for (const { verdict } of rows) count[verdict]++
  return {
    rowsTotal: rows.length,
    rowsDone: rows.length,
    rowsOk: rows.length - count.REJECTED,
    rowsNew: count.NEW,
    rowsChanged: count.CHANGED,
    rowsSame: count.SAME,
    rowsFailed: count.REJECTED,
    warnings: plan.warnings,
    unknownColumns: plan.unknownColumns,
    missingColumns: plan.missingColumns,
  }
}

/** The first cells that would change, for the preview. */
function changesShown(rows: ImportRow[]): ShownChange[] {
  const shown: ShownChange[] = []
  for (const row of rows) {
    if (shown.length >= SHOWN_CHANGES) break
    if (row.verdict !== 'CHANGED') continue
    for (const [name, after] of Object.entries(changesIn(row.before!, row.row))) {
      shown.push({ rowNo: row.rowNo, column: name, before: row.before![name] ?? null, after })
    }
  }
  return shown.slice(0, SHOWN_CHANGES)
}
