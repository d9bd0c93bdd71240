import { daysBetween as days, isSunday } from '../../../resources/define/dates.ts'
import type { ComputedColumn } from '../../derive/extend.ts'
import { now } from '../../platform/clock.ts'
import { daysBetween, greatestOf, leastOf, secondOfDay, wholeQuotient } from '../../platform/sql-words.ts'

/** The office is open from 3:30 of UTC for nine hours, on the Indian day that has the same name. */
const [OPENS, LENGTH] = [3.5 * 3600, 9 * 3600]

/** The whole working hours that an open hold has waited; null of one that ended. */
export const waitedHours: ComputedColumn = (db, of) => {
  const at = now()
  const today = at.slice(0, 10)
  const todayNumber = days('1970-01-01', today)
  const since = 'began.since'
  const day = `substr(${since}, 1, 10)`
  const number = daysBetween(db, day, "'1970-01-01'")
  // 1970 began on a Thursday, so that every seventh day from its fourth is a Sunday.
  const sundaysBefore = wholeQuotient(db, `(${number} + 3)`, '7')
  const sundays = `${Math.floor((todayNumber + 3) / 7)} - ${sundaysBefore}`
  const weekday = `${daysBetween(db, 'off.holidayDate', "'1970-01-01'")} % 7 <> 3`
  const holiday = (where: string) =>
    `(select count(distinct off.holidayDate) from holiday off where off.isActive = 1 and off.stateId is null and ${weekday} and ${where})`
  const workdays = `${todayNumber} - ${number} - (${sundays}) - ${holiday(`off.holidayDate >= ${day} and off.holidayDate < '${today}'`)}`
  const works = (date: string, sunday: string) =>
    `(case when ${sunday} or ${holiday(`off.holidayDate = ${date}`)} > 0 then 0 else 1 end)`
  const clamped = (second: string) => leastOf(db, greatestOf(db, `${second} - ${OPENS}`, '0'), `${LENGTH}`)
  const secondsNow = Number(at.slice(11, 13)) * 3600 + Number(at.slice(14, 16)) * 60 + Number(at.slice(17, 19))
  const overToday = `${works(`'${today}'`, isSunday(today) ? '1 = 1' : '1 = 0')} * ${clamped(`${secondsNow}`)}`
  const before = `${works(day, `${number} % 7 = 3`)} * ${clamped(secondOfDay(db, since))}`
  const seconds = `(${workdays}) * ${LENGTH} + ${overToday} - ${before}`
  const hours = wholeQuotient(db, greatestOf(db, `(${seconds})`, '0'), '3600')
  return db('order_hold as began')
    .where('began.id', of('id'))
    .select(db.raw(`case when began.endedAt is null then ${hours} end`))
}
