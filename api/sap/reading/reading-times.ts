import type { Knex } from 'knex'
import type { SapSyncRun } from '../../../resources/platform/sap-sync-run.ts'
import { readingTimeKey } from '../../../resources/settings/sap-reading-times.ts'
import type { Settings } from '../../../resources/settings/settings.ts'
import { now, secondsFromNow } from '../../platform/clock.ts'
import { readSettings } from '../../platform/settings.ts'
import { transact } from '../../platform/transact.ts'
import { registerJob } from '../../platform/work/job-lease.ts'
import { cronOf } from '../../settings/reading-time.ts'
import { wakeReading } from './reading-worker.ts'
import { queueRun } from './sync-run.ts'

type SapObject = SapSyncRun['object']
type Mode = SapSyncRun['mode']

/** After a refused sign-in SAP is left alone so long: it locks users that try again and again. */
const AFTER_REFUSAL_SECONDS = 15 * 60

/** When an object is read next by itself, of each mode; null for never. */
export function nextReadings(settings: Settings, object: SapObject): { delta: string | null; full: string | null } {
  const next = (mode: Mode) => {
    const pattern = settings[readingTimeKey(object, mode)]
    return pattern === 'never' ? null : (cronOf(pattern).nextRun(new Date(now()))?.toISOString() ?? null)
  }
  return { delta: next('DELTA'), full: next('FULL') }
}

/**
 * Queues the readings that are due, each by one process of several; a time that passed while no portal ran is caught up
 * once. Returns how many were queued.
 */
export async function queueDueReadings(db: Knex, objects: readonly SapObject[]): Promise<number> {
  const refused = await db('sap_sync_run')
    .where({ errorClass: 'AUTH' })
    .where('finishedAt', '>', secondsFromNow(-AFTER_REFUSAL_SECONDS))
    .first('id')
  if (refused) return 0
  const settings = await readSettings(db)
  const lastRuns = await lastRunsOf(db, objects)
  let queued = 0
  for (const object of objects)
    for (const mode of ['FULL', 'DELTA'] as const) {
      const pattern = settings[readingTimeKey(object, mode)]
      const lastRunAt = lastRuns.get(jobOf(object, mode)) ?? null
      if (pattern !== 'never' && (await queueIfDue(db, object, mode, { pattern, lastRunAt }))) queued++
    }
  return queued
}

/** The name of the job that remembers when a reading was last queued by its times. */
const jobOf = (object: SapObject, mode: Mode) => `sap.times.${object}.${mode}`

/** When each job of these objects last ran; one that never did has no entry. */
async function lastRunsOf(db: Knex, objects: readonly SapObject[]): Promise<ReadonlyMap<string, string>> {
  const names = objects.flatMap(object => [jobOf(object, 'FULL'), jobOf(object, 'DELTA')])
  const jobs: { name: string; lastRunAt: string }[] = await db('job_lock')
    .whereIn('name', names)
    .whereNotNull('lastRunAt')
    .select('name', 'lastRunAt')
  return new Map(jobs.map(({ name, lastRunAt }) => [name, lastRunAt]))
}

async function queueIfDue(
  db: Knex,
  object: SapObject,
  mode: Mode,
  { pattern, lastRunAt }: { pattern: string; lastRunAt: string | null },
): Promise<boolean> {
  const at = now()
  const [due] = cronOf(pattern).previousRuns(1, new Date(at))
  const name = jobOf(object, mode)
  if (lastRunAt === null) return begin(db, name, at)
  if (!due || lastRunAt >= due.toISOString()) return false
  return transact(db, async trx => {
    const turn = () => trx('job_lock').where({ name, lastRunAt })
    if (!(await turn().forUpdate().first('id'))) return false
    const run = await queueRun(trx, object, { trigger: 'SCHEDULE', mode, requestedById: null })
    // While another reading runs a full one waits for its end; what changed is read by that one.
    if (run === null && mode === 'FULL') return false
    await turn().update({ lastRunAt: at, doneAt: at, updatedAt: at })
    wakeReading(trx)
    return run !== null
  })
}

/** A portal that never read an object begins with its next time: the first load is a person's decision. */
async function begin(db: Knex, name: string, at: string): Promise<false> {
  await registerJob(db, name, at)
  await db('job_lock').where({ name }).whereNull('lastRunAt').update({ lastRunAt: at, doneAt: at })
  return false
}
