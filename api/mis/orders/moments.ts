import type { Knex } from 'knex'
import { isDay, isSunday } from '../../../resources/define/dates.ts'
import type { Reader } from '../../derive/list/reader.ts'
import { officeHolidays } from '../../orders/approvals/office-holidays.ts'
import { today } from '../../platform/clock.ts'
import { daysBetween, daysOver, greatestOf, leastOf, secondOfDay, wholeQuotient } from '../../platform/sql-words.ts'

/** Hundredths of working hours between two instants: Monday to Saturday, 9 to 18 o'clock, without national holidays. */
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
  const day = `substr(${column}, 1, 10)`
  const number = daysBetween(db, day, "'1970-01-01'")
  const [opens, length] = [3.5 * 3600, 9 * 3600]
  const names = holidays.map(holiday => `'${holiday}'`).join(', ')
  // 1970 began on a Thursday.
  const sundays = wholeQuotient(db, `(${number} + 3)`, '7')
  const before = `${length} * (${number} - ${sundays} - ${daysOver(db, holidays, column)})`
  const works = `(case when ${number} % 7 = 3${names && ` or ${day} in (${names})`} then 0 else 1 end)`
  const today = leastOf(db, greatestOf(db, `${secondOfDay(db, column)} - ${opens}`, '0'), `${length}`)
  return { day, works, today, whole: `(${before} + ${works} * ${today})` }
}
