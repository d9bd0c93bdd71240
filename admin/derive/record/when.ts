import { addDays, dayOf, daysBetween, timeOf } from '../../../resources/define/dates.ts'
import { plainDay } from '../../../resources/define/show.ts'

export { plainDay }

/** The day on which the page is read. */
export const readOn = () => dayOf(new Date().toISOString())

/** A day as people say it in a sentence: `today`, `tomorrow`, `29 Nov`, with its year where that is another one. */
export function dayInWords(day: string, today: string): string {
  if (day === today) return 'today'
  if (day === addDays(today, 1)) return 'tomorrow'
  if (day === addDays(today, -1)) return 'yesterday'
  return plainDay(day, today)
}

/** A moment at which something is due: `2 Dec, 11:00`. */
export const momentInWords = (instant: string, today: string) =>
  `${dayInWords(dayOf(instant), today)}, ${timeOf(instant)}`

/** By how much a day is past: `3 days late`; undefined where it is not. */
export function lateBy(day: string, today: string): string | undefined {
  const days = daysBetween(day, today)
  return days > 0 ? `${daysText(days)} late` : undefined
}

export const daysText = (days: number) => (days === 1 ? '1 day' : `${days} days`)

/** `1 line`, `3 lines`. */
export const countText = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`
