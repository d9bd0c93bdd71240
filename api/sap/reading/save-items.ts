import type { Knex } from 'knex'
import { transact } from '../../platform/transact.ts'
import { digestOf, rememberRows, type SeenRow, UNSAVED } from './known-rows.ts'
import { type PendingRow, parkRows, unparkRows } from './pending-rows.ts'
import { SapRowError } from './pull.ts'
import type { Progress } from './reading-run.ts'
import type { RowPull, SapItem, SaveHow } from './row-pull.ts'
import type { FailedDocument } from './sync-run.ts'
import type { Lacking, UnknownReferences } from './unknown-references.ts'

type SavingHow = Omit<SaveHow, 'refuse'>

/** How long a transaction should hold other writers. */
const GOAL_MS = 60
const FEWEST = 10
const MOST = 500
/** How often one item is tried again, for it may lack several things one after the other. */
const MOST_TRIES = 10

/**
 * Returns a function that saves items in transactions short enough for other writers, and notes those that are refused.
 * Where a transaction fails as a whole, its items are saved one by one.
 */
export function rowSaver<Item extends SapItem>(
  db: Knex,
  pull: RowPull<Item>,
  how: SavingHow,
  { counts, errors, tick }: Progress,
  unknown: UnknownReferences,
) {
  let size = 25

  /** Saves items; what one names and the portal does not know is read from SAP at once, and the item is tried again. */
  async function saveKnown(batch: readonly Item[], tries = 0): Promise<SavedBatch> {
    const saved = await saveBatch(db, pull, batch, how)
    const again = new Set<string>()
    const failed: SavedBatch['failed'] = []
    for (const [key, wrong] of Map.groupBy(saved.failed, ({ number }) => number)) {
      const settled = tries < MOST_TRIES ? await unknown.settle(key, wrong) : 'UNASKED'
      if (settled === 'AGAIN') again.add(key)
      else if (settled === 'UNASKED') failed.push(...wrong)
    }
    if (again.size === 0) return { ...saved, failed }
    const tried = await saveKnown(
      batch.filter(({ key }) => again.has(key)),
      tries + 1,
    )
    const { created, updated } = saved
    return { created: created + tried.created, updated: updated + tried.updated, failed: [...failed, ...tried.failed] }
  }

  return async (items: readonly Item[]): Promise<void> => {
    for (let start = 0; start < items.length; ) {
      const batch = items.slice(start, start + size)
      const began = performance.now()
      const { created, updated, failed } = await saveKnown(batch)
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
  failed: (FailedDocument & Lacking)[]
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
    await rememberRows(
      db,
      pull.object,
      items.map(item => faulty(pull, item, error.message, how)),
    )
    return { created: 0, updated: 0, failed: items.map(({ key }) => failedOf(key, error)) }
  }
}

/** A row that has a fault, whether or not it was saved: the next reading saves it again, and its end is noticed. */
const faulty = <Item extends SapItem>(
  pull: RowPull<Item>,
  item: Item,
  reason: string,
  { run }: Pick<SavingHow, 'run'>,
): SeenRow => ({
  sapKey: item.key,
  digest: UNSAVED,
  isEnded: pull.ends?.(item) ?? false,
  state: 'SOFT_FAULT',
  reason,
  runId: run?.id ?? null,
})

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
    items.map(item => {
      const reason = refused.get(item.key)?.message
      if (reason !== undefined) return faulty(pull, item, reason, { run })
      const isEnded = pull.ends?.(item) ?? false
      return { sapKey: item.key, digest: digestOf(item, fields), isEnded, runId: run?.id ?? null }
    }),
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

const failedOf = (number: string, { column, code, message, waitsFor, missing }: SapRowError) => ({
  number,
  column,
  code,
  message,
  waitsFor,
  missing,
})
