import { setTimeout as pause } from 'node:timers/promises'
import { isSqlite } from '../../platform/database.ts'
import { transact } from '../../platform/transact.ts'
import { behaviourOf } from '../extend.ts'
import { actsOnAll } from '../rights/conditions.ts'
import { markOf } from '../staging/changed-meanwhile.ts'
import type { StagedRows } from '../staging/staged-rows.ts'
import { canSwitch, switchOver } from '../staging/switch-over.ts'
import type { ImportRow } from './import-row.ts'
import type { SaveContext } from './save-context.ts'
import { judgeBatch, judgeByRule, writeBatches } from './write-batches.ts'

/** Rows in one batch. */
const BATCH_SIZE = 500
/** A file of more rows is checked before its transaction begins, so that the transaction is short. */
const SHORT_FILE = 2000
/** Milliseconds between batches in which other writers of an embedded database get their turn: they ask every 30. */
const PAUSE_MS = 40

class RollBack extends Error {}

/**
 * Checks and saves rows by the same code in every mode. A check locks nothing, or rolls each batch back, so that it does
 * not block others for long. Rows that refer to new rows of the same file, and rows that replace others which are
 * closed, can only be checked together, in one transaction.
 */
export async function saveRows(saving: SaveContext, staged: StagedRows): Promise<void> {
  const { mode } = saving
  if (mode === 'ALL_OR_NOTHING' && isSavedAtOnce(saving, staged)) {
    const mark = saving.checked ?? (await markOf(saving.db))
    if (saving.checked) await askRuleAgain(saving, staged)
    else await checkInBatches(saving, staged)
    if (staged.counts().REJECTED === 0) await switchOver(saving, staged, mark)
  } else if (mode === 'ALL_OR_NOTHING' || staged.together) await attempt(saving, staged, undefined, mode !== 'CHECK')
  else if (mode === 'CHECK') await checkInBatches(saving, staged)
  else {
    for (const batch of staged.batches(BATCH_SIZE)) {
      await attempt(saving, staged, batch, true)
      saving.onRows(batch.length)
      if (isSqlite(saving.db)) await pause(PAUSE_MS)
    }
  }
}

/** Whether the rows of a file are written all at once, after they are checked. */
export const isSavedAtOnce = (saving: Pick<SaveContext, 'resource' | 'upload'>, staged: StagedRows): boolean =>
  staged.length > SHORT_FILE && canSwitch(saving, staged)

/** Asks the rule of the resource, which reads further tables, once more about rows that are checked. */
async function askRuleAgain(saving: SaveContext, staged: StagedRows): Promise<void> {
  if (!behaviourOf(saving.resource).check) return
  for (const batch of staged.batches(BATCH_SIZE)) {
    await judgeByRule(saving.db, saving, batch)
    staged.record(batch)
    saving.onRows(batch.length)
  }
}

/** Checks rows without saving them. Whether a person may import a new row shows only once the row is written. */
async function checkInBatches(saving: SaveContext, staged: StagedRows): Promise<void> {
  const writes = saving.upload !== undefined || !actsOnAll(saving.resource, saving.person, 'import')
  for (const batch of staged.batches(BATCH_SIZE)) {
    if (writes) await attempt({ ...saving, mode: 'CHECK' }, staged, batch, false)
    else {
      await judgeBatch(saving.db, saving, batch)
      staged.record(batch)
    }
    saving.onRows(batch.length)
    if (writes && isSqlite(saving.db)) await pause(PAUSE_MS)
  }
}

/** Writes a batch, or all, in one transaction. A fault that shows only after writing refuses the row alone. */
async function attempt(
  saving: SaveContext,
  staged: StagedRows,
  batch: ImportRow[] | undefined,
  commit: boolean,
): Promise<void> {
  for (;;) {
    const faultCounts = batch?.map(({ faults }) => faults.length)
    let late = 0
    try {
      await transact(saving.db, async trx => {
        for (const [index, row] of (batch ?? []).entries()) {
          row.faults.splice(faultCounts![index]!)
          row.warnings = []
        }
        const batches = batch ? [batch] : allBatches(saving, staged)
        late = await writeBatches(trx, saving, batches, rows => staged.record(rows))
        const refused = saving.mode === 'ALL_OR_NOTHING' && staged.counts().REJECTED > 0
        if (!commit || refused || late > 0) throw new RollBack()
        await saving.finish?.(trx)
      })
    } catch (error) {
      if (!(error instanceof RollBack)) throw error
    }
    if (late === 0 || saving.mode !== 'SKIP_BAD_ROWS') return
    if (!batch) staged.keepRefused()
  }
}

function* allBatches({ onRows }: SaveContext, staged: StagedRows): Generator<ImportRow[]> {
  for (const batch of staged.batches(BATCH_SIZE)) {
    yield batch
    onRows(batch.length)
  }
}
