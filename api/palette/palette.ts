import type { Knex } from 'knex'
import { columnOf } from '../../resources/columns.ts'
import { fulfils } from '../../resources/define/condition.ts'
import { tableOf } from '../../resources/define/resource.ts'
import { plainText } from '../../resources/define/sheet/signs.ts'
import type { PaletteHit } from '../../resources/palette/commands.ts'
import { numbersLike } from '../../resources/palette/numbers-like.ts'
import { MOST_OF_A_KIND, type PaletteRecord, paletteRecords } from '../../resources/palette/palette-records.ts'
import { recordActs } from '../../resources/palette/record-acts.ts'
import { findPage } from '../derive/list/find.ts'
import { matchingRows } from '../derive/list/matching.ts'
import { readQuery } from '../derive/list/query.ts'
import { columnsReadBy } from '../derive/rights/conditions.ts'
import type { Person } from '../derive/rights/person.ts'
import { among } from '../derive/search/contains.ts'
import { today } from '../platform/clock.ts'
import { whereBegins } from '../platform/sql-words.ts'

/** Rows looked at to find the best hits of one kind. */
const LOOKED_AT = 50
/** The numbers of a column that are taken from its index before anybody's rights are asked. */
const CANDIDATES = 1_000

/** The records whose number begins with a text, and customers and products that contain it, as far as a person reads them. */
export async function recordsLike(db: Knex, person: Person, typed: string): Promise<PaletteHit[]> {
  const q = plainText(typed)
  const hitsOfRecords = await Promise.all(paletteRecords.map(record => hitsOf(db, person, record, q, typed)))
  // Whole numbers first, whatever they are of; the others stay together by kind.
  const hits = hitsOfRecords.flat()
  const isWhole = ({ title }: PaletteHit) => title.toLowerCase() === q.toLowerCase()
  return [...hits.filter(isWhole), ...hits.filter(hit => !isWhole(hit))]
}

/** The best rows of one kind: by the plain text of a number, else by a name as it was typed. */
async function hitsOf(
  db: Knex,
  person: Person,
  record: PaletteRecord,
  q: string,
  typed: string,
): Promise<PaletteHit[]> {
  const { resource, kind, page } = record
  if (!person.ability.can('read', resource.path)) return []
  const readable = columnsReadBy(person, resource)
  const numbers = record.numbers.filter(name => readable.includes(name))
  const beside = record.beside.filter(name => readable.includes(name))
  if (!numbers[0]) return []
  // An act is offered where its reader sees what it depends on.
  const acts = (recordActs[resource.name] ?? []).filter(({ when = {} }) =>
    Object.keys(when).every(name => readable.includes(name)),
  )
  const select = [...new Set([...numbers, ...beside, ...acts.flatMap(({ when = {} }) => Object.keys(when))])]
  const ids = await idsByNumber(db, person, record, numbers, q)
  const conditions =
    ids.length > 0
      ? { id: { $in: ids } }
      : record.byName && readable.includes('isActive')
        ? { q: typed, isActive: true }
        : null
  if (!conditions) return []
  // Room for one more says that these are all, which saves their count.
  const most = ids.length > 0 ? ids.length + 1 : MOST_OF_A_KIND
  const query = readQuery(resource, { ...conditions, $select: select, $limit: most }, readable)
  const { data } = await findPage(db, resource, query, person)
  const place = new Map(ids.map((id, at) => [id, at]))
  return data
    .toSorted((one, other) => (place.get(one.id) ?? 0) - (place.get(other.id) ?? 0))
    .map(row => {
      const number = numbers.find(name => begins(row[name], q)) ?? numbers.find(name => row[name]) ?? numbers[0]!
      const texts = row.texts as Record<string, string> | undefined
      const words = beside.map(name => texts?.[name] ?? shown(record, name, row[name]))
      return {
        kind,
        title: String(row[number] ?? ''),
        beside: words.filter(Boolean).join(' · '),
        path: `${page}${row.id}`,
        acts: acts.filter(({ when = {} }) => fulfils(when, row)).map(({ key }) => key),
      }
    })
}

const begins = (value: unknown, q: string) =>
  typeof value === 'string' && value.toLowerCase().startsWith(q.toLowerCase())

/** A choice without its capitals and underscores. */
function shown({ resource }: PaletteRecord, name: string, value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = String(value)
  if (columnOf(resource, name)?.field.kind !== 'choice') return text
  return text.charAt(0) + text.slice(1).toLowerCase().replaceAll('_', ' ')
}

type NumberRow = Record<string, string | number | null>

/**
 * The ids of the rows of which a number is one of these texts, or begins with the first of them: as an index gives them,
 * of each column the last so many numbers, whoever may read them. Most kinds have none.
 */
async function idsBegun(db: Knex, table: string, numbers: readonly string[], texts: readonly [string, ...string[]]) {
  const [q] = texts
  const begun = numbers.map(name => {
    const rows = db(table).select('id').orderBy(name, 'desc').limit(CANDIDATES)
    return whereBegins(rows, db, name, q)
  })
  const exactQueries = numbers.map(name => db(table).select('id').whereIn(name, texts).limit(CANDIDATES))
  // A limit of its own is allowed to a part of a union inside brackets only.
  const parts = [...begun, ...exactQueries].map((rows, at) => db.from(rows.as(`part${at}`)).select('id'))
  const idRows: { id: number }[] = await parts[0]!.unionAll(parts.slice(1))
  return [...new Set(idRows.map(({ id }) => Number(id)))]
}

/** The rows of which a number is the text, or what a few digits of its series stand for, or begins with it; the best first. */
async function idsByNumber(
  db: Knex,
  person: Person,
  { resource, series, where = {} }: PaletteRecord,
  numbers: readonly string[],
  q: string,
): Promise<number[]> {
  const table = tableOf(resource)
  const fullNumbers = series ? numbersLike(q, series, today()) : []
  const candidates = await idsBegun(db, table, numbers, [q, ...fullNumbers])
  if (candidates.length === 0) return []
  const readable = columnsReadBy(person, resource)
  const begins = [
    ...numbers.map(name => ({ [name]: { $starts: q } })),
    ...(fullNumbers.length > 0 ? [{ [numbers[0]!]: { $in: fullNumbers } }] : []),
  ]
  const query = readQuery(resource, { ...where, $or: begins }, readable)
  const matching = (oneByOne: boolean) =>
    matchingRows(db, resource, query, { person, day: today(), oneByOne }, 'read')
      .limit(LOOKED_AT)
      .select(`${table}.id`, ...numbers.map(name => `${table}.${name}`))
  // Whole numbers are asked for by themselves, since many more may begin like them.
  const exact: NumberRow[] = await matching(true).where(any => {
    for (const name of numbers) any.orWhereIn(`${table}.${name}`, [q, ...fullNumbers])
  })
  const rows = new Map(exact.map(row => [row.id, row]))
  const add = (found: readonly NumberRow[]) => {
    for (const row of found) rows.set(row.id, row)
  }
  if (rows.size < MOST_OF_A_KIND) add(await among(matching(true), db, `${table}.id`, candidates))
  // Who reads few of so many has them looked for among their own.
  if (rows.size < MOST_OF_A_KIND && candidates.length >= CANDIDATES) add(await matching(false))
  const rank = (row: NumberRow) => {
    const values = numbers.map(name => String(row[name] ?? '').toLowerCase())
    if (values.includes(q.toLowerCase())) return 0
    return fullNumbers.includes(String(row[numbers[0]!])) ? 1 : 2
  }
  return [...rows.values()]
    .sort((one, other) => rank(one) - rank(other) || Number(other.id) - Number(one.id))
    .slice(0, MOST_OF_A_KIND)
    .map(({ id }) => Number(id))
}
