import { setTimeout as pause } from 'node:timers/promises'
import type { Knex } from 'knex'
import type { Resource } from '../../../resources/define/resource.ts'
import { isSqlite } from '../../platform/database.ts'
import { transact } from '../../platform/transact.ts'
import type { Person } from '../rights/person.ts'
import type { Author } from '../save/write.ts'
import type { ImportRow } from './import-row.ts'
import type { Upload } from './upload.ts'
import { writeBatches } from './write-batches.ts'

/** How far an import goes: check only; save all rows or none; or save every good row, 500 at a time. */
type SaveMode = 'CHECK' | 'ALL_OR_NOTHING' | 'SKIP_BAD_ROWS'

export interface SaveContext {
  db: Knex
  resource: Resource
  /** The upload of a file that is not simply rows of one master, and the further fields of the form. */
  upload: Upload | undefined
  given: Record<string, string>
  columns: readonly (string | null)[]
  person: Person
  author: Author
  mode: SaveMode
  /** Called between batches; throws to stop the import. */
  onRows: (count: number) => void
  /** Runs in the transaction that saves all rows. */
  finish?: (trx: Knex.Transaction) => Promise<void>
}

/** Rows in one batch. */
const BATCH_SIZE = 500
/** Milliseconds between batches in which other writers of an embedded database get their turn. */
const PAUSE_MS = 2

class RollBack extends Error {}

/**
 * Checks and saves rows by the same code in every mode. A check rolls each batch back, so that it does not block others
 * for long. Rows that refer to new rows of the same file, and rows that replace others which are closed, can only be
 * checked together, in one transaction.
 */
export async function saveRows(saving: SaveContext, rows: ImportRow[]): Promise<void> {
  const { mode } = saving
  const together = mode === 'ALL_OR_NOTHING' || rows.some(({ links, closing }) => links.size > 0 || closing)
  if (together) return attempt(saving, batchesOf(rows, BATCH_SIZE), mode !== 'CHECK')
  for (const batch of batchesOf(rows, BATCH_SIZE)) {
    await attempt(saving, [batch], mode === 'SKIP_BAD_ROWS')
    saving.onRows(batch.length)
    if (isSqlite(saving.db)) await pause(PAUSE_MS)
  }
}

/**
 * Splits rows into batches. Rows of one key with different periods stay together, because each batch is checked by
 * itself.
 */
export function batchesOf(rows: ImportRow[], size: number): ImportRow[][] {
  const groups = new Map<string | ImportRow, ImportRow[]>()
  for (const row of rows) {
    const key = row.periodKey ?? row
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  const batches: ImportRow[][] = []
  for (const group of groups.values()) {
    const last = batches.at(-1)
    if (last && last.length + group.length <= size) last.push(...group)
    else batches.push(group)
  }
  return batches
}

/**
 * Writes batches in one transaction. A fault that only shows after writing refuses the row, and the others are written
 * again.
 */
async function attempt(saving: SaveContext, batches: ImportRow[][], commit: boolean): Promise<void> {
  for (;;) {
    const rows = batches.flat()
    const faultCounts = rows.map(({ faults }) => faults.length)
    let late = 0
    try {
      await transact(saving.db, async trx => {
        for (const [index, row] of rows.entries()) {
          row.faults.splice(faultCounts[index]!)
          row.warnings = []
        }
        late = await writeBatches(trx, saving, batches)
        const refused = saving.mode === 'ALL_OR_NOTHING' && rows.some(({ faults }) => faults.length > 0)
        if (!commit || refused || late > 0) throw new RollBack()
        await saving.finish?.(trx)
      })
    } catch (error) {
      if (!(error instanceof RollBack)) throw error
    }
    if (late === 0 || saving.mode !== 'SKIP_BAD_ROWS') return
  }
}
