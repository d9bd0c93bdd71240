import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { type EntityType, keyOf, keyRange, keyText, type Row } from './entity-type.ts'
import type { Filter } from './filter.ts'
import { propertySql } from './filter-sql.ts'
import { conditionsOf, type Order, placeOf, schemaOf, seekSql, textOfPlace, withoutKey } from './paging-sql.ts'
import { storedRow } from './values.ts'

export type EntityStore = ReturnType<typeof entityStore>
/** What is asked of an entity set; without an order rows come by key. */
interface Search {
  filter?: Filter | null
  order?: readonly Order[]
  top: number
  skip?: number
  /** Only rows behind this place, as an earlier page gave it. */
  after?: string | null
}

interface Page {
  rows: Row[]
  /** The place of the last row; null when there are no more. */
  next: string | null
}

/** How many places of earlier pages are kept, by which reading on with `$skip` costs no more than with `$skiptoken`. */
const placesKept = 500

/**
 * The entities of the simulated SAP, each set a table of its database file with keys and bodies in JSON. Paging continues
 * behind the last key, so that a page costs the same at any depth.
 */
export function entityStore(db: DatabaseSync, types: readonly EntityType[]) {
  const bySet = new Map(types.map(type => [type.set, type]))
  together(() => db.exec(types.flatMap(schemaOf).join(';')))

  const statements = new Map<string, StatementSync>()
  const versions = new Map<string, number>()
  const places = new Map<string, string>()
  const counts = new Map<string, number>()

  const prepared = (text: string) => {
    const known = statements.get(text)
    if (known) return known
    if (statements.size >= placesKept) statements.clear()
    const statement = db.prepare(text)
    statements.set(text, statement)
    return statement
  }

  const type = (set: string): EntityType => {
    const found = bySet.get(set)
    if (!found) throw new RangeError(`There is no entity set ${set}`)
    return found
  }

  function changed(set: string) {
    versions.set(set, (versions.get(set) ?? 0) + 1)
    if (places.size > 0) places.clear()
    if (counts.size > 0) counts.clear()
  }

  /** Another connection's changes count too. */
  const versionOf = (set: string) =>
    `${versions.get(set) ?? 0}/${Object.values(prepared('pragma data_version').get()!)[0]}`

  /** Saves a row as it is, in place of the one with its key. Throws RangeError for a property its entity does not have. */
  function put(set: string, row: Row) {
    const stored = storedRow(type(set), row)
    prepared(`insert into "${set}" (key, body) values (?, ?) on conflict (key) do update set body = excluded.body`).run(
      keyOf(type(set), stored),
      JSON.stringify(stored),
    )
    changed(set)
  }

  /** Saves rows of several sets, all or none. */
  function putAll(rows: Iterable<readonly [set: string, row: Row]>) {
    together(() => {
      for (const [set, row] of rows) put(set, row)
    })
  }

  /** Saves a row as changed just now: the fields in which SAP keeps the time of change, where it has any, say so. */
  function change(set: string, row: Row, at: string) {
    put(set, { ...row, ...stampOf(type(set), at) })
  }

  /** Removes a row; false when there is none. */
  function remove(set: string, key: readonly unknown[]): boolean {
    const removed = prepared(`delete from "${type(set).set}" where key = ?`).run(storedKey(set, key))
    changed(set)
    return removed.changes === 1
  }

  function clear(set: string) {
    prepared(`delete from "${type(set).set}"`).run()
    changed(set)
  }

  /** The row with a key, given in the order in which the entity's type names it. */
  function find(set: string, key: readonly unknown[]): Row | null {
    const found = prepared(`select body from "${type(set).set}" where key = ?`).get(storedKey(set, key))
    return found ? JSON.parse(String(found.body)) : null
  }

  /** The rows whose keys begin with some values, by key. */
  function below(set: string, values: readonly unknown[]): Row[] {
    const start = storedKeyValues(set, values)
    if (start.length === type(set).key.length) return [find(set, values)].filter(row => row !== null)
    const [from, to] = keyRange(start)
    return prepared(`select body from "${set}" where key >= ? and key < ? order by key`)
      .all(from, to)
      .map(found => JSON.parse(String(found.body)))
  }

  function storedKeyValues(set: string, values: readonly unknown[]): unknown[] {
    const names = type(set).key.slice(0, values.length)
    const stored = storedRow(type(set), Object.fromEntries(names.map((name, index) => [name, values[index]])))
    return names.map(name => stored[name])
  }
  const storedKey = (set: string, values: readonly unknown[]) => keyText(storedKeyValues(set, values))

  /** One page of a search. */
  function page(set: string, { filter = null, order: wanted = [], top, skip = 0, after = null }: Search): Page {
    const where = conditionsOf(type(set), filter)
    const order = withoutKey(type(set), wanted)
    const columns = [...order.map(({ name }) => propertySql(type(set), name)), 'key']
    const downward = [...order.map(({ descending }) => descending), false]
    const asked = JSON.stringify([set, versionOf(set), where, order, after])
    const known = skip > 0 ? places.get(`${asked} ${skip}`) : undefined
    const place = known ?? after
    const seek = place ? seekSql(columns, downward, placeOf(place, columns.length)) : null
    const text = `select ${columns.map((column, index) => `${column} as c${index}`).join(', ')}, body from "${set}"
      where ${[where.text, ...(seek ? [seek.text] : [])].join(' and ')}
      order by ${columns.map((column, index) => column + (downward[index] ? ' desc' : '')).join(', ')} limit ? offset ?`
    const found = prepared(text).all(...where.values, ...(seek?.values ?? []), top + 1, known ? 0 : skip)
    const rows = found.slice(0, top)
    const last = rows.at(-1)
    const end = last ? textOfPlace(columns.map((_, index) => last[`c${index}`])) : null
    if (end) keep(places, `${asked} ${skip + rows.length}`, end)
    return { rows: rows.map(row => JSON.parse(String(row.body))), next: found.length > top ? end : null }
  }

  /** How many rows a filter finds; counted again only after a change of the set. */
  function count(set: string, filter: Filter | null = null): number {
    const where = conditionsOf(type(set), filter)
    const asked = JSON.stringify([set, versionOf(set), where])
    const known = counts.get(asked)
    if (known !== undefined) return known
    const total = Number(
      prepared(`select count(*) as total from "${set}" where ${where.text}`).get(...where.values)!.total,
    )
    keep(counts, asked, total)
    return total
  }

  /** Runs changes in one transaction, or within the one that is open. */
  function together<T>(work: () => T): T {
    if (db.isTransaction) return work()
    db.exec('begin immediate')
    try {
      const result = work()
      db.exec('commit')
      return result
    } catch (error) {
      db.exec('rollback')
      throw error
    }
  }

  return { types, type, put, putAll, change, remove, clear, find, below, page, count, together }
}

function keep<T>(kept: Map<string, T>, name: string, value: T) {
  const oldest = kept.keys().next()
  if (kept.size >= placesKept && !oldest.done) kept.delete(oldest.value)
  kept.set(name, value)
}

function stampOf({ change: { instant, day, time } }: EntityType, at: string): Row {
  return {
    ...(instant && { [instant]: at }),
    ...(day && { [day]: at.slice(0, 10) }),
    ...(time && { [time]: at.slice(11, 19) }),
  }
}
