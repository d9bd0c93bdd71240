import { createHash } from 'node:crypto'
import type { Knex } from 'knex'
import { decodeRow, type StoredRow } from '../../api/derive/row-codec.ts'
import type { Author } from '../../api/derive/save/author.ts'
import type { Candidate } from '../../api/derive/save/candidate.ts'
import { checkRows } from '../../api/derive/save/check.ts'
import { changesIn, insertMany, insertRows, updateRow } from '../../api/derive/save/write.ts'
import { now } from '../../api/platform/clock.ts'
import { type Resource, tableOf } from '../../resources/define/resource.ts'
import { productRow } from '../../resources/platform/product-row.ts'
import type { Seed, SeedWriter } from '../seed-writer.ts'

/** Rows of one master that come with the portal, as a seed file writes them. */
export interface ProductRows {
  resource: Resource
  seeds: readonly Record<string, unknown>[]
}

export const productRowsOf = <R extends Resource>(resource: R, seeds: readonly Seed<R>[]): ProductRows => ({
  resource,
  seeds,
})

/** What a database was last given for a row. */
interface Mark {
  id: number
  entityId: number | null
  version: string
  given: Record<string, unknown>
}

/** The text that names a row whichever ids its database has: its key, with references as codes. */
const rowKeyOf = ({ key }: Resource, seed: Record<string, unknown>) =>
  key.map(name => String(seed[name] ?? seed[name.replace(/Id$/, '')] ?? '').toLowerCase()).join('|')

const versionOf = (seed: Record<string, unknown>) =>
  createHash('sha256').update(JSON.stringify(seed)).digest('hex').slice(0, 16)

const nameOf = (resource: Resource, seed: Record<string, unknown>) => `${resource.name}/${rowKeyOf(resource, seed)}`

async function readMarks(db: Knex): Promise<Map<string, Mark>> {
  const rows: (Mark & { entity: string; rowKey: string })[] = await db(tableOf(productRow))
  return new Map(rows.map(row => [`${row.entity}/${row.rowKey}`, decodeRow<Resource>(productRow, { ...row }) as never]))
}

/** Whether this database has had each of these rows in its present version. */
export async function hasRows(db: Knex, groups: readonly ProductRows[]): Promise<boolean> {
  const rows: { entity: string; rowKey: string; version: string }[] = await db(tableOf(productRow)).select(
    'entity',
    'rowKey',
    'version',
  )
  const versions = new Map(rows.map(({ entity, rowKey, version }) => [`${entity}/${rowKey}`, version]))
  return groups.every(({ resource, seeds }) =>
    seeds.every(seed => versions.get(nameOf(resource, seed)) === versionOf(seed)),
  )
}

/**
 * Gives a database the rows it never had, and the new version of those that are as they were last given; a row that a
 * person changed or deactivated stays. Returns a sentence for each row that could not be written, which is not tried
 * again before it has a new version.
 */
export async function giveRows(
  trx: Knex,
  sower: SeedWriter,
  author: Author,
  groups: readonly ProductRows[],
): Promise<string[]> {
  const marks = await readMarks(trx)
  const refusals: string[] = []
  for (const group of groups) refusals.push(...(await giveGroup(trx, sower, author, group, marks)))
  return refusals
}

async function giveGroup(
  trx: Knex,
  sower: SeedWriter,
  author: Author,
  { resource, seeds }: ProductRows,
  marks: ReadonlyMap<string, Mark>,
): Promise<string[]> {
  const present = await presentRows(trx, resource)
  const unresolved: string[] = []
  const wanted = seeds.flatMap(seed => {
    const mark = marks.get(nameOf(resource, seed))
    const given = resolved(sower, resource, seed, unresolved)
    if (!given) return []
    const before = mark ? present.byId.get(mark.entityId ?? 0) : present.byKey.get(keyOf(resource, given))
    const isNew = mark ? mark.version !== versionOf(seed) : true
    const isDue = isNew && (before ? isAsGiven(before, mark) : !mark || mark.entityId === null)
    return [{ seed, mark, given, before, isNew, candidate: isDue ? candidateOf(given, before) : undefined }]
  })
  const candidates = wanted.flatMap(({ candidate }) => candidate ?? [])
  await checkRows(trx, resource, candidates, author)
  const sound = wanted.filter(({ candidate }) => candidate && candidate.faults.length === 0)
  const inserts = sound.filter(({ before }) => !before)
  const inserted = await insertRows<Resource>(
    trx,
    resource,
    inserts.map(({ candidate }) => candidate!.row),
    author,
  )
  const rows = new Map(inserts.map((one, index) => [one, inserted[index]!]))
  for (const one of sound) {
    if (!one.before) continue
    const changes = changesIn(one.before, one.candidate!.row)
    if (Object.keys(changes).length > 0)
      rows.set(one, await updateRow<Resource>(trx, resource, one.before, changes, author))
  }
  for (const one of wanted) {
    const row = rows.get(one) ?? one.before
    if (row) sower.remember(resource, one.seed, row)
  }
  await mark(
    trx,
    resource,
    wanted
      .filter(({ isNew }) => isNew)
      .map(one => ({ ...one, entityId: (rows.get(one) ?? one.before)?.id ?? one.mark?.entityId ?? null })),
  )
  const faulty = wanted.flatMap(({ seed, candidate }) =>
    (candidate?.faults ?? []).map(({ message }) => refusalOf(resource, seed, message)),
  )
  return [...unresolved, ...faulty]
}

const refusalOf = (resource: Resource, seed: Record<string, unknown>, message: string) =>
  `${resource.title} ${rowKeyOf(resource, seed)} was not written: ${message}`

/** The seed with ids for codes; null, and a refusal more, where it names a row that could not be written either. */
function resolved(sower: SeedWriter, resource: Resource, seed: Record<string, unknown>, refusals: string[]) {
  try {
    return sower.rowOf(resource, seed) as Record<string, unknown>
  } catch (error) {
    refusals.push(refusalOf(resource, seed, (error as Error).message))
    return null
  }
}

const candidateOf = (given: Record<string, unknown>, before: StoredRow | undefined): Candidate => ({
  row: { ...before, ...given },
  before,
  faults: [],
})

/**
 * Whether a row is as it was last given. Databases older than the marks have none: there a row of the first version is
 * as it was given, since every change counts the version up.
 */
function isAsGiven(row: StoredRow, mark: Mark | undefined): boolean {
  if (row.isActive === false) return false
  return mark ? Object.keys(changesIn(row, mark.given)).length === 0 : row.rowVersion === 1
}

const keyOf = (resource: Resource, row: Record<string, unknown>) =>
  resource.key.map(name => String(row[name] ?? '').toLowerCase()).join('|')

/** The rows of a master by id and by key; a deactivated row holds its key unless an active one has it. */
async function presentRows(trx: Knex, resource: Resource) {
  const storedRows: Record<string, unknown>[] = await trx(tableOf(resource)).orderBy(['isActive', 'id'])
  const rows = storedRows.map(row => decodeRow<Resource>(resource, row) as StoredRow)
  return {
    byId: new Map(rows.map(row => [row.id, row])),
    byKey: new Map(rows.map(row => [keyOf(resource, row), row])),
  }
}

interface Given {
  seed: Record<string, unknown>
  given: Record<string, unknown>
  mark: Mark | undefined
  entityId: number | null
}

/** Writes which version of each row this database has had. */
async function mark(trx: Knex, resource: Resource, rows: readonly Given[]): Promise<void> {
  const at = now()
  const columns = ({ seed, given, entityId }: Given) => ({
    entityId,
    version: versionOf(seed),
    given: JSON.stringify(given),
    updatedAt: at,
  })
  for (const row of rows) {
    if (row.mark)
      await trx(tableOf(productRow)).where({ id: row.mark.id }).update(columns(row)).increment('rowVersion', 1)
  }
  const added = rows.filter(row => !row.mark)
  if (added.length === 0) return
  await insertMany(
    trx,
    tableOf(productRow),
    added.map(row => ({
      entity: resource.name,
      rowKey: rowKeyOf(resource, row.seed),
      ...columns(row),
      rowVersion: 1,
      createdAt: at,
      createdById: null,
      updatedById: null,
    })),
  )
}
