import type { Knex } from 'knex'
import { type Complaint, complaint } from '../../resources/complaints/complaint.ts'
import {
  type ComplaintStep,
  complaintProcess,
  REOPEN_DAYS,
  SILENCE_DAYS,
} from '../../resources/complaints/complaint-process.ts'
import { resolutionLabels } from '../../resources/complaints/complaint-states.ts'
import { addDays, instantOf } from '../../resources/define/dates.ts'
import { refusalOf } from '../../resources/define/process.ts'
import { rowsOf } from '../derive/rows-of.ts'
import { systemAuthor, updateRow } from '../derive/save/write.ts'
import { now, today } from '../platform/clock.ts'
import { isStale } from '../platform/errors.ts'
import { transact } from '../platform/transact.ts'
import { tellAnswerers, tellOfResolution } from './complaint-news.ts'
import { escalate } from './escalate.ts'
import { writeNote } from './write-note.ts'

/** Closes what was resolved long enough ago, and resolves what the customer did not answer. Returns how many. */
export async function tidyComplaints(db: Knex): Promise<number> {
  return (await closeResolved(db)) + (await resolveUnanswered(db))
}

/** The instant at which a business day began so many days ago: whole days are waited for. */
const daysAgo = (days: number) => instantOf(addDays(today(), -days))

async function closeResolved(db: Knex): Promise<number> {
  const ids = await idsOf(db, 'RESOLVED', 'resolvedAt', REOPEN_DAYS)
  return eachOf(db, ids, 'close', async (trx, row) => {
    const author = systemAuthor('Resolved and not reopened')
    await updateRow(trx, complaint, row, { status: 'CLOSED', closedAt: now() }, author)
    const body = `Closed: not reopened within ${REOPEN_DAYS} days`
    await writeNote(trx, { complaintId: row.id, step: 'close', body, audience: 'SHARED' }, null, author)
  })
}

async function resolveUnanswered(db: Knex): Promise<number> {
  const ids = await idsOf(db, 'WAITING_CUSTOMER', 'pausedAt', SILENCE_DAYS)
  return eachOf(db, ids, 'lapse', async (trx, row) => {
    const author = systemAuthor('Not answered')
    const changes = { status: 'RESOLVED', resolution: 'EXPLAINED', resolvedAt: now() } as const
    const after = await updateRow(trx, complaint, row, changes, author)
    const body = `${resolutionLabels.EXPLAINED}: our question was not answered for ${SILENCE_DAYS} days`
    await writeNote(trx, { complaintId: row.id, step: 'lapse', body, audience: 'SHARED' }, null, author)
    await tellOfResolution(trx, after, body, null)
    await tellAnswerers(trx, after, `Complaint ${row.complaintNo} is resolved: not answered`, body, null)
  })
}

const idsOf = (db: Knex, status: string, since: 'resolvedAt' | 'pausedAt', days: number): Promise<number[]> =>
  db('complaint').where({ status }).where(since, '<', daysAgo(days)).orderBy('id').pluck('id')

/** Takes a step of the portal on each of these complaints on which its flow still allows it. */
async function eachOf(
  db: Knex,
  ids: readonly number[],
  step: ComplaintStep,
  work: (trx: Knex, row: Complaint) => Promise<unknown>,
): Promise<number> {
  let done = 0
  for (const id of ids)
    done += await transact(db, async trx => {
      const [row] = await rowsOf(trx, complaint, rows => rows.where({ id }).forUpdate())
      if (!row || refusalOf(complaintProcess, step, { ...row, today: today() }, ['system'])) return 0
      await work(trx, row)
      return 1
    })
  return done
}

/** Escalates open complaints whose time has run out, each once. Returns how many. */
export async function escalateLate(db: Knex): Promise<number> {
  const late = await rowsOf(db, complaint, rows =>
    rows
      .whereIn('status', [...complaintProcess.sets.open])
      .whereNull('escalatedAt')
      .whereNull('pausedAt')
      .where('dueAt', '<', now())
      .orderBy('id'),
  )
  let escalated = 0
  for (const row of late) {
    try {
      await transact(db, trx => escalate(trx, row, 'it is past its time'))
      escalated += 1
    } catch (error) {
      // Somebody works on it at this moment; the next run looks again.
      if (!isStale(error)) throw error
    }
  }
  return escalated
}
