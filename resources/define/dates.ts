/** Business days are `'2026-04-01'` in Indian time; instants are UTC ISO text. India has no daylight saving. */

export const FOREVER = '9999-12-31'
const IST = 330 * 60_000
const DAY = 86_400_000

/** Whether the text is a real calendar day such as `2026-02-28`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const month = Number(text.slice(5, 7))
  const day = Number(text.slice(8))
  return month >= 1 && month <= 12 && day >= 1 && (day <= 28 || day <= lastOf(Number(text.slice(0, 4)), month))
}

function lastOf(year: number, month: number) {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/** Whether the text is a UTC instant such as `2026-04-01T05:30:00.000Z`. */
export const isInstant = (text: string) =>
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/.test(text) && !Number.isNaN(Date.parse(text))

/** The Indian business day of an instant. */
export const dayOf = (instant: string) => new Date(Date.parse(instant) + IST).toISOString().slice(0, 10)

/** `HH:MM` on the Indian clock at an instant. */
export const timeOf = (instant: string) => new Date(Date.parse(instant) + IST).toISOString().slice(11, 16)

/** The instant at which an Indian day and time (`HH:MM`) begins. */
export const instantOf = (day: string, time = '00:00') => new Date(Date.parse(`${day}T${time}:00Z`) - IST).toISOString()

/** The business day so many days later, or earlier. */
export const addDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10)

/** Days from one business day to another; negative when it lies before. */
export const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / DAY)

/** The same day of the month so many months later, or the last of a month that is too short. */
export function monthsLater(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const last = new Date(Date.UTC(year, month + months, 0))
  return `${last.toISOString().slice(0, 8)}${String(Math.min(date, last.getUTCDate())).padStart(2, '0')}`
}

/** The financial year of a day, April to March, as `'2627'` for 2026-27. */
export function fyOf(day: string): string {
  const year = Number(day.slice(0, 4)) - (Number(day.slice(5, 7)) < 4 ? 1 : 0)
  return `${year % 100}`.padStart(2, '0') + `${(year + 1) % 100}`.padStart(2, '0')
}

export const isSunday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay() === 0

/** The day itself, or the next one that is no Sunday and no holiday. */
export const nextWorkingDay = (day: string, holidays: ReadonlySet<string>): string =>
  isSunday(day) || holidays.has(day) ? addWorkingDays(day, 1, holidays) : day

/** The day `days` working days later: Sundays and the given holidays do not count. */
export function addWorkingDays(day: string, days: number, holidays: ReadonlySet<string>): string {
  let reached = day
  for (let left = days; left > 0; ) {
    reached = addDays(reached, 1)
    if (!isSunday(reached) && !holidays.has(reached)) left--
  }
  return reached
}

/** Whether a dated row counts on a day. */
export const validOn = (row: { validFrom: string; validTo: string }, day: string) =>
  row.validFrom <= day && day <= row.validTo

const OPENS = 9
const CLOSES = 18

/** The instant `hours` of office time later: Monday to Saturday, 09:00 to 18:00 IST, without holidays. */
export const afterOfficeHours = (instant: string, hours: number, holidays: ReadonlySet<string>): string =>
  afterOfficeMinutes(instant, hours * 60, holidays)

/** The instant so many whole minutes of office time later. */
export function afterOfficeMinutes(instant: string, minutes: number, holidays: ReadonlySet<string>): string {
  let day = dayOf(instant)
  const minuteOf = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))
  let minute = Math.max(minuteOf(timeOf(instant)), OPENS * 60)
  let left = minutes
  for (;;) {
    const works = !isSunday(day) && !holidays.has(day)
    const free = works ? Math.max(0, CLOSES * 60 - minute) : 0
    if (left <= free) {
      const at = minute + left
      return instantOf(day, `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`)
    }
    left -= free
    day = addDays(day, 1)
    minute = OPENS * 60
  }
}

/** Minutes of office time from one instant to another; negative when the other lies before. */
export function officeMinutes(from: string, to: string, holidays: ReadonlySet<string>): number {
  if (to < from) return 0 - officeMinutes(to, from, holidays)
  let minutes = 0
  for (let day = dayOf(from); day <= dayOf(to); day = addDays(day, 1)) {
    if (isSunday(day) || holidays.has(day)) continue
    const opens = Math.max(Date.parse(from), Date.parse(instantOf(day)) + OPENS * 3_600_000)
    const closes = Math.min(Date.parse(to), Date.parse(instantOf(day)) + CLOSES * 3_600_000)
    minutes += Math.max(0, Math.floor((closes - opens) / 60_000))
  }
  return minutes
}

/** Whether a dated row has ended: it counts again by a new row alone, since its own days keep their answer. */
export const isOver = ({ dated }: { dated: boolean }, row: Record<string, unknown>, today: string): boolean =>
  dated && String(row.validTo) < today
