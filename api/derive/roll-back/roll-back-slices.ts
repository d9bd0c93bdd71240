import { setTimeout as pause } from 'node:timers/promises'
import type { Knex } from 'knex'
import { transact } from '../../platform/transact.ts'
import { isConflict } from '../save/retry-on-conflict.ts'
import { updateEach } from '../save/write.ts'
import { StagedWrites } from '../staging/staged-writes.ts'
import { whileAttached } from '../staging/switch-over.ts'
import { RollbackConflicts } from './conflicts.ts'
import type { ImportedRow, ImportedRows } from './imported-rows.ts'
import { currentRows, type RollbackContext, refuseUsed, restored } from './roll-back-rows.ts'

/** So many rows are written in one transaction. */
const SLICE = 500
/** Milliseconds between two of them in which others who save get their turn. */
const PAUSE_MS = 40

/**
 * Looks at what a roll-back would do: adds the reason to `conflicts` where a row cannot be rolled back. Returns the function
 * that writes all of it some rows at a time, so that nobody waits long, and adds the rows that stay because somebody
 * changed or used them meanwhile. It can be repeated after a crash.
 */
export async function stageSlices(
  db: Knex,
  context: RollbackContext,
  written: ImportedRows,
  conflicts: RollbackConflicts,
): Promise<() => Promise<RollbackConflicts>> {
  const { isLeftOut, author, onRows } = context
  const [resource] = written.resources()
  if (!resource) return async () => new RollbackConflicts()
  const writes = new StagedWrites(resource, { ...author, restoring: true }, written.file)
  for (const created of [true, false])
    for (const batch of written.batches(created, SLICE, isLeftOut)) {
      if (created) await refuseUsed(db, batch, conflicts)
      const rows = created
        ? await active(db, context, batch, conflicts)
        : asTheyWere(await restored(db, context, batch, conflicts, written))
      const changed = rows.filter(({ changes }) => Object.keys(changes).length > 0)
      writes.add(changed.map(({ before, changes }) => ({ before, row: before, changes })))
      onRows(0)
    }
  writes.complete({ inSlices: true })
  return async () => {
    const late = new RollbackConflicts()
    await whileAttached(db, written.file, async () => {
      let slice = 0
      for (const created of [true, false])
        for (const batch of written.batches(created, SLICE, isLeftOut)) {
          const place = slice++
          await transact(db, trx => writes.write(trx, place)).catch(async error => {
            if (!isConflict(error)) throw error
            await transact(db, trx => writeOneByOne(trx, context, batch, late))
          })
          onRows(batch.length)
          await pause(PAUSE_MS)
        }
    })
    return late
  }
}

/** What counts on no day yet had no end that is over, so that every row gets its values back in place. */
const asTheyWere = (rows: Awaited<ReturnType<typeof restored>>) =>
  rows.flatMap(({ before, changes }) => (before ? [{ before, changes: changes as Record<string, unknown> }] : []))

async function active(db: Knex, context: RollbackContext, batch: ImportedRow[], conflicts: RollbackConflicts) {
  const current = await currentRows(db, context, batch, conflicts)
  return [...current]
    .filter(([row, { isActive }]) => isActive && !conflicts.has(row))
    .map(([, before]) => ({ before, changes: { isActive: false } as Record<string, unknown> }))
}

async function writeOneByOne(
  trx: Knex.Transaction,
  context: RollbackContext,
  batch: ImportedRow[],
  conflicts: RollbackConflicts,
) {
  const [{ resource, created }] = batch as [ImportedRow]
  if (created) await refuseUsed(trx, batch, conflicts)
  const rows = created
    ? await active(trx, context, batch, conflicts)
    : asTheyWere(await restored(trx, context, batch, conflicts))
  const changed = rows.filter(({ changes }) => Object.keys(changes).length > 0)
  await updateEach(
    trx,
    resource,
    changed.map(({ before, changes }) => ({ before, asked: changes })),
    { ...context.author, restoring: true },
  )
}
