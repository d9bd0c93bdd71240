import type { Knex } from 'knex'
import type { SapSyncRun } from '../../../resources/platform/sap-sync-run.ts'
import { now } from '../../platform/clock.ts'
import { unavailable } from '../../platform/errors.ts'
import type { SapAdapter } from '../adapter.ts'
import { landscapeFields } from '../http/fields.ts'
import { SapError } from '../http/sap-error.ts'
import type { RowPull, SapItem } from './row-pull.ts'
import { saveBatch } from './save-items.ts'
import { type FailedDocument, recordRead } from './sync-run.ts'

/**
 * Reads the rows of one code from SAP and saves them at once, whether or not they changed; the reading is recorded
 * among the others. Throws 503 when SAP cannot answer now, and nothing has changed.
 */
export async function readOneRow<Item extends SapItem>(
  { db, sap }: { db: Knex; sap: SapAdapter },
  pull: RowPull<Item>,
  code: string,
  requestedById: number | null,
): Promise<{ run: SapSyncRun; failed: readonly FailedDocument[] }> {
  const read = { filterCode: code, trigger: 'MANUAL' as const, requestedById, startedAt: now() }
  const fields = await landscapeFields(db)
  const items: Item[] = []
  const failed: FailedDocument[] = []
  try {
    for await (const page of pull.pages(sap, { since: null, code, fields })) {
      items.push(...page.items)
      failed.push(...page.unreadable)
    }
  } catch (error) {
    if (!(error instanceof SapError)) throw error
    const { errorClass, message: errorText } = error
    await recordRead(db, pull.object, { ...read, status: 'FAILED', errorClass, errorText }, [])
    throw unavailable(`SAP could not be asked now: ${errorText}`)
  }
  const saved = await saveBatch(db, pull, items, { isFull: true, fields })
  failed.push(...saved.failed)
  const counts = { rowsRead: items.length, rowsCreated: saved.created, rowsUpdated: saved.updated }
  const status = failed.length > 0 ? 'PARTIAL' : 'OK'
  return { run: await recordRead(db, pull.object, { ...read, ...counts, status }, failed), failed }
}
