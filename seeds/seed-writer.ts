import type { Knex } from 'knex'
import type { StoredRow } from '../api/derive/row-codec.ts'
import type { Author } from '../api/derive/save/author.ts'
import type { Candidate } from '../api/derive/save/candidate.ts'
import { checkRows } from '../api/derive/save/check.ts'
import { changesIn, insertRows, updateRow } from '../api/derive/save/write.ts'
import { SELF } from '../resources/define/fields.ts'
import type { Resource, Row, SystemColumns } from '../resources/define/resource.ts'
import { clean, withDefaults } from '../resources/define/validate.ts'

type WritableRow<R extends Resource> = Omit<Row<R>, keyof SystemColumns | 'id' | 'isActive'>

/**
 * A row as a seed file writes it: what has a default may be left out, and a reference is written without its `Id`, by
 * the code of the other row (the last part of its key: `sbu: 'LS'`, `city: 'Pune'`, `state: '27'`).
 */
export type Seed<R extends Resource> = Partial<{
  [K in keyof WritableRow<R> as Reference<K, WritableRow<R>[K]>]: K extends Reference<K, WritableRow<R>[K]>
    ? WritableRow<R>[K]
    : string | null
}>
type Reference<K, Value> = K extends `${infer Name}Id` ? (NonNullable<Value> extends number ? Name : K) : K

export type SeedWriter = ReturnType<typeof seedWriter>

/**
 * Writes seed rows as the product itself would: checked by their declaration, with keys and history. Throws at the
 * first fault.
 */
export function seedWriter(db: Knex, author: Author, since: string) {
  const ids = new Map<string, number>()
  const rows = new Map<string, StoredRow>()

  /** Writes rows of one resource; rows that refer to each other (a manager, a substitute) may come in any order. */
  async function write<R extends Resource>(resource: R, seeds: readonly Seed<R>[], by = author): Promise<void> {
    let waiting = seeds as readonly Record<string, unknown>[]
    while (waiting.length > 0) {
      const ready = waiting.filter(seed =>
        ownReferences(resource, seed).every(code => ids.has(`${resource.name}/${code}`)),
      )
      if (ready.length === 0) throw new Error(`${resource.name}: rows name others of their kind that are not sown`)
      const candidates = ready.map(seed => ({ row: rowOf(resource, seed), before: undefined, faults: [] }))
      await check(resource, candidates, by)
      const made = await insertRows<Resource>(
        db,
        resource,
        candidates.map(({ row }) => row),
        by,
      )
      made.forEach((row, index) => {
        remember(resource, codeOf(resource, ready[index]!), row)
      })
      waiting = waiting.filter(seed => !ready.includes(seed))
    }
  }

  /** Changes rows written before, by code: for circular references, and for what a second person does. */
  async function amend<R extends Resource>(
    resource: R,
    changes: Readonly<Record<string, Seed<R>>>,
    by = author,
  ): Promise<void> {
    for (const [code, change] of Object.entries(changes)) {
      const before = rows.get(`${resource.name}/${code}`)
      if (!before) throw new Error(`${resource.name}: ${code} is not written`)
      const changed = resolve(resource, change)
      const candidate: Candidate = { row: { ...before, ...changed }, before, faults: [] }
      await check(resource, [candidate], by)
      remember(
        resource,
        code,
        await updateRow<Resource>(db, resource, before, changesIn(before, { ...before, ...changed }), by),
      )
    }
  }

  /** The id of a row written before, by its code. */
  function idOf({ name }: { name: string }, code: string): number {
    const id = ids.get(`${name}/${code}`)
    if (id === undefined) throw new Error(`${name}: ${code} is not written`)
    if (id === SEVERAL) throw new Error(`${name}: several rows are called ${code}`)
    return id
  }

  async function check(resource: Resource, candidates: Candidate[], by: Author) {
    await checkRows(db, resource, candidates, by)
    for (const { row, faults } of candidates) {
      if (faults.length > 0)
        throw new Error(`${resource.name} ${JSON.stringify(row)}: ${faults.map(({ message }) => message).join('; ')}`)
    }
  }

  function rowOf(resource: Resource, seed: Record<string, unknown>) {
    const dated = resource.dated && seed.validFrom === undefined ? { validFrom: since } : {}
    return withDefaults(resource, clean(resource, { ...dated, ...resolve(resource, seed) }))
  }

  function resolve(resource: Resource, seed: Record<string, unknown>) {
    const resolved = Object.entries(seed).map(([name, value]) => {
      const to = resource.fields[`${name}Id`]?.to
      if (to === undefined) {
        if (!(name in resource.fields)) throw new Error(`${resource.name} has no field ${name}`)
        return [name, value]
      }
      return [`${name}Id`, typeof value === 'string' ? idOf({ name: to === SELF ? resource.name : to }, value) : null]
    })
    return Object.fromEntries(resolved) as Record<string, unknown>
  }

  function remember(resource: Resource, code: string, row: StoredRow) {
    const known = ids.get(`${resource.name}/${code}`)
    ids.set(`${resource.name}/${code}`, known === undefined || known === row.id ? row.id : SEVERAL)
    rows.set(`${resource.name}/${code}`, row)
  }

  return {
    write,
    amend,
    idOf,
    rowOf,
    remember: (resource: Resource, seed: Record<string, unknown>, row: StoredRow) =>
      remember(resource, codeOf(resource, seed), row),
  }
}

/** Stands for the id where a code is ambiguous. */
const SEVERAL = -1

/** The code of a seed row: the last part of its key, or of its display columns where it has none. */
function codeOf(resource: Resource, seed: Record<string, unknown>): string {
  const last = resource.key.at(-1) ?? resource.display.at(-1)!
  return String(seed[last] ?? seed[last.replace(/Id$/, '')])
}

/** The codes of rows of the same resource that a seed row refers to. */
const ownReferences = (resource: Resource, seed: Record<string, unknown>): string[] =>
  Object.entries(seed).flatMap(([name, value]) =>
    resource.fields[`${name}Id`]?.to === SELF && typeof value === 'string' ? [value] : [],
  )
