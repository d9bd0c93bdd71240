import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'

/** Where a select runs: on the main thread, on a reading thread, or there among those that take long. */
export type Place = 'here' | 'thread' | 'long'

/** A table of more rows is not looked through on the main thread. */
const BIG = 50_000
/** Milliseconds: a select that took less on a reading thread runs on the main thread from then on. */
const QUICK = 5
/** Milliseconds: a select that took more on the main thread runs on a reading thread from then on. */
const SLOW = 20
/** Milliseconds above which a select counts as one that takes long. */
const LONG = 100
/** Milliseconds for which a judgement holds: tables grow. */
const HOLDS = 600_000
const SIZES_HOLD = 60_000
const MOST_TEXTS = 1_000
const MOST_VALUES = 500
/** Longer values, as characters of JSON, are kept as their hash. */
const LONGEST_VALUES = 300

/**
 * What the plan of a select may do to big tables: find their rows by a key alone, find those that equal a value in an
 * index, or look through a range, a whole table or index, or sort what it found.
 */
type Reach = 'keys' | 'equal' | 'through'

/**
 * With how many values a select must be quick on a reading thread, at first and after it was slow, before it runs on the
 * main thread with any. A machine that is busy makes each look slow now and then.
 */
const PROOFS: Record<Reach, { first: number; again: number }> = {
  keys: { first: 0, again: 5 },
  equal: { first: 5, again: 20 },
  through: { first: 50, again: 200 },
}

/** What is known of the selects of one text. */
interface Judged {
  at: number
  reach: Reach
  isLong: boolean
  /** With so many more values it must be quick, one after the other, before it is taken to be so with any. */
  toProve: number
  /** The values with which it was quick. */
  quick: Set<string>
}

/**
 * Decides by its plan, never by its resource, where a select runs. One that may look through a big table, or sort rows
 * of one, runs on a reading thread until it was quick there with the same values; one that looks for equal values in an
 * index until it was quick with a few, and any until it was quick with many. Whatever is slow on the main thread leaves
 * it. So a page that an index serves makes one detour, and a search through a million rows holds up nobody.
 */
export class ReadPlaces {
  private readonly database: () => DatabaseSync
  private readonly judged = new Map<string, Judged>()
  private big: ReadonlySet<string> = new Set()
  private measuredAt = Number.NEGATIVE_INFINITY
  constructor(database: () => DatabaseSync) {
    this.database = database
  }

  placeOf(sql: string, bindings: readonly unknown[]): Place {
    const { toProve, quick, isLong } = this.of(sql)
    if (toProve <= 0 || quick.has(keyOf(bindings))) return 'here'
    return isLong ? 'long' : 'thread'
  }

  /** Notes how many milliseconds a select took at its place. */
  took(sql: string, bindings: readonly unknown[], place: Place, ms: number): void {
    if (place === 'here' && ms < SLOW) return
    const judged = this.of(sql)
    if (ms >= SLOW) judged.toProve = PROOFS[judged.reach].again
    if (place === 'here') {
      judged.quick.delete(keyOf(bindings))
      return
    }
    judged.isLong = ms > LONG
    if (ms >= QUICK) return
    judged.toProve -= 1
    if (judged.quick.size >= MOST_VALUES) judged.quick.clear()
    judged.quick.add(keyOf(bindings))
  }

  private of(sql: string): Judged {
    const now = performance.now()
    const before = this.judged.get(sql)
    if (before && now - before.at < HOLDS) return before
    const big = this.bigTables(now)
    const reach = big.size > 0 ? reachOf(this.database(), sql, big) : 'keys'
    const toProve = before?.reach === reach ? before.toProve : PROOFS[reach].first
    const judged: Judged = { at: now, reach, isLong: false, toProve, quick: new Set() }
    this.judged.delete(sql)
    if (this.judged.size >= MOST_TEXTS) this.judged.delete(this.judged.keys().next().value as string)
    this.judged.set(sql, judged)
    return judged
  }

  private bigTables(now: number): ReadonlySet<string> {
    if (now - this.measuredAt >= SIZES_HOLD) {
      this.measuredAt = now
      this.big = bigTablesOf(this.database())
    }
    return this.big
  }
}

/** Values as one short text. */
const keyOf = (bindings: readonly unknown[]): string => {
  const key = JSON.stringify(bindings)
  return key.length <= LONGEST_VALUES ? key : createHash('sha1').update(key).digest('base64')
}

/** The names of the tables with more than BIG rows. Their highest row id tells it without counting. */
function bigTablesOf(database: DatabaseSync): Set<string> {
  const tables = database
    .prepare(
      "select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\' and sql not like 'create virtual%' and sql not like '%without rowid%'",
    )
    .all() as { name: string }[]
  return new Set(
    tables
      .filter(({ name }) => {
        const [row] = database.prepare(`select max(rowid) as last from "${name}"`).all() as { last: number | null }[]
        return (row?.last ?? 0) > BIG
      })
      .map(({ name }) => name.toLowerCase()),
  )
}

/** What the plan of a select does to these tables. */
export function reachOf(database: DatabaseSync, sql: string, big: ReadonlySet<string>): Reach {
  const tables = tablesIn(sql)
  if (![...tables.values()].some(name => big.has(name))) return 'keys'
  const plan = database.prepare(`explain query plan ${sql}`).all() as { detail: string }[]
  let reaches = false
  let sorts = false
  for (const { detail } of plan) {
    if (detail.startsWith('USE TEMP B-TREE')) sorts = true
    const [, way, name = ''] = /^(SCAN|SEARCH) (\S+)/.exec(detail) ?? []
    if (!way || !big.has(tables.get(name.toLowerCase()) ?? '')) continue
    if (way === 'SCAN' || /AUTOMATIC|[<>]\?/.test(detail)) return 'through'
    if (!/USING INTEGER PRIMARY KEY|INDEX sqlite_autoindex_/.test(detail)) reaches = true
  }
  if (!reaches) return 'keys'
  return sorts ? 'through' : 'equal'
}

/** The tables that a select names, in lower case, by the names that its plan gives them: their own and their aliases. */
function tablesIn(sql: string): Map<string, string> {
  const lower = sql.toLowerCase()
  const plain = [...lower.matchAll(/\b(?:from|join)\s+(\w+)(?:\s+(?:as\s+)?(\w+))?/g)]
  const quoted = [...lower.matchAll(/["`](\w+)["`](?:(?:\s+as)?\s+["`](\w+)["`])?/g)]
  const own = [...plain, ...quoted].map(([, name = '']): [string, string] => [name, name])
  const aliases = [...plain, ...quoted].flatMap(([, name = '', alias]): [string, string][] =>
    alias ? [[alias, name]] : [],
  )
  return new Map([...own, ...aliases])
}
