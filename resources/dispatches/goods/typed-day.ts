import { isDay } from '../../define/dates.ts'

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

/**
 * The day that a word of a search means, such as `28-11`, `28nov`, `28-11-2026` or `2026-11-28`; without a year the last
 * such day up to today. Undefined for any other word.
 */
export function typedDay(word: string, today: string): string | undefined {
  if (isDay(word)) return word
  const parts = /^(\d{1,2})[-./]?(\d{1,2}|[a-z]{3})(?:[-./]?(\d{4}|\d{2}))?$/i.exec(word)
  // Digits alone are a part of a number.
  if (!parts || /^\d+$/.test(word)) return undefined
  const [, day, month, year] = parts as unknown as [string, string, string, string | undefined]
  const no = /\d/.test(month) ? Number(month) : MONTHS.indexOf(month.toLowerCase()) + 1
  const on = (full: number) => `${full}-${String(no).padStart(2, '0')}-${day.padStart(2, '0')}`
  const thisYear = Number(today.slice(0, 4))
  const found = year
    ? on(year.length === 2 ? 2000 + Number(year) : Number(year))
    : on(on(thisYear) > today ? thisYear - 1 : thisYear)
  return isDay(found) ? found : undefined
}
