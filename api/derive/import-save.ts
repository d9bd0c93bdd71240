import { setTimeout as pause } from 'node:timers/promises'
import type { Knex } from 'knex'
import { labelOf } from '../../resources/define/label.ts'
import { type Resource, tableOf } from '../../resources/define/resource.ts'
import { isSqlite } from '../platform/database.ts'
import type { Person } from '../platform/person.ts'
import { transact } from '../platform/transact.ts'
import type { Candidate } from './candidate.ts'
import { checkRows } from './check.ts'
import { actsOnAll, restrict } from './conditions.ts'
import type { ImportRow } from './import-rows.ts'
import { usesOf } from './in-use.ts'
import type { StoredRow } from './stored.ts'
import { type Author, saveCandidates, updateRow } from './write.ts'

/** How far an import goes: only looked at; all rows or none; or every good row, 500 at a time. */
export type SaveMode = 'CHECK' | 'ALL_OR_NOTHING' | 'SKIP_BAD_ROWS'

export interface Saving {
  db: Knex
  resource: Resource
  person: Person
  author: Author
  mode: SaveMode
  /** Called between batches; throws to give up. */
  onRows: (count: number) => void
  /** Takes part in the transaction that keeps all rows or none. */
  finish?: (trx: Knex.Transaction) => Promise<void>
}

/** Rows in one batch (§K.0); SQLite joins at most 500 rows in one insert. */
const AT_ONCE = 500
/** Milliseconds between batches in which other writers of an embedded database get their turn. */
const BREATH = 5

class RollBack extends Error {}

/**
 * Checks rows and saves them by the same code in every mode. A check takes each batch back again, so that nobody waits
 * for it long; rows that refer to new rows of the same file can only be judged together, in one transaction.
 */
export async function saveRows(saving: Saving, rows: ImportRow[]): Promise<void> {
  const { mode } = saving
  const together = mode === 'ALL_OR_NOTHING' || rows.some(({ links }) => links.size > 0)
  if (together) return saveTogether(saving, rows)
  for (const batch of batchesOf(rows, AT_ONCE)) {
    await attempt(saving, [batch], mode === 'SKIP_BAD_ROWS')
    saving.onRows(batch.length)
    if (isSqlite(saving.db)) await pause(BREATH)
  }
}

async function saveTogether(saving: Saving, rows: ImportRow[]) {
  await attempt(saving, batchesOf(rows, AT_ONCE), saving.mode !== 'CHECK')
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
        for (const [index, row] of rows.entries()) row.faults.splice(told[index]!)
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

/** Writes the batches; returns how many rows turned out wrong only after they were written. */
async function writeBatches(trx: Knex.Transaction, saving: Saving, batches: ImportRow[][]): Promise<number> {
  const saved = new Map<ImportRow, StoredRow>()
  let late = 0
  for (const batch of batches) {
    await demandScope(
      trx,
      saving,
      batch.filter(({ before }) => before),
      row => row.before!.id,
    )
    const asked = batch.filter(row => row.faults.length === 0 && !row.unchanged)
    await checkRows(trx, saving.resource, asked, saving.author)
    await refuseUsed(trx, saving, asked)
    const good = asked.filter(({ faults }) => faults.length === 0)
    const kept = await saveCandidates(trx, saving.resource, good, saving.author)
    for (const [index, row] of good.entries()) saved.set(row, kept[index]!)
    late += await demandScope(trx, saving, good, row => saved.get(row)!.id)
    if (batches.length > 1) saving.onRows(batch.length)
  }
  return late + (await link(trx, saving, saved))
}

/** Refuses rows that lie outside what the person may import; returns how many. */
async function demandScope(
  trx: Knex.Transaction,
  { resource, person }: Saving,
  rows: ImportRow[],
  idOf: (row: ImportRow) => number,
) {
  if (rows.length === 0 || actsOnAll(resource, person, 'import')) return 0
  const table = tableOf(resource)
  const mine = restrict(trx(table).whereIn(`${table}.id`, rows.map(idOf)), trx, resource, person, 'import')
  const within = new Set(((await mine.select(`${table}.id`)) as { id: number }[]).map(({ id }) => id))
  const outside = rows.filter(row => !within.has(idOf(row)))
  for (const row of outside)
    row.refuse(resource.key[0] ?? '', 'OUT_OF_SCOPE', `This row of ${resource.title} lies outside what you may import`)
  return outside.length
}

/** A row that others still use is not deactivated (§0.2), and only by those who may deactivate at all. */
async function refuseUsed(trx: Knex.Transaction, { resource, person }: Saving, rows: ImportRow[]) {
  for (const row of rows.filter(({ action }) => action === 'DEACTIVATE')) {
    if (!person.ability.can('deactivate', resource.path)) {
      row.refuse('', 'OUT_OF_SCOPE', `You may not deactivate rows of ${resource.title}`, 'action')
      continue
    }
    const uses = await usesOf(trx, resource, row.before!.id)
    const where = uses.map(({ title, count }) => `${title} (${count})`).join(', ')
    if (uses.length > 0) row.refuse('', 'IN_USE', `This row is still used by ${where}`, 'action')
  }
}

/** Sets the references to rows of the same file, now that they have ids; returns how many could not be set. */
async function link(
  trx: Knex.Transaction,
  { resource, author }: Saving,
  saved: Map<ImportRow, StoredRow>,
): Promise<number> {
  const rows = [...saved.keys()].filter(({ links }) => links.size > 0)
  if (rows.length === 0) return 0
  const ids = await idsOf(trx, resource, new Set(rows.flatMap(({ links }) => [...links.values()])))
  const linked = rows.map(row => {
    const before = saved.get(row)!
    const named = [...row.links].map(([name, code]): [string, number | undefined] => [name, ids.get(code)])
    for (const [name, id] of named) {
      const label = labelOf(name, resource.fields[name]!)
      if (id === undefined) row.refuse(name, 'UNKNOWN_REF', `${label} is a row of this file that is refused itself`)
    }
    const candidate: Candidate = { row: { ...before, ...Object.fromEntries(named) }, before, faults: [] }
    return { row, candidate, names: named.map(([name]) => name) }
  })
  const sound = linked.filter(({ row }) => row.faults.length === 0)
  await checkRows(
    trx,
    resource,
    sound.map(({ candidate }) => candidate),
    author,
  )
  for (const { row, candidate, names } of sound) {
    row.faults.push(...candidate.faults)
    if (candidate.faults.length > 0) continue
    const changes = Object.fromEntries(names.map(name => [name, candidate.row[name]]))
    await updateRow(trx, resource, candidate.before!, changes, author)
  }
  return rows.filter(({ faults }) => faults.length > 0).length
}

async function idsOf(trx: Knex.Transaction, resource: Resource, codes: Set<string>): Promise<Map<string, number>> {
  const found: { id: number; naturalKey: string }[] = await trx(tableOf(resource))
    .whereIn(
      'naturalKey',
      [...codes].map(code => code.replaceAll('|', '||')),
    )
    .select('id', 'naturalKey')
  return new Map(found.map(({ id, naturalKey }) => [naturalKey.replaceAll('||', '|'), id]))
}
