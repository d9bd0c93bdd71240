import { dayOf, timeOf } from './dates.ts'
import type { Field } from './fields.ts'

/** The minus of what is shown; files keep the hyphen, which programs read. */
export const MINUS = '\u2212'

/** `1234567` paise as `12,345.67`, in Indian grouping; a scale of 3 drops trailing zeros. */
export function showNumber(value: number, scale = 0): string {
  const digits = String(Math.abs(value)).padStart(scale + 1, '0')
  const integerPart = digits.slice(0, digits.length - scale)
  const rest = scale === 0 ? '' : digits.slice(-scale)
  const shown = scale > 2 ? rest.replace(/0+$/, '') : rest
  return signOf(value) + grouped(integerPart) + (shown ? `.${shown}` : '')
}

const signOf = (value: number) => (value < 0 ? MINUS : '')

/** Lakh and crore grouping: 12,34,567. */
function grouped(digits: string) {
  if (digits.length <= 3) return digits
  return `${digits.slice(0, -3).replace(/\B(?=(\d\d)+$)/g, ',')},${digits.slice(-3)}`
}

/** Paise as `₹ 12,34,567.00`; negative amounts as `−₹ 18,200.00`. */
export const rupees = (paise: number) => `${signOf(paise)}₹ ${showNumber(Math.abs(paise), 2)}`
/** Paise for the axis of a chart: `₹ 12,345`, `₹ 4.25 L` (lakh), `₹ 1.20 Cr` (crore); rounded, for the eye alone. */
export function rupeesInShort(paise: number): string {
  const size = Math.abs(paise)
  const [unit, name] =
    size >= 1_000_000_000 ? [1_000_000_000, ' Cr'] : size >= 10_000_000 ? [10_000_000, ' L'] : [100, '']
  const rounded = name ? showNumber(Math.round((size * 100) / unit), 2) : showNumber(Math.round(size / unit))
  return `${signOf(paise)}₹ ${rounded}${name}`
}
/** A price of so many units: `₹ 12.34`, or `₹ 12.34 per 100`. */
export const rupeesPer = (paise: number, units: number) =>
  units === 1 ? rupees(paise) : `${rupees(paise)} per ${showNumber(units)}`
/** A price of so many units in a column: `12.34`, or `12.34 / 100`. */
export const pricePer = (paise: number, units: number) =>
  units === 1 ? showNumber(paise, 2) : `${showNumber(paise, 2)} / ${showNumber(units)}`
/** Hundredths of a percent as `12.60 %`. */
export const percentText = (hundredths: number) => `${showNumber(hundredths, 2)} %`
/** Hundredths of a percent as people say a rate: `18 %`, `2.5 %`. */
export const shortPercentText = (hundredths: number) => `${showNumber(hundredths, 2).replace(/\.?0+$/, '')} %`
/** Thousandths as `200` or `0.5`. */
export const quantityText = (thousandths: number) => showNumber(thousandths, 3)
/** A weight in grams as kilograms. */
export const kilograms = (grams: number) => `${quantityText(grams)} kg`

/** A number of bytes as people say it: `240 kB`, `1.4 MB`. */
export const sizeText = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`

/** `2026-04-01` as `01-04-2026`. */
export const dayText = (day: string) => (day.startsWith('9999') ? 'no end' : day.split('-').reverse().join('-'))

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
/** The month of a day, or of `2026-04`, as `Apr 2026`. */
export const monthText = (day: string) => `${monthName(day)} ${day.slice(0, 4)}`
/** The same as `Apr`, where the year is known. */
export const monthName = (day: string) => MONTHS[Number(day.slice(5, 7)) - 1]!
/** The financial year `2627` as `2026-27`. */
export const yearText = (fy: string) => `20${fy.slice(0, 2)}-${fy.slice(2)}`

/** An instant as `24-11-2026 15:00`, on the Indian clock. */
export const momentText = (instant: string) => `${dayText(dayOf(instant))} ${timeOf(instant)}`

/** A period within a sentence: `from 01-04-2026 to 31-03-2027`, without an end where it has none. */
export const fromTo = (from: string, to: string) =>
  `from ${dayText(from)}${to.startsWith('9999') ? '' : ` to ${dayText(to)}`}`

/** When a row is valid: `valid from 01-04-2026 to 31-03-2027`, or `valid from 01-04-2026, no end`. */
export const validText = (from: string, to: string) =>
  `valid ${fromTo(from, to)}${to.startsWith('9999') ? ', no end' : ''}`

/** A value as a person reads it; a reference as its id, since its text is not at hand. */
export function show(field: Field, value: unknown): string {
  if (value === null || value === undefined) return ''
  switch (field.kind) {
    case 'number':
      if (field.unit === '₹') return rupees(value as number)
      if (field.unit === 'bytes') return sizeText(value as number)
      return `${showNumber(value as number, field.scale)}${field.unit === undefined ? '' : ` ${field.unit}`}`
    case 'flag':
      return value ? 'Yes' : 'No'
    case 'date':
      return dayText(String(value))
    case 'list':
      return (value as string[]).join(', ')
    case 'json':
      return JSON.stringify(value)
    default:
      return String(value)
  }
}

/** A day in a sentence: `29 Nov`, with its year where that is another than today's. */
export function plainDay(day: string, today: string): string {
  const year = day.slice(0, 4)
  return `${Number(day.slice(8))} ${monthName(day)}${year === today.slice(0, 4) ? '' : ` ${year}`}`
}
