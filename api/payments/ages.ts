import type { Knex } from 'knex'
import type { ComputedColumn } from '../derive/extend.ts'
import { now } from '../platform/clock.ts'
import { isSqlite } from '../platform/database.ts'

/** Whole days from the Indian day of an instant of the row to the business day; null while the row has none. */
export const daysSince =
  (column: string): ComputedColumn =>
  (db, of, day) =>
    daysBetween(db, of(column), db.raw('?', [day]))

/** Whole days for which a task was open: until the Indian day on which it was done, else until the business day. */
export const taskDaysOpen: ComputedColumn = (db, of, day) =>
  daysBetween(db, of('createdAt'), db.raw('coalesce(?, ?)', [indianDay(db, of('doneAt')), day]))

/** Whole days for which a difference was open, until two people closed it, else until the business day. */
export const differenceDaysOpen: ComputedColumn = (db, of, day) =>
  daysBetween(db, of('createdAt'), db.raw('coalesce(?, ?)', [of('closedOn'), day]))

/** Whole hours from an instant of the row to now. */
export const hoursSince =
  (column: string): ComputedColumn =>
  (db, of) => {
    // Instants are text in UTC, as in 2026-11-23T20:00:00.000Z.
    const sql = isSqlite(db)
      ? "cast((strftime('%s', ?) - strftime('%s', ?)) / 3600 as integer)"
      : "timestampdiff(hour, str_to_date(left(?, 19), '%Y-%m-%dT%H:%i:%s'), str_to_date(left(?, 19), '%Y-%m-%dT%H:%i:%s'))"
    return db.raw(sql, isSqlite(db) ? [now(), of(column)] : [of(column), now()])
  }

const daysBetween = (db: Knex, from: Knex.Raw, to: Knex.Raw) =>
  db.raw(isSqlite(db) ? 'cast(julianday(?) - julianday(?) as integer)' : 'datediff(?, ?)', [to, indianDay(db, from)])

const indianDay = (db: Knex, at: Knex.Raw) =>
  db.raw(
    isSqlite(db)
      ? "date(?, '+330 minutes')"
      : "date(date_add(str_to_date(left(?, 19), '%Y-%m-%dT%H:%i:%s'), interval 330 minute))",
    [at],
  )
