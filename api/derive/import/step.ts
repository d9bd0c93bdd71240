import type { Knex } from 'knex'
import type { Context } from 'koa'
import type { ImportJob } from '../../../resources/platform/import-job.ts'
import { importProcess } from '../../../resources/platform/import-process.ts'
import { now, secondsFromNow } from '../../platform/clock.ts'
import { conflict, invalidField } from '../../platform/errors.ts'
import { requireRight } from '../rights/conditions.ts'
import type { Person } from '../rights/person.ts'
import { signedIn } from '../signed-in.ts'
import { COMMIT_SECONDS, type ImportRuns } from './import-runs.ts'
import { changeJob, changeJobOr409, jobParams, readJob, requireSender } from './job.ts'
import { jobAnswer, jobFor } from './show-jobs.ts'
import { subjectOf } from './upload.ts'

/** The body of `POST /api/import-steps`. */
export interface ImportStepInput {
  step?: unknown
  importId?: unknown
  /** With `check`: for each heading of the file the key of its column, or null. */
  mapping?: unknown
  /** With `check`: rows that look like totals of the others are left out. */
  leaveOutTotals?: unknown
  /** With `heading`: the row of the headings, and whether they take one row or two. */
  headingRow?: unknown
  headingRows?: unknown
  /** With `commit` of a sync: the number of rows it will close. */
  confirm?: unknown
  /** With `commit`: leave the rejected rows out, whatever the upload chose. */
  skipBadRows?: unknown
  /** With `rollback`: leave out rows that somebody has edited since. */
  leaveOut?: unknown
}

type StepHandler = (db: Knex, job: ImportJob, input: ImportStepInput, person: Person, runs: ImportRuns) => Promise<void>

/** Takes the next step of a job. Throws 409 NOT_ALLOWED_STATE when its status does not allow the step. */
export async function takeImportStep(ctx: Context, db: Knex, runs: ImportRuns) {
  const { person } = signedIn(ctx)
  const input = ((ctx.request as unknown as { body?: unknown }).body ?? {}) as ImportStepInput
  const job = await jobFor(db, signedIn(ctx), input.importId)
  requireRight(person, subjectOf(job.importType), 'import')
  const handler = handlers.get(String(input.step))
  if (!handler) throw invalidField('step', 'ENUM', `step must be one of ${importSteps.join(', ')}`)
  await handler(db, job, input, person, runs)
  ctx.status = 201
  ctx.body = jobAnswer((await readJob(db, job.id))!, person, runs)
}

/** Reads the file again with its headings in the row, or the two rows, that its sender names. */
const heading: StepHandler = async (db, job, { headingRow, headingRows = 1 }, person, runs) => {
  requireSender(job, person)
  const { sheet, mapping: _, ...params } = jobParams(job)
  const rows = sheet?.top.map(({ rowNo }) => rowNo) ?? []
  const rowNo = rows.find(known => known === headingRow)
  if (rowNo === undefined)
    throw invalidField('headingRow', 'ENUM', `headingRow must be one of the first rows with values: ${rows.join(', ')}`)
  if (headingRows !== 1 && headingRows !== 2)
    throw invalidField('headingRows', 'ENUM', 'headingRows must be 1, or 2 where the headings take two rows')
  if (headingRows === 2 && !rows.includes(rowNo + 1))
    throw invalidField('headingRows', 'RULE', `Row ${rowNo + 1} is empty: the headings take one row`)
  const paramsJson = { ...params, heading: { rowNo, rows: headingRows } as const }
  await changeJobOr409(db, job, { status: 'UPLOADED', paramsJson, errorText: null }, ['MAPPING'])
  runs.start(job.id, 'check')
}

/** Checks the file with the columns that its sender mapped. */
const check: StepHandler = async (db, job, { mapping, leaveOutTotals }, person, runs) => {
  requireSender(job, person)
  const { sheet } = jobParams(job)
  const fits = Array.isArray(mapping) && mapping.length === sheet?.headings.length
  if (!fits || !mapping.every(key => key === null || (typeof key === 'string' && key.length <= 100)))
    throw invalidField('mapping', 'TYPE', 'mapping must name a column, or null, for each heading of the file')
  const params = { ...jobParams(job), mapping, leaveOutTotals: leaveOutTotals === true }
  await changeJobOr409(db, job, { status: 'UPLOADED', paramsJson: params, errorText: null }, ['MAPPING'])
  runs.start(job.id, 'check')
}

/** Returns from a checked file to the mapping of its columns. */
const columns: StepHandler = async (db, job, _, person) => {
  requireSender(job, person)
  const { sheet, mapping, ...params } = jobParams(job)
  if (!sheet) throw conflict('NOT_ALLOWED_STATE', 'This file was sent without asking for its columns')
  const paramsJson = { ...params, sheet: { ...sheet, proposed: mapping ?? sheet.proposed } }
  await changeJobOr409(db, job, { status: 'MAPPING', paramsJson }, ['VALIDATED'])
}

const cancel: StepHandler = async (db, job, _, __, runs) => {
  const ended = await changeJob(
    db,
    job.id,
    { status: 'CANCELLED', cancelRequested: true, finishedAt: now() },
    importProcess.steps.cancel.from,
  )
  if (ended) return runs.forget(job.id)
  const requested = await changeJob(db, job.id, { cancelRequested: true }, ['VALIDATING'])
  // While rows are being saved the job's row may be locked by the import itself.
  if (!requested && job.status !== 'COMMITTING')
    throw conflict('NOT_ALLOWED_STATE', `${job.jobNo} is over: it cannot be cancelled`)
  runs.cancel(job.id)
}

const rollback: StepHandler = async (db, job, { leaveOut }, person, runs) => {
  const undoneFrom = job.status === 'DONE_WITH_ERRORS' ? 'DONE_WITH_ERRORS' : 'DONE'
  const paramsJson = { ...jobParams(job), undoneById: person.id, undoneFrom, leaveOut: leaveOut === true } as const
  await changeJobOr409(db, job, { status: 'ROLLING_BACK', rowsDone: 0, paramsJson, errorText: null }, [undoneFrom])
  runs.start(job.id, 'undo')
}

const handlers = new Map<string, StepHandler>([
  ['heading', heading],
  ['check', check],
  ['columns', columns],
  ['commit', commitStep],
  ['cancel', cancel],
  ['rollback', rollback],
])
export const importSteps = [...handlers.keys()]

/**
 * Starts saving the rows of a checked file. Throws 409 when rows are wrong and may not be left out, and 400 when the number
 * of rows that a sync will close is not confirmed.
 */
async function commitStep(db: Knex, job: ImportJob, input: ImportStepInput, person: Person, runs: ImportRuns) {
  requireSender(job, person)
  const { mode, closing = 0 } = jobParams(job)
  const onError = input.skipBadRows === true && mode !== 'SYNC' ? 'SKIP_BAD_ROWS' : job.onError
  if (onError === 'ALL_OR_NOTHING' && job.rowsFailed > 0) {
    throw conflict(
      'NOT_ALLOWED_STATE',
      `${job.rowsFailed} rows are wrong: correct them and send the file again, or leave them out`,
    )
  }
  if (mode === 'SYNC' && closing > 0 && String(input.confirm ?? '').trim() !== String(closing))
    throw invalidField('confirm', 'RULE', `This sync closes ${closing} rows that the file lacks: confirm the number`)
  const { tries: _, ...params } = jobParams(job)
  const lease = { lockedBy: null, lockedUntil: secondsFromNow(COMMIT_SECONDS) }
  const changes = { status: 'COMMITTING', onError, rowsDone: 0, errorText: null, paramsJson: params, ...lease } as const
  await changeJobOr409(db, job, changes, ['VALIDATED'])
  runs.start(job.id, 'commit')
}
