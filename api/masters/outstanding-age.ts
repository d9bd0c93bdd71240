import { addDays } from '../../resources/define/dates.ts'
import type { ComputedColumn } from '../derive/extend.ts'
import { daysBetween } from '../platform/sql-words.ts'

/** Whole days past the due date, 0 before it. */
export const daysOverdueColumn: ComputedColumn = (db, of, day) =>
  db.raw(`case when ? >= ? then 0 else ${daysBetween(db, '?', '?')} end`, [of('dueDate'), day, day, of('dueDate')])

/** The bucket of the ageing: `bucketOf` of the domain, in SQL. */
export const ageBucket: ComputedColumn = (db, of, day) => {
  const due = of('dueDate')
  const since = (days: number) => addDays(day, -days)
  return db.raw(
    "case when ? >= ? then 'NOT_DUE' when ? >= ? then 'D0_30' when ? >= ? then 'D31_60' when ? >= ? then 'D61_90' when ? >= ? then 'D91_180' else 'D180_PLUS' end",
    [due, day, due, since(30), due, since(60), due, since(90), due, since(180)],
  )
}
