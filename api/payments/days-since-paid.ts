import type { ComputedColumn } from '../derive/extend.ts'
import { isSqlite } from '../platform/database.ts'

/** Whole days from the Indian day on which a payment was made to the business day; null before it is paid. */
export const daysSincePaid: ComputedColumn = (db, of, day) => {
  // Instants are text in UTC, as in 2026-11-23T20:00:00.000Z.
  const sql = isSqlite(db)
    ? "cast(julianday(?) - julianday(date(?, '+330 minutes')) as integer)"
    : "datediff(?, date_add(str_to_date(left(?, 19), '%Y-%m-%dT%H:%i:%s'), interval 330 minute))"
  return db.raw(sql, [day, of('paidAt')])
}
