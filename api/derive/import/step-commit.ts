import type { Knex } from 'knex'
import type { ImportJob } from '../../../resources/platform/import-job.ts'
import { secondsFromNow } from '../../platform/clock.ts'
import { conflict, invalidField } from '../../platform/errors.ts'
import type { Person } from '../rights/person.ts'
import { changeJobOr409, jobParams, requireSender } from './job.ts'
import { COMMIT_SECONDS, type ImportRuns } from './run.ts'
import type { ImportStepInput } from './step.ts'

/**
 * Starts saving the rows of a checked file. Throws 409 when rows are wrong and may not be left out, and 400 when the number
 * of rows that a sync will close is not confirmed.
 */
export async function commitStep(db: Knex, job: ImportJob, input: ImportStepInput, person: Person, runs: ImportRuns) {
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
