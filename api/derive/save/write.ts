import type { Knex } from 'knex'
import { readableNames } from '../../../resources/access-control/readable-names.ts'
import { isAlwaysConfirmed, isConfirmed } from '../../../resources/define/confirmation.ts'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { momentText } from '../../../resources/define/show.ts'
import { toCompleteOf } from '../../../resources/define/validate.ts'
import { now } from '../../platform/clock.ts'
import { changeRows, insertOneByOne, isSqlite } from '../../platform/database.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { publishChange } from '../../platform/live-changes.ts'
import { markOvertaken } from '../../platform/transact.ts'
import { behaviourOf } from '../extend.ts'
import { WHO } from '../rights/ability.ts'
import { decodeRow, encodeValue, type RowIn, type StoredRow } from '../row-codec.ts'
import type { Author } from './author.ts'
import type { SavedChange } from './candidate.ts'
import { type Candidate, isSameValue } from './candidate.ts'
import { keyTextsOf } from './key-texts.ts'
import { newConfirmStatus, writtenWithConfirmation } from './pending-change.ts'
import { type SecondPerson, secondPersonOf } from './second-person.ts'

/** Rows in one statement: SQLite binds at most 32,766 values. */
const batchOf = (columns: number) => Math.max(1, Math.floor(20_000 / columns))

/**
 * Inserts checked rows with one history entry each; returns them as clients see them, in the same order. Rows of a
 * master or with a natural key are inserted in batches; others one by one, because nothing else says which row got
 * which id.
 */
export async function insertRows<R extends Resource>(
  trx: Knex,
  resource: R,
  rows: Partial<RowIn<R>>[],
  author: Author,
): Promise<RowIn<R>[]> {
  const at = now()
  const insertedRows: StoredRow[] = []
  const second = isAlwaysConfirmed(resource) ? await secondPersonOf(trx, resource, author) : undefined
  const newRows = rows.map(row => newRow(resource, row, author, at, second))
  const size = batchOf(Object.keys(newRows[0] ?? {}).length)
  for (let start = 0; start < newRows.length; start += size) {
    insertedRows.push(...(await insertBatch(trx, resource, newRows.slice(start, start + size))))
  }
  await writeHistory(
    trx,
    resource,
    insertedRows.map(after => ({ before: undefined, after })),
    author,
    at,
  )
  await behaviourOf(resource).counted?.(trx, insertedRows)
  await behaviourOf(resource).guardedChange?.(
    trx,
    insertedRows.map(after => ({ before: undefined, after })),
    author,
  )
  publishRows(trx, resource, insertedRows)
  // Rows that the portal itself adds have no follow-up.
  if (author.source !== 'SYSTEM') await behaviourOf(resource).followUp?.(trx, insertedRows)
  return insertedRows as RowIn<R>[]
}

/** Tells the screens that show these rows, once they are saved. */
function publishRows(trx: Knex, { path }: Resource, rows: readonly StoredRow[]) {
  if (rows.length > 0) publishChange(trx, { rows: { [path]: rows.map(({ id }) => id) } })
}

/** Returns a new row with all its database columns; `second` says what of its resource a second person confirms. */
export function newRow(
  resource: Resource,
  row: RowValues,
  author: Author,
  at: string,
  second?: SecondPerson,
): RowValues {
  const full: RowValues = {}
  for (const name of Object.keys(resource.fields)) full[name] = row[name] ?? null
  if (resource.kind === 'master') full.isActive = true
  if (resource.fields.toComplete) full.toComplete = toCompleteOf(resource, full)
  if (second) full.confirmStatus = newConfirmStatus(resource, full, author, second)
  if (resource.waitsInactive && full.confirmStatus === 'PENDING') full.isActive = false
  Object.assign(full, keyTextsOf(resource, full))
  full.rowVersion = 1
  full.createdAt = at
  full.createdById = author.id
  full.updatedAt = at
  full.updatedById = author.id
  return full
}

async function insertBatch(trx: Knex, resource: Resource, rows: RowValues[]): Promise<StoredRow[]> {
  const table = tableOf(resource)
  const key = resource.kind === 'master' ? ['naturalKey'] : resource.key
  const isKeyed = key.length > 0 && rows.every(row => key.every(name => encodeValue(row[name]) !== null))
  if (rows.length === 1 || !isKeyed) {
    const insertedRows: StoredRow[] = []
    for (const row of rows) insertedRows.push(await insertOne(trx, table, row))
    return insertedRows
  }
  const [{ last }] = (await trx(table).max({ last: 'id' })) as [{ last: number | null }]
  await insertTogether(trx, table, rows)
  const ids = await idsOf(trx, table, key, rows, last ?? 0)
  return rows.map((row, index) => clientRow(ids[index]!, row))
}

async function insertOne(trx: Knex, table: string, row: RowValues): Promise<StoredRow> {
  const { sql, values } = insertion(table, [row])
  const { id } = await changeRows(trx, sql, values)
  return clientRow(id, row)
}

function clientRow(id: number, row: RowValues): StoredRow {
  const shown: RowValues = { id }
  for (const name in row) if (name !== 'naturalKey' && name !== 'periodKey') shown[name] = row[name]
  return shown as StoredRow
}

/** Inserts rows with the same columns into a table without an index of texts; at most 1,000 at once. */
export async function insertMany(trx: Knex, table: string, rows: RowValues[]): Promise<void> {
  if (insertedOneByOne(trx, table, rows)) return
  await insertTogether(trx, table, rows)
}

/** Inserts rows in one statement: the index of texts of a table is then written once, not for every row. */
async function insertTogether(trx: Knex, table: string, rows: RowValues[]): Promise<void> {
  const { sql, values } = insertion(table, rows)
  await changeRows(trx, sql, values)
}

/** Whether rows could be inserted one by one, by a statement that is compiled already. */
function insertedOneByOne(trx: Knex, table: string, rows: RowValues[]): boolean {
  const [first] = rows
  if (!first || !trx.isTransaction || !isSqlite(trx)) return false
  const names = Object.keys(first)
  const { sql } = insertion(table, [first])
  return insertOneByOne(
    trx,
    sql,
    rows.map(row => names.map(name => encodeValue(row[name]))),
  )
}

// On SQLite Knex writes rows as one select each, of which the database combines at most 500, and building that text
// takes longer than running it.
function insertion(table: string, rows: RowValues[]) {
  const names = Object.keys(rows[0]!)
  const line = `(${names.map(() => '?').join()})`
  const values: ReturnType<typeof encodeValue>[] = []
  for (const row of rows) for (const name of names) values.push(encodeValue(row[name]))
  const columns = names.map(name => `\`${name}\``).join()
  return { sql: `insert into \`${table}\` (${columns}) values ${rows.map(() => line).join()}`, values }
}

// A driver returns one id for many rows, and a cluster leaves gaps between ids, so the keys identify the rows. Their
// ids are above the last one before, unless another server of a cluster counts ahead.
async function idsOf(
  trx: Knex,
  table: string,
  key: readonly string[],
  rows: RowValues[],
  last: number,
): Promise<number[]> {
  const ids = new Map<string, number>()
  const textOf = (row: RowValues) => JSON.stringify(key.map(name => String(encodeValue(row[name]))))
  const find = async (found: Knex.QueryBuilder) => {
    for (const row of (await found.select('id', ...key)) as StoredRow[]) ids.set(textOf(row), row.id)
  }
  const first = key[0]!
  const firsts = [...new Set(rows.map(row => encodeValue(row[first])))]
  const texts = rows.map(textOf)
  await find(trx(table).where('id', '>', last))
  if (texts.some(text => !ids.has(text))) await find(trx(table).whereIn(first, firsts))
  return texts.map(text => ids.get(text)!)
}

/**
 * Updates one row with a history entry if it still has the version that was read, and returns it. Throws 409 STALE_ROW
 * with the current row, or 404 when it is gone.
 */
export async function updateRow<R extends Resource>(
  trx: Knex,
  resource: R,
  before: RowIn<R>,
  changes: Partial<RowIn<R>>,
  author: Author,
): Promise<RowIn<R>> {
  const [after] = await updateRows(trx, resource, [before], changes, author)
  return after!
}

/** Updates many rows with the same changes; see `updateEach`. */
export const updateRows = <R extends Resource>(
  trx: Knex,
  resource: R,
  rows: readonly RowIn<R>[],
  changes: Partial<RowIn<R>>,
  author: Author,
): Promise<RowIn<R>[]> =>
  updateEach(
    trx,
    resource,
    rows.map(before => ({ before, asked: changes })),
    author,
  )

/**
 * Updates rows, each with its own changes: one statement for rows with equal changes, and one for all history entries.
 * Rows that a second person confirms keep a change beside them until then. Throws 409 STALE_ROW or 404.
 */
export async function updateEach<R extends Resource>(
  trx: Knex,
  resource: R,
  rows: readonly { before: RowIn<R>; asked: Partial<RowIn<R>> }[],
  author: Author,
): Promise<RowIn<R>[]> {
  const at = now()
  const second = isConfirmed(resource) ? await secondPersonOf(trx, resource, author) : undefined
  const changed = rows.map(({ before, asked }) => changedRow(resource, before, asked, author, at, second))
  const groups = Map.groupBy(changed, ({ written }) => JSON.stringify(written))
  for (const all of groups.values()) {
    for (let start = 0; start < all.length; start += 1000) {
      const batch = all.slice(start, start + 1000)
      const [{ before, written }] = batch as [(typeof batch)[number]]
      const sets = Object.keys(written).map(name => `\`${name}\` = ?`)
      const ids = batch.map(({ before }) => before.id)
      const { changed } = await changeRows(
        trx,
        `update \`${tableOf(resource)}\` set ${sets.join()} where rowVersion = ? and id in (${ids.map(() => '?').join()})`,
        [...Object.values(written).map(encodeValue), before.rowVersion as number, ...ids],
      )
      if (changed !== batch.length) throw markOvertaken(await staleRowError(trx, resource, before.id))
    }
  }
  const saved = changed.map(({ after }) => after)
  if (saved.length > 0) {
    await writeHistory(trx, resource, changed, author, at)
    await behaviourOf(resource).counted?.(trx, saved)
    await behaviourOf(resource).guardedChange?.(trx, changed, author)
    publishRows(trx, resource, saved)
  }
  return saved as RowIn<R>[]
}

/**
 * Returns a changed row before and after the change, and the columns that are to be written; `second` says what of its
 * resource a second person confirms.
 */
export function changedRow<R extends Resource>(
  resource: R,
  before: RowIn<R>,
  newValues: Partial<RowIn<R>>,
  author: Author,
  at: string,
  second?: SecondPerson,
) {
  const confirmedValues = second
    ? changesIn(before, writtenWithConfirmation(resource, before, changesIn(before, newValues), author, second))
    : newValues
  const changes = resource.fields.toComplete
    ? { ...confirmedValues, toComplete: toCompleteOf(resource, { ...before, ...confirmedValues }) }
    : confirmedValues
  const rowVersion = (before.rowVersion as number) + 1
  const after = { ...before, ...changes, rowVersion, updatedAt: at, updatedById: author.id } as StoredRow
  delete after.texts
  // Writing a key even unchanged would remove it from its index and insert it again.
  const keys = changesIn(keyTextsOf(resource, before), keyTextsOf(resource, after))
  const written: RowValues = { ...changes, ...keys, rowVersion, updatedAt: at, updatedById: author.id }
  return { before: before as StoredRow, after, written }
}

/**
 * Returns the 409 error with the current row as `tell` redacts it, or a 404 error. Without `tell` it holds only columns
 * that are hidden from no role and masked for none.
 */
export async function staleRowError(
  trx: Knex,
  resource: Resource,
  id: number,
  redact: (row: RowValues) => RowValues = row => pickColumns(openToAll(resource), row),
): Promise<Error> {
  const current = await trx(tableOf(resource)).where({ id }).first()
  if (!current) return notFound()
  const theirs = redact(decodeRow(resource, current))
  return conflict('STALE_ROW', await staleSentence(trx, resource, theirs), { theirs })
}

/** Who saved which row meanwhile, and when, as far as its reader may know. */
async function staleSentence(trx: Knex, resource: Resource, theirs: RowValues): Promise<string> {
  const { updatedById, updatedAt, isActive } = theirs
  const login = typeof updatedById === 'number' ? await trx('user').where('id', updatedById).first('name') : undefined
  const who = login?.name ?? (updatedById === null ? 'The portal' : 'Another person')
  const isNamed = resource.display.every(name => resource.fields[name]!.kind === 'text' && name in theirs)
  const what = isNamed ? resource.display.flatMap(name => theirs[name] ?? []).join(' ') : `this ${resource.one}`
  const at = typeof updatedAt === 'string' ? ` on ${momentText(updatedAt)}` : ''
  const did = isActive === false && !resource.waitsInactive ? 'deactivated' : 'saved'
  return `${who} ${did} ${what}${at}: compare both versions`
}

/** Inserts new candidates and updates known ones; all must be checked and without faults. */
export async function saveCandidates(
  trx: Knex,
  resource: Resource,
  candidates: Candidate[],
  author: Author,
): Promise<StoredRow[]> {
  const inserted = await insertRows(
    trx,
    resource,
    candidates.flatMap(({ before, row }) => (before ? [] : [row])),
    author,
  )
  const updated = await updateEach(
    trx,
    resource,
    candidates.flatMap(({ before, row }) => (before ? [{ before, asked: changesIn(before, row) }] : [])),
    author,
  )
  return candidates.map(({ before }) => (before ? updated : inserted).shift()!)
}

/** Returns the values of a row that differ from those before. */
export function changesIn<V extends RowValues>(before: RowValues, row: V): Partial<V> {
  const changes: RowValues = {}
  for (const name of Object.keys(row)) if (!isSameValue(row[name], before[name])) changes[name] = row[name]
  return changes as Partial<V>
}

/** Writes one append-only history entry for each change. */
async function writeHistory(trx: Knex, resource: Resource, changes: SavedChange[], author: Author, at: string) {
  const rows = changes.map(change => historyEntry(resource, change, author, at))
  for (let start = 0; start < rows.length; start += 1000) {
    await insertMany(trx, 'audit_entry', rows.slice(start, start + 1000))
  }
}

/** Returns the history entry of a change, with only the fields that differ and without secrets. */
export function historyEntry(resource: Resource, { before, after }: SavedChange, author: Author, at: string) {
  return {
    at,
    actorId: author.id,
    actorIp: author.ip,
    action: !before ? 'CREATE' : before.isActive && after.isActive === false ? 'DEACTIVATE' : 'UPDATE',
    entity: resource.name,
    entityId: after.id,
    businessKey: resource.display
      .map(name => String(after[name] ?? ''))
      .join(' ')
      .slice(0, 60),
    beforeJson: before ? JSON.stringify(recorded(resource, changesIn(after, before))) : null,
    afterJson: JSON.stringify(recorded(resource, before ? changesIn(before, after) : after)),
    reason: author.reason?.slice(0, 500) ?? null,
    requestId: author.requestId,
    source: author.source,
    importJobId: author.importJobId ?? null,
    rowVersion: 1,
    createdAt: at,
    createdById: author.id,
    updatedAt: at,
    updatedById: author.id,
  }
}

const UNRECORDED = new Set(['id', 'texts', 'rowVersion', 'createdAt', 'createdById', 'updatedAt', 'updatedById'])

/** Returns the values that the history stores: declared fields that are not secret. */
function recorded(resource: Resource, values: RowValues): RowValues {
  const recordedValues: RowValues = {}
  for (const name of Object.keys(values)) {
    const value = values[name]
    if (value !== undefined && !UNRECORDED.has(name) && !resource.fields[name]?.secret) recordedValues[name] = value
  }
  return recordedValues
}

/** Columns that everybody reads who reads the row. */
const openToAll = (resource: Resource) =>
  readableNames(resource).filter(name => {
    const { hiddenFrom = [], maskedFor = [], nature } = resource.fields[name] ?? {}
    return hiddenFrom.length + maskedFor.length === 0 && !nature && !WHO.includes(name)
  })

/** Returns a row with only these columns; its type still has the others. */
export const pickColumns = <V extends object>(names: readonly string[], values: V): V =>
  Object.fromEntries(names.filter(name => name in values).map(name => [name, values[name as keyof V]])) as V
