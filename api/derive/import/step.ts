import type { Knex } from 'knex'
import type { Context } from 'koa'
import type { ImportJob } from '../../../resources/platform/import-job.ts'
import { now } from '../../platform/clock.ts'
import { conflict, invalidField } from '../../platform/errors.ts'
import { demand } from '../rights/conditions.ts'
import type { Person } from '../rights/person.ts'
import { signedIn } from '../signed-in.ts'
import { changeJob, changeOr409, onlySender, paramsOf, readJob } from './job.ts'
import type { ImportRuns } from './run.ts'
import { jobFor, seen } from './show.ts'
import { commitStep } from './step-commit.ts'
import { subjectOf } from './upload.ts'

/** The body of `POST /api/import-steps`. */
export interface Asked {
  step?: unknown
  importId?: unknown
  /** With `check`: for each heading of the file the key of its column, or null. */
  mapping?: unknown
  /** With `commit` of a sync: the number of rows it will close. */
  confirm?: unknown
  /** With `commit`: leave the rejected rows out, whatever the upload chose. */
  skipBadRows?: unknown
  /** With `rollback`: leave out rows that somebody has edited since. */
  leaveOut?: unknown
}

type StepHandler = (db: Knex, job: ImportJob, input: Asked, person: Person, runs: ImportRuns) => Promise<void>

/** Takes the next step of a job. Throws 409 NOT_ALLOWED_STATE when its status does not allow the step. */
export async function step(ctx: Context, db: Knex, runs: ImportRuns) {
  const { person } = signedIn(ctx)
  const input = ((ctx.request as unknown as { body?: unknown }).body ?? {}) as Asked
  const job = await jobFor(db, signedIn(ctx), input.importId)
  demand(person, subjectOf(job.importType), 'import')
  const handler = handlers.get(String(input.step))
  if (!handler) throw invalidField('step', 'ENUM', `step must be one of ${[...handlers.keys()].join(', ')}`)
  await handler(db, job, input, person, runs)
  ctx.status = 201
  ctx.body = seen((await readJob(db, job.id))!, person, runs)
}

/** Checks the file with the columns that its sender mapped. */
const check: StepHandler = async (db, job, { mapping }, person, runs) => {
  onlySender(job, person)
  const { sheet } = paramsOf(job)
  const fits = Array.isArray(mapping) && mapping.length === sheet?.headings.length
  if (!fits || !mapping.every(key => key === null || (typeof key === 'string' && key.length <= 100)))
    throw invalidField('mapping', 'TYPE', 'mapping must name a column, or null, for each heading of the file')
  const params = { ...paramsOf(job), mapping }
  await changeOr409(db, job, { status: 'UPLOADED', paramsJson: params, errorText: null }, ['MAPPING'])
  runs.start(job.id, 'check')
}

/** Returns from a checked file to the mapping of its columns. */
const columns: StepHandler = async (db, job, _, person) => {
  onlySender(job, person)
  const { sheet, mapping, ...params } = paramsOf(job)
  if (!sheet) throw conflict('NOT_ALLOWED_STATE', 'This file was sent without asking for its columns')
  const paramsJson = { ...params, sheet: { ...sheet, proposed: mapping ?? sheet.proposed } }
  await changeOr409(db, job, { status: 'MAPPING', paramsJson }, ['VALIDATED'])
}

const cancel: StepHandler = async (db, job, _, __, runs) => {
  const ended = await changeJob(db, job.id, { status: 'CANCELLED', cancelRequested: true, finishedAt: now() }, [
    'UPLOADED',
    'MAPPING',
    'VALIDATED',
  ])
  if (ended) return
  const requested = await changeJob(db, job.id, { cancelRequested: true }, ['VALIDATING'])
  // While rows are being saved the job's row may be locked by the import itself.
  if (!requested && job.status !== 'COMMITTING')
    throw conflict('NOT_ALLOWED_STATE', `${job.jobNo} is over: it cannot be cancelled`)
  runs.cancel(job.id)
}

const rollback: StepHandler = async (db, job, { leaveOut }, person, runs) => {
  const undoneFrom = job.status === 'DONE_WITH_ERRORS' ? 'DONE_WITH_ERRORS' : 'DONE'
  const paramsJson = { ...paramsOf(job), undoneById: person.id, undoneFrom, leaveOut: leaveOut === true } as const
  await changeOr409(db, job, { status: 'ROLLING_BACK', rowsDone: 0, paramsJson, errorText: null }, [undoneFrom])
  runs.start(job.id, 'undo')
}

const handlers = new Map<string, StepHandler>([
  ['check', check],
  ['columns', columns],
  ['commit', commitStep],
  ['cancel', cancel],
  ['rollback', rollback],
])
