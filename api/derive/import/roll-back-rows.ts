import type { Knex } from 'knex'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import type { ImportJob } from '../../../resources/platform/import-job.ts'
import { actsOnAll, restrict } from '../rights/conditions.ts'
import type { Person } from '../rights/person.ts'
import { decodeRow, type StoredRow } from '../row-codec.ts'
import type { Candidate } from '../save/candidate.ts'
import { checkRows } from '../save/check.ts'
import { editedSince } from '../save/edited-since.ts'
import { referringTitles } from '../save/referring-titles.ts'
import { type Author, changesIn, updateRow } from '../save/write.ts'
import type { ImportedRow } from './imported-rows.ts'

interface RollbackContext {
  job: ImportJob
  person: Person
  author: Author
  onRows: (count: number) => void
}

const BATCH_SIZE = 500

/**
 * Rolls rows back in the given transaction: created rows first, so that their keys and periods are free for the earlier
 * values. Adds the reason to `conflicts` where a row cannot be rolled back.
 */
export async function rollBackRows(
  trx: Knex.Transaction,
  context: RollbackContext,
  written: readonly ImportedRow[],
  conflicts: Map<ImportedRow, string>,
): Promise<void> {
  const created = written.filter(row => row.created)
  const changed = written.filter(row => !row.created)
  for (const batch of batchesOf(created)) await deactivate(trx, context, batch, conflicts)
  for (const batch of batchesOf(created)) await refuseUsed(trx, batch, conflicts)
  for (const batch of batchesOf(changed)) await restore(trx, context, batch, conflicts)
}

async function deactivate(
  trx: Knex.Transaction,
  context: RollbackContext,
  batch: ImportedRow[],
  conflicts: Map<ImportedRow, string>,
) {
  const current = await currentRows(trx, context, batch, conflicts)
  for (const [{ resource }, row] of current) await updateRow(trx, resource, row, { isActive: false }, context.author)
  context.onRows(batch.length)
}

async function restore(
  trx: Knex.Transaction,
  context: RollbackContext,
  batch: ImportedRow[],
  conflicts: Map<ImportedRow, string>,
) {
  const current = await currentRows(trx, context, batch, conflicts)
  const { resource } = batch[0]!
  const candidates = [...current].map(([written, before]) => {
    const candidate: Candidate = { row: { ...before, ...written.before }, before, faults: [] }
    return { written, candidate }
  })
  await checkRows(
    trx,
    resource,
    candidates.map(({ candidate }) => candidate),
    { ...context.author, restoring: true },
  )
  for (const { written, candidate } of candidates) {
    const [fault] = candidate.faults
    if (fault) conflicts.set(written, fault.message)
    else {
      const changes = changesIn(candidate.before!, candidate.row)
      await updateRow(trx, resource, candidate.before!, changes, { ...context.author, restoring: true })
    }
  }
  context.onRows(batch.length)
}

/** Returns the rows as they are now, without those that somebody has edited since or that the person may not import. */
async function currentRows(
  trx: Knex.Transaction,
  { job, person }: RollbackContext,
  batch: ImportedRow[],
  conflicts: Map<ImportedRow, string>,
): Promise<Map<ImportedRow, StoredRow>> {
  const { resource } = batch[0]!
  const table = tableOf(resource)
  const ids = batch.map(({ id }) => id)
  const found: Record<string, unknown>[] = await trx(table).whereIn('id', ids)
  const rows = new Map(found.map(row => [row.id as number, decodeRow(resource, row) as StoredRow]))
  const allowed = actsOnAll(resource, person, 'import') ? undefined : await idsWithin(trx, resource, person, ids)
  const edits = await editedSince(trx, job, batch)
  const current = new Map<ImportedRow, StoredRow>()
  for (const written of batch) {
    const row = rows.get(written.id)
    const edit = edits.get(written.id)
    if (!row) continue
    if (resource.kind !== 'master') conflicts.set(written, `${resource.title} is written only by the portal`)
    else if (edit) conflicts.set(written, edit)
    else if (allowed && !allowed.has(written.id)) conflicts.set(written, 'You may not import this row')
    else current.set(written, row)
  }
  return current
}

async function idsWithin(trx: Knex, resource: Resource, person: Person, ids: number[]): Promise<Set<number>> {
  const table = tableOf(resource)
  const rows = restrict(trx(table).whereIn(`${table}.id`, ids), trx, resource, person, 'import')
  return new Set(await rows.pluck(`${table}.id`))
}

async function refuseUsed(trx: Knex.Transaction, batch: ImportedRow[], conflicts: Map<ImportedRow, string>) {
  const { resource } = batch[0]!
  const uses = await referringTitles(
    trx,
    resource,
    batch.map(({ id }) => id),
  )
  for (const written of batch) {
    const where = uses.get(written.id)?.join(', ')
    if (where && !conflicts.has(written)) conflicts.set(written, `Used by ${where}`)
  }
}

/** Splits rows into batches of one resource each. */
function batchesOf(rows: readonly ImportedRow[]): ImportedRow[][] {
  return [...Map.groupBy(rows, ({ resource }) => resource).values()].flatMap(group =>
    Array.from({ length: Math.ceil(group.length / BATCH_SIZE) }, (_, index) =>
      group.slice(index * BATCH_SIZE, (index + 1) * BATCH_SIZE),
    ),
  )
}
