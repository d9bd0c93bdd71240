/** Periods that move with the calendar: «this financial year», «next 30 days». */
import { addDays } from './dates.ts'

const NAMED = [
  'today',
  'yesterday',
  'this-week',
  'last-week',
  'this-month',
  'last-month',
  'this-quarter',
  'last-quarter',
  'this-fy',
  'last-fy',
] as const

/** A named period, or so many days back or ahead. */
export type Period = (typeof NAMED)[number] | `last-${number}-days` | `next-${number}-days`

/** The periods that a person is offered. */
export const PERIODS: readonly Period[] = [
  ...NAMED,
  'last-7-days',
  'last-30-days',
  'last-90-days',
  'next-30-days',
  'next-60-days',
  'next-90-days',
]

const DAYS = /^(last|next)-([1-9]\d{0,3})-days$/

export const isPeriod = (text: string): text is Period => NAMED.includes(text as 'today') || DAYS.test(text)

/**
 * The first and the last day of a period, relative to a business day; weeks begin on Monday, financial years in April,
 * and quarters are theirs.
 */
export function daysOf(period: Period, today: string): [string, string] {
  const [, side, days] = DAYS.exec(period) ?? []
  if (side === 'last') return [addDays(today, -Number(days)), today]
  if (side === 'next') return [today, addDays(today, Number(days))]
  const monday = addDays(today, -((new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7))
  const month = `${today.slice(0, 7)}-01`
  const year = Number(today.slice(0, 4)) - (Number(today.slice(5, 7)) < 4 ? 1 : 0)
  switch (period) {
    case 'yesterday':
      return [addDays(today, -1), addDays(today, -1)]
    case 'this-week':
      return [monday, addDays(monday, 6)]
    case 'last-week':
      return [addDays(monday, -7), addDays(monday, -1)]
    case 'this-month':
      return [month, addDays(nextMonth(month), -1)]
    case 'last-month':
      return [`${addDays(month, -1).slice(0, 7)}-01`, addDays(month, -1)]
    case 'this-quarter':
      return quarterOf(month)
    case 'last-quarter':
      return quarterOf(`${addDays(quarterOf(month)[0], -1).slice(0, 7)}-01`)
    case 'this-fy':
      return [`${year}-04-01`, `${year + 1}-03-31`]
    case 'last-fy':
      return [`${year - 1}-04-01`, `${year}-03-31`]
    default:
      return [today, today]
  }
}

function quarterOf(month: string): [string, string] {
  const first = `${month.slice(0, 5)}${String(Math.floor((Number(month.slice(5, 7)) - 1) / 3) * 3 + 1).padStart(2, '0')}-01`
  return [first, addDays(nextMonth(nextMonth(nextMonth(first))), -1)]
}

const nextMonth = (first: string) => `${addDays(first, 31).slice(0, 7)}-01`

/** What of a report decides which days a relative period means for one of its columns. */
interface PeriodOfReport {
  compared?: string | undefined
  period?: { field: string } | undefined
}

/**
 * The days of a relative period for a column of a list. Of a report that is compared with the year before it ends today at
 * the latest, so that days to come are not compared with days that were.
 */
export function daysAsked(list: PeriodOfReport, field: string, period: Period, today: string): [string, string] {
  const [from, to] = daysOf(period, today)
  const isCompared = list.compared !== undefined && list.period?.field === field
  const isRunning = from <= today && to > today && !period.startsWith('next')
  return isCompared && isRunning ? [from, today] : [from, to]
}

/** `last-30-days` reads «last 30 days», `this-fy` «this financial year». */
export const periodText = (period: Period) => period.replace('-fy', '-financial-year').replaceAll('-', ' ')
