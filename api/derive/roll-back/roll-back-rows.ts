import type { Knex } from 'knex'
import { addDays } from '../../../resources/define/dates.ts'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { fromTo } from '../../../resources/define/show.ts'
import type { ImportJob } from '../../../resources/platform/imports/import-job.ts'
import { today } from '../../platform/clock.ts'
import { isSqlite } from '../../platform/database.ts'
import { isRound } from '../import/job.ts'
import { actsOnAll, restrict } from '../rights/conditions.ts'
import type { Person } from '../rights/person.ts'
import { decodeRow, type StoredRow } from '../row-codec.ts'
import type { Author } from '../save/author.ts'
import type { Candidate } from '../save/candidate.ts'
import { checkRows } from '../save/check.ts'
import { keyTextsOf } from '../save/key-texts.ts'
import { leaving } from '../save/leave.ts'
import { nextPeriod } from '../save/next-period.ts'
import { isReferredTo } from '../save/references-to.ts'
import { referringTitles } from '../save/referring-titles.ts'
import { changesIn, insertRows, updateEach } from '../save/write.ts'
import { StagedWrites } from '../staging/staged-writes.ts'
import type { RollbackConflicts } from './conflicts.ts'
import type { ImportedRow, ImportedRows } from './imported-rows.ts'

/** The import that is rolled back, who does it, and which rows stay as they are. */
export interface RollbackContext {
  job: ImportJob
  person: Person
  author: Author
  onRows: (count: number) => void
  isLeftOut: (row: ImportedRow) => boolean
}

const BATCH_SIZE = 500
/** An import of more rows is looked at before the transaction begins, so that the transaction is short. */
const SHORT_IMPORT = 2000

/**
 * Rolls rows back in the given transaction: created rows first, so that their keys and periods are free for the earlier
 * values. Adds the reason to `conflicts` where a row cannot be rolled back.
 */
export async function rollBackRows(
  trx: Knex.Transaction,
  context: RollbackContext,
  written: ImportedRows,
  conflicts: RollbackConflicts,
): Promise<void> {
  const { isLeftOut, author, onRows } = context
  for (const batch of written.batches(true, BATCH_SIZE, isLeftOut)) {
    const leaves = await leavingRows(trx, context, batch, conflicts)
    const goes = leaves.map(({ before, changes }) => ({ before, asked: changes }))
    await updateEach(trx, batch[0]!.resource, goes, author)
    onRows(batch.length)
  }
  for (const batch of written.batches(true, BATCH_SIZE, isLeftOut)) await refuseUsed(trx, batch, conflicts)
  for (const batch of written.batches(false, BATCH_SIZE, isLeftOut)) {
    const restoring = { ...author, restoring: true } as const
    const rows = await restored(trx, context, batch, conflicts)
    const writes = rows.flatMap(({ before, changes }) => (before ? [{ before, asked: changes }] : []))
    await updateEach(trx, batch[0]!.resource, writes, restoring)
    const begun = rows.flatMap(({ before, row }) => (before ? [] : [row as StoredRow]))
    await insertRows(trx, batch[0]!.resource, begun, restoring)
    onRows(batch.length)
  }
}

/**
 * Whether the rows can be rolled back all at once: those of one master whose order does not matter, or of a round, whose
 * ended rows get back the days of the successors that go.
 */
export function canRollBackAtOnce(db: Knex, job: ImportJob, written: ImportedRows): boolean {
  const [resource, ...others] = written.resources()
  if (!isSqlite(db) || !resource || others.length > 0 || written.length <= SHORT_IMPORT) return false
  const refersToItself = Object.values(resource.fields).some(({ to }) => to === 'self' || to === resource.name)
  return (
    resource.kind === 'master' &&
    !('confirmStatus' in resource.fields) &&
    !refersToItself &&
    (isRound(job) || !written.depends(resource))
  )
}

/**
 * Stages the rows as they were before the import, without writing them; returns the function that writes all of them.
 * Adds the reason to `conflicts` where a row cannot be rolled back.
 */
export async function stageRollback(
  db: Knex,
  context: RollbackContext,
  written: ImportedRows,
  conflicts: RollbackConflicts,
): Promise<(trx: Knex.Transaction) => Promise<void>> {
  const { isLeftOut, author, onRows } = context
  conflicts.clear()
  const writes = new StagedWrites(written.resources()[0]!, { ...author, restoring: true }, written.file)
  for (const batch of written.batches(true, BATCH_SIZE, isLeftOut)) {
    await refuseUsed(db, batch, conflicts)
    writes.add(await leavingRows(db, context, batch, conflicts))
    onRows(batch.length)
  }
  for (const batch of written.batches(false, BATCH_SIZE, isLeftOut)) {
    writes.add(await restored(db, context, batch, conflicts, written))
    onRows(batch.length)
  }
  writes.complete()
  const mayBeUsed = isReferredTo(written.resources()[0]!)
  return async trx => {
    if (mayBeUsed)
      for (const batch of written.batches(true, BATCH_SIZE, isLeftOut)) await refuseUsed(trx, batch, conflicts)
    if (conflicts.size === 0) await writes.write(trx)
  }
}

/** What is written of a row, or a row that is new. */
interface Restored {
  before: StoredRow | undefined
  row: RowValues
  changes: RowValues
}

/** Returns how the rows that an import created leave use: what has been in use since ended yesterday. */
export async function leavingRows(
  db: Knex,
  context: RollbackContext,
  batch: ImportedRow[],
  conflicts: RollbackConflicts,
) {
  const current = await currentRows(db, context, batch, conflicts)
  const leaves = await leaving(db, batch[0]!.resource, context.author, addDays(today(), -1))
  return [...current.values()].flatMap(before => {
    const changes = leaves(before)
    return changes ? [{ before, row: before, changes }] : []
  })
}

/**
 * Returns the changed rows of a batch that can get their earlier values back, with these. A row that the import ended some
 * days ago stays ended, and a new one goes on from today as it would have.
 */
export async function restored(
  trx: Knex,
  context: RollbackContext,
  batch: ImportedRow[],
  conflicts: RollbackConflicts,
  goes?: ImportedRows,
): Promise<Restored[]> {
  const current = await currentRows(trx, context, batch, conflicts)
  const { resource } = batch[0]!
  const ofEnded = (row: RowValues, earlier: RowValues) =>
    resource.dated && String(row.validTo) < addDays(today(), -1) && String(earlier.validTo) >= today()
  const candidates = [...current].map(([written, before]) => {
    const row = { ...before, ...written.before }
    // What goes at the same time is still there, so the days are compared apart.
    const candidate: Candidate = ofEnded(before, row)
      ? { row: nextPeriod(resource, row, { validTo: row.validTo }), before: undefined, faults: [] }
      : { row, before, faults: [], ...(goes && { unsettled: ['validTo'] }) }
    return { written, candidate }
  })
  await checkRows(
    trx,
    resource,
    candidates.map(({ candidate }) => candidate),
    { ...context.author, restoring: true },
  )
  if (goes && resource.dated)
    await refuseOverlaps(
      trx,
      context,
      resource,
      candidates.map(({ candidate }) => candidate),
      goes,
    )
  return candidates.flatMap(({ written, candidate: { before, row, faults } }) => {
    const [fault] = faults
    if (fault) conflicts.set(written, fault.message)
    return fault ? [] : [{ before, row, changes: before ? changesIn(before, row) : {} }]
  })
}

/** Adds a fault where another row of the key counts on days that a row gets back, unless that goes too. */
async function refuseOverlaps(
  db: Knex,
  { isLeftOut }: RollbackContext,
  resource: Resource,
  candidates: readonly Candidate[],
  goes: ImportedRows,
) {
  const keyed = candidates.map(candidate => ({ candidate, key: keyTextsOf(resource, candidate.row).periodKey! }))
  const rows: { id: number; periodKey: string; validFrom: string; validTo: string }[] = await db(tableOf(resource))
    .whereIn(
      'periodKey',
      keyed.map(({ key }) => key),
    )
    .where('isActive', 1)
    .select('id', 'periodKey', 'validFrom', 'validTo')
  const goesToo = (id: number) =>
    goes.hasCreated(resource, id) && !isLeftOut({ resource, id, created: true, before: {}, after: {}, lastEntry: 0 })
  const byKey = Map.groupBy(rows, ({ periodKey }) => periodKey)
  for (const { candidate, key } of keyed) {
    const { row, before, faults } = candidate
    const other = byKey
      .get(key)
      ?.find(
        ({ id, validFrom, validTo }) =>
          id !== before!.id && validFrom <= String(row.validTo) && String(row.validFrom) <= validTo && !goesToo(id),
      )
    if (other)
      faults.push({
        field: 'validTo',
        code: 'DATE_OVERLAP',
        message: `Another row counts ${fromTo(other.validFrom, other.validTo)}`,
      })
  }
}

/** Returns the rows as they are now, without those that somebody has edited since or that the person may not import. */
export async function currentRows(
  trx: Knex,
  { job, person }: RollbackContext,
  batch: ImportedRow[],
  conflicts: RollbackConflicts,
): Promise<Map<ImportedRow, StoredRow>> {
  const { resource } = batch[0]!
  const table = tableOf(resource)
  const ids = batch.map(({ id }) => id)
  const found: Record<string, unknown>[] = await trx(table).whereIn('id', ids)
  const rows = new Map(found.map(row => [row.id as number, decodeRow(resource, row) as StoredRow]))
  const isKept = resource.kind !== 'master'
  const allowed =
    isKept || actsOnAll(resource, person, 'import') ? undefined : await idsWithin(trx, resource, person, ids)
  const edits = await editedSince(trx, job, batch)
  const current = new Map<ImportedRow, StoredRow>()
  for (const written of batch) {
    const row = rows.get(written.id)
    const edit = edits.get(written.id)
    if (!row) continue
    if (isKept) conflicts.set(written, `${resource.title} is written only by the portal`)
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

/** Adds the rows that others use to the conflicts. */
export async function refuseUsed(trx: Knex, batch: ImportedRow[], conflicts: RollbackConflicts) {
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

/**
 * Returns who changed rows after an import had written them, as the rest of a sentence, by row id. Imports that were
 * rolled back since do not count.
 */
async function editedSince(db: Knex, job: ImportJob, rows: readonly ImportedRow[]): Promise<Map<number, string>> {
  const lastOf = new Map(rows.map(({ id, lastEntry }) => [id, lastEntry]))
  const later: { id: number; entityId: number; at: string; name: string | null }[] = await db('audit_entry')
    .leftJoin('user', 'user.id', 'audit_entry.actorId')
    .leftJoin('import_job', 'import_job.id', 'audit_entry.importJobId')
    .where('audit_entry.entity', rows[0]!.resource.name)
    .whereIn('audit_entry.entityId', [...lastOf.keys()])
    .where('audit_entry.id', '>', Math.min(...lastOf.values()))
    .where(entries => entries.whereNull('audit_entry.importJobId').orWhereNot('audit_entry.importJobId', job.id))
    .where(entries => entries.whereNull('import_job.status').orWhereNot('import_job.status', 'ROLLED_BACK'))
    .orderBy('audit_entry.id')
    .select('audit_entry.id', 'audit_entry.entityId', 'audit_entry.at', 'user.name')
  const edits = new Map<number, string>()
  for (const { id, entityId, at, name } of later) {
    if (id > lastOf.get(entityId)!) edits.set(entityId, `Changed by ${name ?? 'the portal'} on ${at.slice(0, 10)}`)
  }
  return edits
}
