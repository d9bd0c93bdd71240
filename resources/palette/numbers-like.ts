import { addDays, fyOf } from '../define/dates.ts'
import { digitsOf } from '../settings/number-series.ts'

/**
 * The whole numbers that a few digits stand for, of this financial year and the one before: `OR123` or `123` is
 * `OR2627000123`. None for a text that is no number of the series, or a whole one already.
 */
export function numbersLike(text: string, series: string, day: string): string[] {
  const [, named, digits] = /^([a-z]{2})?0*([1-9]\d*)$/i.exec(text.trim()) ?? []
  if (!digits || (named && named.toUpperCase() !== series) || digits.length > digitsOf(series)) return []
  const years = [fyOf(day), fyOf(addDays(day, -365))]
  return years.map(year => `${series}${year}${digits.padStart(digitsOf(series), '0')}`)
}
