import type { ComputedColumn } from '../derive/extend.ts'
import { now } from '../platform/clock.ts'
import { daysBetween, hoursBetween, indianDay } from '../platform/sql-words.ts'

/** Whole days from the Indian day of an instant of the row to the business day; null while the row has none. */
export const daysSince =
  (column: string): ComputedColumn =>
  (db, of, day) =>
    db.raw(daysBetween(db, '?', indianDay(db, '?')), [day, of(column)])

/** Whole days for which a task was open: until the Indian day on which it was done, else until the business day. */
export const taskDaysOpen: ComputedColumn = (db, of, day) => {
  const dayOf = indianDay(db, '?')
  return db.raw(daysBetween(db, `coalesce(${dayOf}, ?)`, dayOf), [of('doneAt'), day, of('createdAt')])
}

/** Whole days for which a difference was open, until two people closed it, else until the business day. */
export const differenceDaysOpen: ComputedColumn = (db, of, day) =>
  db.raw(daysBetween(db, 'coalesce(?, ?)', indianDay(db, '?')), [of('closedOn'), day, of('createdAt')])

/** Whole hours from an instant of the row to now. */
export const hoursSince =
  (column: string): ComputedColumn =>
  (db, of) =>
    db.raw(hoursBetween(db, '?', '?'), [now(), of(column)])
