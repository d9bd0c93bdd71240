import type { Knex } from 'knex'
import type { AskedImportStep, ImportAnswer } from '../../../resources/platform/commands/imports.ts'
import type { ImportJob } from '../../../resources/platform/imports/import-job.ts'
import { importProcess } from '../../../resources/platform/imports/import-process.ts'
import { now, secondsFromNow } from '../../platform/clock.ts'
import { conflict, invalidField } from '../../platform/errors.ts'
import { transact } from '../../platform/transact.ts'
import { requireRight } from '../rights/conditions.ts'
import type { Person } from '../rights/person.ts'
import { requireConfirmer } from '../round/confirmer.ts'
import { readReason } from '../save/read-reason.ts'
import type { SignedIn } from '../signed-in.ts'
import { sheetAt, subjectOf } from '../uploads/upload-at.ts'
import type { ImportRuns } from './import-runs.ts'
import { COMMIT_SECONDS, changeJob, changeJobOr409, isRound, jobParams, readJob, requireSender } from './job.ts'
import { learnWords } from './learned-words.ts'
import { jobAnswer, jobFor } from './show-jobs.ts'

type Step = AskedImportStep['step']
type SentStep<Name extends Step> = Extract<AskedImportStep, { step: Name }>
type Work<Name extends Step> = (
  db: Knex,
  job: ImportJob,
  sent: SentStep<Name>,
  person: Person,
  runs: ImportRuns,
) => Promise<void>

/** Takes the next step of a job. Throws 409 NOT_ALLOWED_STATE when its status does not allow the step. */
export async function takeImportStep(
  db: Knex,
  sent: AskedImportStep,
  caller: SignedIn,
  runs: ImportRuns,
): Promise<ImportAnswer> {
  const { person } = caller
  const job = await jobFor(db, caller, sent.importId)
  requireRight(person, subjectOf(job.importType), 'import')
  await work[sent.step](db, job, sent as never, person, runs)
  return jobAnswer((await readJob(db, job.id))!, person, runs)
}

/** Whoever held an earlier step of a job has ended it. */
const unheldYet = { lockedBy: null, lockedUntil: null }

/** Reads the file again with its headings in the row, or the two rows, that its sender names. */
const heading: Work<'heading'> = async (db, job, { headingRow, headingRows }, person, runs) => {
  requireSender(job, person)
  const { sheet, mapping: _, ...params } = jobParams(job)
  const rows = sheet?.top.map(({ rowNo }) => rowNo) ?? []
  const rowNo = rows.find(known => known === headingRow)
  if (rowNo === undefined)
    throw invalidField('headingRow', 'ENUM', `headingRow must be one of the first rows with values: ${rows.join(', ')}`)
  if (headingRows === 2 && !rows.includes(rowNo + 1))
    throw invalidField('headingRows', 'RULE', `Row ${rowNo + 1} is empty: the headings take one row`)
  const paramsJson = { ...params, heading: { rowNo, rows: headingRows === 2 ? 2 : 1 } as const }
  await changeJobOr409(db, job, { status: 'UPLOADED', paramsJson, errorText: null, ...unheldYet }, ['MAPPING'])
  runs.start(job.id, 'check')
}

/** Checks the file with the columns that its sender mapped. */
const check: Work<'check'> = async (db, job, { words: said, ...sent }, person, runs) => {
  const { mapping, leaveOutTotals, leaveOutHidden, dayOrder } = sent
  requireSender(job, person)
  const { sheet } = jobParams(job)
  if (mapping.length !== sheet?.headings.length)
    throw invalidField('mapping', 'TYPE', 'mapping must name a column, or null, for each heading of the file')
  const words = said ?? []
  const params = { ...jobParams(job), words, mapping, leaveOutTotals, leaveOutHidden, ...(dayOrder && { dayOrder }) }
  const changes = { status: 'UPLOADED', paramsJson: params, errorText: null, ...unheldYet } as const
  // A step that is refused leaves no word behind.
  await transact(db, async trx => {
    await learnWords(trx, sheetAt(job.importType)!, person, {
      headings: sheet.headings,
      mapping,
      words,
      given: jobParams(job).given,
    })
    await changeJobOr409(trx, job, changes, ['MAPPING'])
  })
  runs.start(job.id, 'check')
}

/** Returns from a checked file to the mapping of its columns. */
const columns: Work<'columns'> = async (db, job, _, person) => {
  requireSender(job, person)
  const { sheet, mapping, words, ...params } = jobParams(job)
  if (!sheet) throw conflict('NOT_ALLOWED_STATE', 'This file was sent without asking for its columns')
  const proposed = mapping ?? sheet.proposed
  const why = sheet.why?.map((by, place) => (proposed[place] === sheet.proposed[place] ? by : null))
  const paramsJson = { ...params, sheet: { ...sheet, proposed, ...(why && { why }), ...(words && { said: words }) } }
  await changeJobOr409(db, job, { status: 'MAPPING', paramsJson }, ['VALIDATED'])
}

const cancel: Work<'cancel'> = async (db, job, _, __, runs) => {
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

const rollback: Work<'rollback'> = async (db, job, { leaveOut }, person, runs) => {
  const undoneFrom = job.status === 'DONE_WITH_ERRORS' ? 'DONE_WITH_ERRORS' : 'DONE'
  const paramsJson = { ...jobParams(job), undoneById: person.id, undoneFrom, leaveOut } as const
  const changes = { status: 'ROLLING_BACK', rowsDone: 0, paramsJson, errorText: null, ...unheldYet } as const
  await changeJobOr409(db, job, changes, [undoneFrom])
  runs.start(job.id, 'undo')
}

/**
 * Starts saving the rows of a checked file. Throws 409 when rows are wrong and may not be left out, and 400 when the number
 * of rows that a sync will close is not confirmed.
 */
const commit: Work<'commit'> = async (db, job, { confirm, skipBadRows, why: said }, person, runs) => {
  if (isRound(job)) return commitRound(db, job, skipBadRows, person, runs)
  requireSender(job, person)
  const { mode, closing = 0, backdated = 0 } = jobParams(job)
  const onError = skipBadRows && mode !== 'SYNC' ? 'SKIP_BAD_ROWS' : job.onError
  if (onError === 'ALL_OR_NOTHING' && job.rowsFailed > 0) {
    throw conflict(
      'NOT_ALLOWED_STATE',
      `${job.rowsFailed} rows are wrong: correct them and send the file again, or leave them out`,
    )
  }
  if (mode === 'SYNC' && closing > 0 && confirm !== String(closing))
    throw invalidField('confirm', 'RULE', `This sync closes ${closing} rows that the file lacks: confirm the number`)
  const why = readReason(said)
  if (backdated > 0 && !why)
    throw invalidField(
      'why',
      'REQUIRED',
      `${backdated === 1 ? 'One new row begins' : `${backdated} new rows begin`} before today: say in Why how that is`,
    )
  const { tries: _, ...params } = { ...jobParams(job), ...(why && { why }) }
  const lease = { lockedBy: null, lockedUntil: secondsFromNow(COMMIT_SECONDS) }
  const changes = { status: 'COMMITTING', onError, rowsDone: 0, errorText: null, paramsJson: params, ...lease } as const
  await changeJobOr409(db, job, changes, ['VALIDATED'])
  runs.start(job.id, 'commit')
}

/** Starts saving a round; very many rows need another person than the one who prepared them. */
async function commitRound(db: Knex, job: ImportJob, skipBadRows: boolean, person: Person, runs: ImportRuns) {
  await requireConfirmer(db, job, person)
  if (job.rowsFailed > 0 && !skipBadRows) {
    const count = job.rowsFailed === 1 ? 'One row is' : `${job.rowsFailed} rows are`
    throw conflict('NOT_ALLOWED_STATE', `${count} wrong: leave them out, or make another round`)
  }
  const { tries: _, ...params } = jobParams(job)
  const paramsJson = {
    ...params,
    round: { ...params.round!, confirmedBy: person.id === job.requestedById ? null : person.name },
  }
  const lease = { lockedBy: null, lockedUntil: secondsFromNow(COMMIT_SECONDS) }
  await changeJobOr409(db, job, { status: 'COMMITTING', rowsDone: 0, errorText: null, paramsJson, ...lease }, [
    'VALIDATED',
  ])
  runs.start(job.id, 'commit')
}

const work: { readonly [Name in Step]: Work<Name> } = { heading, check, columns, commit, cancel, rollback }
