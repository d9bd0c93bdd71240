import { sapSyncRun } from '../../resources/platform/sap-sync-run.ts'
import type { ActionHandler } from '../derive/extend.ts'
import { updateRow } from '../derive/save/write.ts'
import { now } from '../platform/clock.ts'

/** Cancels a reading that has not begun. */
export const cancelRead: ActionHandler = async (trx, { rows, person, author }) => {
  const ended = {
    status: 'FAILED' as const,
    finishedAt: now(),
    errorClass: 'CANCELLED',
    errorText: `Cancelled by ${person.name}`,
  }
  await updateRow(trx, sapSyncRun, rows[0] as never, ended, author)
}
