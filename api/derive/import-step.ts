import type { Knex } from 'knex'
import type { Context } from 'koa'
import { now, secondsFromNow } from '../platform/clock.ts'
import { conflict, invalid } from '../platform/errors.ts'
import type { Person } from '../platform/person.ts'
import { demand } from './conditions.ts'
import { changeJob, type ImportJob, readJob } from './import-job.ts'
import { COMMIT_SECONDS, type ImportRuns } from './import-run.ts'
import { jobFor, seen } from './import-show.ts'
import { resourceOf, signedIn } from './signed-in.ts'

/** Commits or cancels an import. Throws 409 NOT_ALLOWED_STATE where it has come too far, or not far enough. */
export async function step(ctx: Context, db: Knex, runs: ImportRuns) {
  const { person } = signedIn(ctx)
  const asked = ((ctx.request as unknown as { body?: unknown }).body ?? {}) as Record<string, unknown>
  const job = await jobFor(db, person, asked.importId)
  demand(person, resourceOf(job.importType), 'import')
  if (asked.step === 'commit') await commit(db, job, person, runs)
  else if (asked.step === 'cancel') await cancel(db, job, runs)
  else throw invalid([{ field: 'step', code: 'ENUM', message: 'step must be commit or cancel' }])
  ctx.status = 201
  ctx.body = seen((await readJob(db, job.id))!, person, runs)
}

async function commit(db: Knex, job: ImportJob, person: Person, runs: ImportRuns) {
  if (job.requestedById !== person.id)
    throw conflict('NOT_ALLOWED_STATE', 'An import is saved by the person who sent the file')
  if (job.onError === 'ALL_OR_NOTHING' && job.rowsFailed > 0) {
    throw conflict(
      'NOT_ALLOWED_STATE',
      `${job.rowsFailed} rows are wrong: correct them and send the file again, or import with «skip bad rows»`,
    )
  }
  const began = await changeJob(
    db,
    job.id,
    { status: 'COMMITTING', rowsDone: 0, errorText: null, lockedBy: null, lockedUntil: secondsFromNow(COMMIT_SECONDS) },
    ['VALIDATED'],
  )
  if (!began) throw conflict('NOT_ALLOWED_STATE', `${job.jobNo} cannot be saved while it is ${job.status}`)
  runs.start(job.id, 'commit')
}

async function cancel(db: Knex, job: ImportJob, runs: ImportRuns) {
  const ended = await changeJob(db, job.id, { status: 'CANCELLED', cancelRequested: true, finishedAt: now() }, [
    'UPLOADED',
    'VALIDATED',
  ])
  if (ended) return
  const asked = await changeJob(db, job.id, { cancelRequested: true }, ['VALIDATING'])
  // While rows are being saved the job's row may be locked by the import itself.
  if (!asked && job.status !== 'COMMITTING')
    throw conflict('NOT_ALLOWED_STATE', `${job.jobNo} is over: it cannot be cancelled`)
  runs.cancel(job.id)
}
