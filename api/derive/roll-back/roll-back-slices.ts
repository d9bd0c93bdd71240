import { setTimeout as pause } from 'node:timers/promises'
import type { Knex } from 'knex'
import { transact } from '../../platform/transact.ts'
import { updateEach } from '../save/write.ts'
import { RollbackConflicts } from './conflicts.ts'
import type { ImportedRow, ImportedRows } from './imported-rows.ts'
import { currentRows, type RollbackContext, refuseUsed, restored } from './roll-back-rows.ts'

/** So many rows are written in one transaction. */
const SLICE = 500
/** Milliseconds between two of them in which others who save get their turn. */
const PAUSE_MS = 40

/**
 * Rolls back what counts on no day yet, some rows at a time, so that nobody waits long; returns the rows that stay because
 * somebody changed them or uses them. It can be repeated after a crash.
 */
export async function rollBackInSlices(
  db: Knex,
  context: RollbackContext,
  written: ImportedRows,
): Promise<RollbackConflicts> {
  const conflicts = new RollbackConflicts()
  const { isLeftOut, onRows } = context
  for (const created of [true, false])
    for (const batch of written.batches(created, SLICE, isLeftOut)) {
      await transact(db, trx => writeSlice(trx, context, batch, conflicts))
      onRows(batch.length)
      await pause(PAUSE_MS)
    }
  return conflicts
}

/** Created rows are deactivated before the others get back their days. */
async function writeSlice(
  trx: Knex.Transaction,
  context: RollbackContext,
  batch: ImportedRow[],
  conflicts: RollbackConflicts,
) {
  const [{ resource, created }] = batch as [ImportedRow]
  if (created) {
    await refuseUsed(trx, batch, conflicts)
    const current = await currentRows(trx, context, batch, conflicts)
    const goes = [...current].filter(([row, { isActive }]) => isActive && !conflicts.has(row))
    const writes = goes.map(([, before]) => ({ before, asked: { isActive: false } }))
    await updateEach(trx, resource, writes, context.author)
    return
  }
  const rows = await restored(trx, context, batch, conflicts)
  const changed = rows.filter(({ changes }) => Object.keys(changes).length > 0)
  const writes = changed.map(({ before, changes }) => ({ before, asked: changes }))
  await updateEach(trx, resource, writes, { ...context.author, restoring: true })
}
