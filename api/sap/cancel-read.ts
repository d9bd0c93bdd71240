import { type SapSyncRun, sapSyncRun } from '../../resources/platform/sap-sync-run.ts'
import type { ActionHandler } from '../derive/extend.ts'
import { updateRow } from '../derive/save/write.ts'
import { now } from '../platform/clock.ts'

/** Cancels a reading: one that has not begun ends at once, one that runs after the rows it is saving. */
export const cancelRead: ActionHandler = async (trx, { rows, person, author }) => {
  const run = rows[0] as unknown as SapSyncRun
  if (run.status === 'RUNNING') return void (await updateRow(trx, sapSyncRun, run, { cancelledAt: now() }, author))
  const ended = {
    status: 'FAILED' as const,
    finishedAt: now(),
    errorClass: 'CANCELLED',
    errorText: `Cancelled by ${person.name}`,
  }
  await updateRow(trx, sapSyncRun, run, ended, author)
}
