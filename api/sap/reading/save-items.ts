import type { Knex } from 'knex'
import { transact } from '../../platform/transact.ts'
import { digestOf, rememberRows } from './known-rows.ts'
import { type PendingRow, parkRows, unparkRows } from './pending-rows.ts'
import { SapRowError } from './pull.ts'
import type { Progress } from './reading-run.ts'
import type { RowPull, SapItem, SaveHow } from './row-pull.ts'
import type { FailedDocument } from './sync-run.ts'

type SavingHow = Omit<SaveHow, 'refuse'>

/** How long a transaction should hold other writers. */
const GOAL_MS = 60
const FEWEST = 10
const MOST = 500

/**
 * Returns a function that saves items in transactions short enough for other writers, and notes those that are refused.
 * Where a transaction fails as a whole, its items are saved one by one.
 */
export function rowSaver<Item extends SapItem>(
  db: Knex,
  pull: RowPull<Item>,
  how: SavingHow,
  { counts, errors, tick }: Progress,
) {
  let size = 25
  return async (items: readonly Item[]): Promise<void> => {
    for (let start = 0; start < items.length; ) {
      const batch = items.slice(start, start + size)
      const began = performance.now()
      const { created, updated, failed } = await saveBatch(db, pull, batch, how)
      counts.rowsCreated += created
      counts.rowsUpdated += updated
      await errors.add(...failed)
      start += batch.length
      const ms = Math.max(1, performance.now() - began)
      if (batch.length === size) size = Math.max(FEWEST, Math.min(MOST, Math.round((size * GOAL_MS) / ms), size * 2))
      await tick()
    }
  }
}

/** The result of saving items: the counts, and those that were refused, each also as it waits for what it names. */
interface SavedBatch {
  created: number
  updated: number
  failed: (FailedDocument & { waitsFor: string | null })[]
}

/** Saves items in one transaction, or each in its own where that fails. */
export async function saveBatch<Item extends SapItem>(
  db: Knex,
  pull: RowPull<Item>,
  items: readonly Item[],
  how: SavingHow,
): Promise<SavedBatch> {
  try {
    return await transact(db, trx => saveTogether(trx, pull, items, how))
  } catch (error) {
    if (items.length > 1) {
      const all: SavedBatch = { created: 0, updated: 0, failed: [] }
      for (const item of items) {
        const one = await saveBatch(db, pull, [item], how)
        all.created += one.created
        all.updated += one.updated
        all.failed.push(...one.failed)
      }
      return all
    }
    if (!(error instanceof SapRowError)) throw error
    return { created: 0, updated: 0, failed: items.map(({ key }) => failedOf(key, error)) }
  }
}

async function saveTogether<Item extends SapItem>(
  trx: Knex,
  pull: RowPull<Item>,
  items: readonly Item[],
  { isFull, fields, run }: SavingHow,
): Promise<SavedBatch> {
  const refused = new Map<string, SapRowError>()
  const how: SaveHow = { isFull, fields, run, refuse: (key, reason) => void refused.set(key, reason) }
  const { created, updated } = await pull.save(trx, items, how)
  const saved = items.filter(({ key }) => !refused.has(key))
  await rememberRows(
    trx,
    pull.object,
    saved.map(item => ({ sapKey: item.key, digest: digestOf(item, fields), isEnded: pull.ends?.(item) ?? false })),
  )
  await unparkRows(
    trx,
    pull.object,
    saved.map(({ key }) => key),
  )
  const waiting = items.flatMap((item): PendingRow[] => {
    const reason = refused.get(item.key)
    if (!reason?.waitsFor) return []
    return [{ object: pull.object, sapKey: item.key, waitsFor: reason.waitsFor, item, reason: reason.message }]
  })
  await parkRows(trx, waiting)
  return { created, updated, failed: [...refused].map(([key, reason]) => failedOf(key, reason)) }
}

const failedOf = (number: string, { column, code, message, waitsFor }: SapRowError) => ({
  number,
  column,
  code,
  message,
  waitsFor,
})
