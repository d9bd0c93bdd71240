import type { Knex } from 'knex'
import { isSqlite } from '../platform/database.ts'

/** SQL of instants and days, in which the two databases have no word in common. Columns are names in code, never input. */

/** The Indian day of an instant. */
export const istDay = (db: Knex, column: string) =>
  isSqlite(db)
    ? `strftime('%Y-%m-%d', ${column}, '+330 minutes')`
    : `date_format(date_add(${stored(column)}, interval 330 minute), '%Y-%m-%d')`

/** Whole days from one day to another. */
export const daysFrom = (db: Knex, from: string, to: string) =>
  isSqlite(db) ? `cast(julianday(${to}) - julianday(${from}) as integer)` : `datediff(${to}, ${from})`

/** Whole seconds from one instant to another. */
export const secondsFrom = (db: Knex, from: string, to: string) => `(${seconds(db, to)} - ${seconds(db, from)})`

/** Hundredths of working hours between two instants: Monday to Saturday, 9 to 18 o'clock, without holidays of the whole country. */
export const officeHours = (db: Knex, from: string, to: string) =>
  `round((${officeSeconds(db, to)} - ${officeSeconds(db, from)}) / 36.0)`

/** The seconds of office time before an instant, since 1970. */
function officeSeconds(db: Knex, column: string): string {
  const local = `(${seconds(db, column)} + 19800)`
  const [day, second] = [whole(db, `${local} / 86400`), `(${local} % 86400)`]
  const [opens, length] = [9 * 3600, 9 * 3600]
  // 1970 began on a Thursday.
  const sundays = whole(db, `(${day} + 3) / 7`)
  const before = `${length} * (${day} - ${sundays} - ${holidays(db, '<', column)})`
  const works = `(case when ${day} % 7 = 3 or ${holidays(db, '=', column)} > 0 then 0 else 1 end)`
  const today = `(case when ${second} < ${opens} then 0 when ${second} > ${opens + length} then ${length} else ${second} - ${opens} end)`
  return `(${before} + ${works} * ${today})`
}

/** How many holidays on weekdays lie before the day of an instant, or on it. */
const holidays = (db: Knex, compare: '<' | '=', column: string) =>
  `(select count(distinct holiday.holidayDate) from holiday where holiday.isActive = 1 and holiday.stateId is null and holiday.holidayDate ${compare} ${istDay(db, column)} and ${isSqlite(db) ? "strftime('%w', holiday.holidayDate) <> '0'" : 'dayofweek(holiday.holidayDate) <> 1'})`

const seconds = (db: Knex, column: string) =>
  isSqlite(db)
    ? `cast(strftime('%s', ${column}) as integer)`
    : `timestampdiff(second, '1970-01-01 00:00:00', ${stored(column)})`

const whole = (db: Knex, division: string) => (isSqlite(db) ? `(${division})` : `floor(${division})`)

/** Instants are kept as UTC text. */
const stored = (column: string) => `str_to_date(left(${column}, 19), '%Y-%m-%dT%H:%i:%s')`
