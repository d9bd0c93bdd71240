import { setTimeout as pause } from 'node:timers/promises'
import type { Knex } from 'knex'
import type { Resource } from '../../../resources/define/resource.ts'
import { isSqlite } from '../../platform/database.ts'
import { transact } from '../../platform/transact.ts'
import type { Person } from '../rights/person.ts'
import type { Author } from '../save/write.ts'
import type { ImportRow } from './rows.ts'
import type { Upload } from './upload.ts'
import { writeBatches } from './write.ts'

/** How far an import goes: only looked at; all rows or none; or every good row, 500 at a time. */
type SaveMode = 'CHECK' | 'ALL_OR_NOTHING' | 'SKIP_BAD_ROWS'

export interface Saving {
  db: Knex
  resource: Resource
  /** Of a file that is not simply rows of one master: who keeps its rows, and what the form said besides. */
  upload: Upload | undefined
  given: Record<string, string>
  columns: readonly (string | null)[]
  person: Person
  author: Author
  mode: SaveMode
  /** Called between batches; throws to give up. */
  onRows: (count: number) => void
  /** Takes part in the transaction that keeps all rows or none. */
  finish?: (trx: Knex.Transaction) => Promise<void>
}

/** Rows in one batch (§K.0). */
const AT_ONCE = 500
/** Milliseconds between batches in which other writers of an embedded database get their turn. */
const BREATH = 2

class RollBack extends Error {}

/**
 * Checks rows and saves them by the same code in every mode. A check takes each batch back again, so that nobody waits
 * for it long; rows that refer to new rows of the same file, and rows that take the place of others which are closed, can
 * only be judged together, in one transaction.
 */
export async function saveRows(saving: Saving, rows: ImportRow[]): Promise<void> {
  const { mode } = saving
  const together = mode === 'ALL_OR_NOTHING' || rows.some(({ links, closing }) => links.size > 0 || closing)
  if (together) return attempt(saving, batchesOf(rows, AT_ONCE), mode !== 'CHECK')
  for (const batch of batchesOf(rows, AT_ONCE)) {
    await attempt(saving, [batch], mode === 'SKIP_BAD_ROWS')
    saving.onRows(batch.length)
    if (isSqlite(saving.db)) await pause(BREATH)
  }
}

/** Rows in batches, those of one key with its periods side by side, because each batch is checked for itself. */
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

/** One transaction over some batches. What only shows after writing refuses a row, and the rest is written anew. */
async function attempt(saving: Saving, batches: ImportRow[][], keep: boolean): Promise<void> {
  for (;;) {
    const rows = batches.flat()
    const told = rows.map(({ faults }) => faults.length)
    let late = 0
    try {
      await transact(saving.db, async trx => {
        for (const [index, row] of rows.entries()) {
          row.faults.splice(told[index]!)
          row.warnings = []
        }
        late = await writeBatches(trx, saving, batches)
        const refused = saving.mode === 'ALL_OR_NOTHING' && rows.some(({ faults }) => faults.length > 0)
        if (!keep || refused || late > 0) throw new RollBack()
        await saving.finish?.(trx)
      })
    } catch (error) {
      if (!(error instanceof RollBack)) throw error
    }
    if (late === 0 || saving.mode !== 'SKIP_BAD_ROWS') return
  }
}
