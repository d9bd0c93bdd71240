import type { Knex } from 'knex'
import { addDays, daysBetween, isDay, isSunday } from '../../resources/define/dates.ts'
import type { Reader } from '../derive/list/column-sql.ts'
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

/**
 * Hundredths of working hours between two instants: Monday to Saturday, 9 to 18 o'clock, without holidays of the whole
 * country.
 */
export const officeHours = (db: Knex, holidays: readonly string[], from: string, to: string) =>
  `case when ${from} = ${to} then 0 else round((${officeSeconds(db, holidays, to)} - ${officeSeconds(db, holidays, from)}) / 36.0) end`

/** The weekdays that are holidays of the whole country; what a report with office hours prepares. */
export async function officeHolidays(db: Knex): Promise<string[]> {
  const days: string[] = await db('holiday').where('isActive', 1).whereNull('stateId').distinct().pluck('holidayDate')
  return days.filter(day => isDay(day) && !isSunday(day))
}

/** The holidays that were prepared for a reader; none where only ids and rights are read, and no hours. */
export const holidaysFor = ({ prepared = [] }: Pick<Reader, 'prepared'>) => prepared as readonly string[]

/** The seconds of office time before an instant, since 1970. */
function officeSeconds(db: Knex, holidays: readonly string[], column: string): string {
  const local = `(${seconds(db, column)} + 19800)`
  const [day, second] = [whole(db, `${local} / 86400`), `(${local} % 86400)`]
  const [opens, length] = [9 * 3600, 9 * 3600]
  // 1970 began on a Thursday.
  const sundays = whole(db, `(${day} + 3) / 7`)
  const before = `${length} * (${day} - ${sundays} - ${holidaysBefore(db, holidays, column, day)})`
  const works = `(case when ${day} % 7 = 3 or ${isHoliday(db, holidays, column, day)} then 0 else 1 end)`
  const today = `(case when ${second} < ${opens} then 0 when ${second} > ${opens + length} then ${length} else ${second} - ${opens} end)`
  return `(${before} + ${works} * ${today})`
}

/** How many of these holidays lie before the Indian day of an instant, which is also given as days since 1970. */
function holidaysBefore(db: Knex, holidays: readonly string[], column: string, day: string): string {
  if (holidays.length === 0) return '0'
  return isSqlite(db)
    ? `(${holidays.map(holiday => isAfter(column, holiday)).join(' + ')})`
    : `interval(${day} - 1, ${numbersOf(holidays).join(', ')})`
}

const isHoliday = (db: Knex, holidays: readonly string[], column: string, day: string): string => {
  if (holidays.length === 0) return '0 = 1'
  return isSqlite(db)
    ? holidays
        .map(holiday => `(${isAfter(column, addDays(holiday, -1))} and not ${isAfter(column, holiday)})`)
        .join(' or ')
    : `${day} in (${numbersOf(holidays).join(', ')})`
}

/** An Indian day is over at 18:30 of UTC. SQLite compares texts faster than it reads instants, MariaDB numbers. */
const isAfter = (column: string, day: string) => `(${column} >= '${day}T18:30:00.000Z')`
const numbersOf = (days: readonly string[]) => days.map(day => daysBetween('1970-01-01', day)).sort((a, b) => a - b)

const seconds = (db: Knex, column: string) =>
  isSqlite(db)
    ? `cast(strftime('%s', ${column}) as integer)`
    : `timestampdiff(second, '1970-01-01 00:00:00', ${stored(column)})`

const whole = (db: Knex, division: string) => (isSqlite(db) ? `(${division})` : `floor(${division})`)

/** Instants are kept as UTC text. */
const stored = (column: string) => `str_to_date(left(${column}, 19), '%Y-%m-%dT%H:%i:%s')`
