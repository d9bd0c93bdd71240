import type { Knex } from 'knex'
import { addDays, daysBetween as daysOf } from '../../resources/define/dates.ts'
import { isSqlite } from './database.ts'

/**
 * The words that the two databases do not share. Each takes SQL and writes what it is given once and in the order given,
 * so that `?` may stand for a value: `db.raw(daysBetween(db, '?', '?'), [later, earlier])`. Days are text as 2026-04-01,
 * instants text in UTC as 2026-04-01T18:30:00.000Z; of null every word makes null.
 */

/** The Indian day of an instant, which begins at 18:30 of UTC. */
export const indianDay = (db: Knex, at: string) =>
  isSqlite(db) ? `date(${at}, '+330 minutes')` : `left(${withoutZone(at)} + interval 330 minute, 10)`

/** Whole days to the later of two days from the earlier; negative where they are the other way round. */
export const daysBetween = (db: Knex, later: string, earlier: string) =>
  isSqlite(db) ? `cast(julianday(${later}) - julianday(${earlier}) as integer)` : `datediff(${later}, ${earlier})`

/** Whole seconds to the later of two instants from the earlier. */
export const secondsBetween = (db: Knex, later: string, earlier: string) =>
  `(${seconds(db, later)} - ${seconds(db, earlier)})`

/** Whole minutes to the later of two instants from the earlier; what is left of a minute does not count. */
export const minutesBetween = (db: Knex, later: string, earlier: string) =>
  cut(db, secondsBetween(db, later, earlier), 60)

/** Whole hours to the later of two instants from the earlier. */
export const hoursBetween = (db: Knex, later: string, earlier: string) =>
  cut(db, secondsBetween(db, later, earlier), 3600)

/** The second of the day of UTC in which an instant lies; it writes the instant more than once. */
export const secondOfDay = (db: Knex, at: string) =>
  isSqlite(db)
    ? `(substr(${at}, 12, 2) * 3600 + substr(${at}, 15, 2) * 60 + substr(${at}, 18, 2))`
    : `time_to_sec(substr(${at}, 12, 8))`

/** How many of these days are over at an instant, by the days of UTC; it may write the instant more than once. */
export function daysOver(db: Knex, days: readonly string[], at: string): string {
  if (days.length === 0) return '0'
  // SQLite compares texts faster than it works out days, MariaDB numbers.
  if (isSqlite(db)) return `(${days.map(day => `(${at} >= '${addDays(day, 1)}')`).join(' + ')})`
  const numbers = days.map(day => daysOf('1970-01-01', day)).sort((one, other) => one - other)
  return `interval(datediff(left(${at}, 10), '1970-01-01') - 1, ${numbers.join(', ')})`
}

/** The least of several values, null where one is. */
export const leastOf = (db: Knex, ...values: string[]) => `${isSqlite(db) ? 'min' : 'least'}(${values.join(', ')})`

/** The greatest of several values, null where one is. */
export const greatestOf = (db: Knex, ...values: string[]) =>
  `${isSqlite(db) ? 'max' : 'greatest'}(${values.join(', ')})`

/** A whole number divided by another, as often as it goes in; null by 0. Neither may be negative. */
export const wholeQuotient = (db: Knex, number: string, divisor: string) =>
  isSqlite(db) ? `(${number} / ${divisor})` : `floor(${number} / ${divisor})`

/** A number rounded half away from 0, as a whole number. */
export const rounded = (db: Knex, number: string) => `cast(round(${number}) as ${isSqlite(db) ? 'integer' : 'signed'})`

/** Limits rows to those whose column begins with a text, by an index of the column. */
export const whereBegins = (rows: Knex.QueryBuilder, db: Knex, column: string, text: string) =>
  isSqlite(db)
    ? rows.whereBetween(column, [text, `${text}${LAST_SIGN}`])
    : rows.whereRaw("?? like ? escape '!'", [column, `${text.replace(/[!%_]/g, sign => `!${sign}`)}%`])

/** The ids of a query in ascending order, however many they are. */
export async function idsInOrder(db: Knex, rows: Knex.QueryBuilder, id: string): Promise<number[]> {
  if (!isSqlite(db)) return rows.orderBy(id).pluck(id)
  // One text for all ids, since hundreds of thousands of rows would take longer to hand over than to find.
  const [found]: { ids: string }[] = await rows.select(db.raw('json_group_array(??) as ids', [id]))
  return (JSON.parse(found!.ids) as number[]).sort((one, other) => one - other)
}

/** Whether the database works out the list behind an `in` once and keeps it; the other may do so again for each row. */
export const keepsLists = isSqlite

/** Whether one transaction writes at a time, so that no row that it reads can change before its end. */
export const hasOneWriter = isSqlite

// The signs of no number sort behind it.
const LAST_SIGN = '\u{10ffff}'

const seconds = (db: Knex, at: string) =>
  isSqlite(db)
    ? `cast(strftime('%s', ${at}) as integer)`
    : `timestampdiff(second, '1970-01-01 00:00:00', ${withoutZone(at)})`

const cut = (db: Knex, number: string, by: number) => (isSqlite(db) ? `(${number} / ${by})` : `(${number} div ${by})`)

// MariaDB warns of the Z, and refuses it where a statement writes.
const withoutZone = (at: string) => `left(${at}, 19)`
