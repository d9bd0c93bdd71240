import type { Knex } from 'knex'
import { addDays, daysBetween, isDay, isSunday } from '../../../resources/define/dates.ts'
import type { Reader } from '../../derive/list/reader.ts'
import { officeHolidays } from '../../orders/approvals/office-holidays.ts'
import { today } from '../../platform/clock.ts'
import { isSqlite } from '../../platform/database.ts'

/** SQL of instants and days, in which the two databases have no word in common. Columns are names in code, never input. */

/** The Indian day of an instant, which is over at 18:30 of UTC. */
export const istDay = (db: Knex, column: string) => {
  const day = `substr(${column}, 1, 10)`
  const next = isSqlite(db) ? `date(${day}, '+1 day')` : `date_add(${day}, interval 1 day)`
  return `case when substr(${column}, 12, 5) < '18:30' then ${day} else ${next} end`
}

/** Whole days from one day to another. */
export const daysFrom = (db: Knex, from: string, to: string) =>
  isSqlite(db) ? `cast(julianday(${to}) - julianday(${from}) as integer)` : `datediff(${to}, ${from})`

/** Whole seconds from one instant to another. */
export const secondsFrom = (db: Knex, from: string, to: string) => `(${seconds(db, to)} - ${seconds(db, from)})`

/**
 * Hundredths of working hours between two instants: Monday to Saturday, 9 to 18 o'clock, without holidays of the whole
 * country.
 */
export const officeHours = (db: Knex, holidays: readonly string[], from: string, to: string) => {
  const [began, ended] = [from, to].map(column => officeTime(db, holidays, column))
  // Most of it happens within a day, for which no days are counted.
  const within = `${ended!.works} * (${ended!.today} - ${began!.today})`
  const seconds = `case when ${began!.day} = ${ended!.day} then ${within} else ${ended!.whole} - ${began!.whole} end`
  return `case when ${from} = ${to} then 0 else round((${seconds}) / 36.0) end`
}

/** The weekdays until today that are holidays of the whole country; what a report with office hours prepares. */
export const holidaysUntilToday = async (db: Knex): Promise<string[]> =>
  [...(await officeHolidays(db))].filter(day => isDay(day) && day <= today() && !isSunday(day))

/** The holidays that were prepared for a reader; none where only ids and rights are read, and no hours. */
export const holidaysFor = ({ prepared = [] }: Pick<Reader, 'prepared'>) => prepared as readonly string[]

/**
 * The day of an instant, whether the office works on it (1 or 0), the seconds of its hours that are over, and the `whole`
 * of them since 1970. It is open from 3:30 to 12:30 of UTC, on the Indian day that has the same name.
 */
function officeTime(db: Knex, holidays: readonly string[], column: string) {
  const [number, day, second] = [daysSince1970(db, column), `substr(${column}, 1, 10)`, secondOfDay(db, column)]
  const [opens, length] = [3.5 * 3600, 9 * 3600]
  const names = holidays.map(holiday => `'${holiday}'`).join(', ')
  // 1970 began on a Thursday.
  const sundays = whole(db, `(${number} + 3) / 7`)
  const before = `${length} * (${number} - ${sundays} - ${holidaysBefore(db, holidays, column, number)})`
  const works = `(case when ${number} % 7 = 3${names && ` or ${day} in (${names})`} then 0 else 1 end)`
  const [least, most] = isSqlite(db) ? ['min', 'max'] : ['least', 'greatest']
  const today = `${least}(${most}(${second} - ${opens}, 0), ${length})`
  return { day, works, today, whole: `(${before} + ${works} * ${today})` }
}

/** How many of these holidays lie before the day of an instant, whose days since 1970 are given, too. */
function holidaysBefore(db: Knex, holidays: readonly string[], column: string, number: string): string {
  if (holidays.length === 0) return '0'
  // SQLite compares texts faster than it works out days, MariaDB numbers.
  return isSqlite(db)
    ? `(${holidays.map(holiday => `(${column} >= '${addDays(holiday, 1)}')`).join(' + ')})`
    : `interval(${number} - 1, ${numbersOf(holidays).join(', ')})`
}

const numbersOf = (days: readonly string[]) => days.map(day => daysBetween('1970-01-01', day)).sort((a, b) => a - b)

/** The day of UTC of an instant as days since 1970, and the second of this day. */
const daysSince1970 = (db: Knex, column: string) =>
  isSqlite(db)
    ? `cast(julianday(substr(${column}, 1, 10)) - julianday('1970-01-01') as integer)`
    : `(to_days(left(${column}, 10)) - to_days('1970-01-01'))`
const secondOfDay = (db: Knex, column: string) =>
  isSqlite(db)
    ? `(substr(${column}, 12, 2) * 3600 + substr(${column}, 15, 2) * 60 + substr(${column}, 18, 2))`
    : `time_to_sec(substr(${column}, 12, 8))`

const seconds = (db: Knex, column: string) =>
  isSqlite(db)
    ? `cast(strftime('%s', ${column}) as integer)`
    : `timestampdiff(second, '1970-01-01 00:00:00', ${stored(column)})`

const whole = (db: Knex, division: string) => (isSqlite(db) ? `(${division})` : `floor(${division})`)

/** Instants are kept as UTC text. */
const stored = (column: string) => `str_to_date(left(${column}, 19), '%Y-%m-%dT%H:%i:%s')`
