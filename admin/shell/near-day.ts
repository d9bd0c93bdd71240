import { addDays } from '../../resources/define/dates.ts'
import { monthName } from '../../resources/define/show.ts'

/** A day as people say it: today, tomorrow, yesterday, "29 Nov", and with its year where that is another. */
export function nearDay(day: string, today: string): string {
  if (day === today) return 'today'
  if (day === addDays(today, 1)) return 'tomorrow'
  if (day === addDays(today, -1)) return 'yesterday'
  const said = `${Number(day.slice(8, 10))} ${monthName(day)}`
  return day.slice(0, 4) === today.slice(0, 4) ? said : `${said} ${day.slice(0, 4)}`
}
