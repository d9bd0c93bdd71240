import type { Knex } from 'knex'
import { columnOf } from '../../resources/columns.ts'
import { tableOf } from '../../resources/define/resource.ts'
import { numbersLike } from '../../resources/palette/numbers-like.ts'
import {
  LEAST_CHARACTERS,
  type PaletteHit,
  type PaletteRecord,
  paletteRecords,
} from '../../resources/palette/palette-records.ts'
import { findPage } from '../derive/list/find.ts'
import { matchingRows } from '../derive/list/matching.ts'
import { readQuery } from '../derive/list/query.ts'
import { columnsReadBy } from '../derive/rights/conditions.ts'
import type { Person } from '../derive/rights/person.ts'
import { requirePerson } from '../derive/rights/require-person.ts'
import { escaped } from '../derive/search/contains.ts'
import type { Call } from '../derive/service.ts'
import { today } from '../platform/clock.ts'
import { isSqlite } from '../platform/database.ts'
import { invalidField } from '../platform/errors.ts'

/** Hits of one kind, and rows looked at to find the best of them. */
const MOST_OF_A_KIND = 5
const LOOKED_AT = 50
/** Follows every sign that a number has. */
const LAST_SIGN = '\u{10ffff}'

/**
 * `GET /api/palette?q=OR2627`: the records whose number begins with a text, and customers and products that contain it,
 * as far as the caller reads them. Throws 400 for a text of less than 2 or more than 60 characters.
 */
export const palette = (db: Knex) => ({
  async find(call: Call): Promise<PaletteHit[]> {
    const person = requirePerson(call)
    const q = typeof call.query?.q === 'string' ? call.query.q.trim() : ''
    if (q.length < LEAST_CHARACTERS || q.length > 60)
      throw invalidField('q', 'LENGTH', `q must have ${LEAST_CHARACTERS} to 60 characters: a number, or part of a name`)
    const found = await Promise.all(paletteRecords.map(record => hitsOf(db, person, record, q)))
    // Whole numbers first, whatever they are of; the others stay together by kind.
    const hits = found.flat()
    const isWhole = ({ title }: PaletteHit) => title.toLowerCase() === q.toLowerCase()
    return [...hits.filter(isWhole), ...hits.filter(hit => !isWhole(hit))]
  },
})

async function hitsOf(db: Knex, person: Person, record: PaletteRecord, q: string): Promise<PaletteHit[]> {
  const { resource, kind, page } = record
  if (!person.ability.can('read', resource.path)) return []
  const readable = columnsReadBy(person, resource)
  const numbers = record.numbers.filter(name => readable.includes(name))
  const beside = record.beside.filter(name => readable.includes(name))
  if (!numbers[0]) return []
  const select = [...numbers, ...beside]
  const ids = await idsByNumber(db, person, record, numbers, q)
  const asked =
    ids.length > 0
      ? { id: { $in: ids } }
      : record.byName && readable.includes('isActive')
        ? { q, isActive: true }
        : null
  if (!asked) return []
  // Room for one more says that these are all, which saves their count.
  const most = ids.length > 0 ? ids.length + 1 : MOST_OF_A_KIND
  const query = readQuery(resource, { ...asked, $select: select, $limit: most }, readable)
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

/**
 * Whether any row at all has a number that begins with one of these texts. An index tells, where asking for the rows
 * that somebody reads goes through all of theirs; most kinds have none.
 */
async function isBegun(db: Knex, table: string, numbers: readonly string[], texts: readonly string[]) {
  const rows = db(table).where(any => {
    for (const name of numbers)
      for (const text of texts)
        if (isSqlite(db)) any.orWhereBetween(name, [text, `${text}${LAST_SIGN}`])
        else any.orWhereRaw("?? like ? escape '!'", [name, `${escaped(text)}%`])
  })
  return (await rows.first('id')) !== undefined
}

type NumberRow = Record<string, string | number | null>

/** The rows of which a number is the text, or what a few digits of its series stand for, or begins with it; the best first. */
async function idsByNumber(
  db: Knex,
  person: Person,
  { resource, series, where = {} }: PaletteRecord,
  numbers: readonly string[],
  q: string,
): Promise<number[]> {
  const whole = series ? numbersLike(q, series, today()) : []
  if (!(await isBegun(db, tableOf(resource), numbers, [q, ...whole]))) return []
  const query = readQuery(
    resource,
    {
      ...where,
      $or: [
        ...numbers.map(name => ({ [name]: { $starts: q } })),
        ...(whole.length > 0 ? [{ [numbers[0]!]: { $in: whole } }] : []),
      ],
    },
    columnsReadBy(person, resource),
  )
  const table = tableOf(resource)
  const matching = () =>
    matchingRows(db, resource, query, { person, day: today() }, 'read')
      .limit(LOOKED_AT)
      .select(`${table}.id`, ...numbers.map(name => `${table}.${name}`))
  // Whole numbers are asked for by themselves, since many more may begin like them.
  const exact: NumberRow[] = await matching().where(any => {
    for (const name of numbers) any.orWhereIn(`${table}.${name}`, [q, ...whole])
  })
  const others: NumberRow[] = exact.length < MOST_OF_A_KIND ? await matching() : []
  const rows = [...new Map([...others, ...exact].map(row => [row.id, row])).values()]
  const rank = (row: NumberRow) => {
    const values = numbers.map(name => String(row[name] ?? '').toLowerCase())
    if (values.includes(q.toLowerCase())) return 0
    return whole.includes(String(row[numbers[0]!])) ? 1 : 2
  }
  return rows
    .sort((one, other) => rank(one) - rank(other) || Number(other.id) - Number(one.id))
    .slice(0, MOST_OF_A_KIND)
    .map(({ id }) => Number(id))
}
