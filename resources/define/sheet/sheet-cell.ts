/** How the value of a field is written into a file, so that reading it again gives the same value. */
import { dayOf } from '../dates.ts'
import type { Field } from '../fields.ts'
import { serialOf, serialOfInstant } from './sheet-day.ts'
import type { SheetCell } from './sheet-reading.ts'

/** A value as a spreadsheet's cell: numbers and days as such, everything else as text. */
export function spreadsheetCell(
  field: Field,
  value: unknown,
): Exclude<SheetCell, { formula: string } | { percent: number }> {
  if (value === null || value === undefined) return null
  if (field.kind === 'number') return Number(decimalText(value as number, field.scale))
  if (field.kind === 'date') return { serial: serialOf(value as string) }
  if (field.kind === 'instant') return { serial: serialOfInstant(value as string) }
  return field.kind === 'flag' ? Boolean(value) : wordsOf(field, value)
}

/** A value as the text of a CSV cell; a text that a spreadsheet would compute begins with an apostrophe. */
export function csvText(field: Field, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (field.kind === 'number') return decimalText(value as number, field.scale)
  return withoutFormula(wordsOf(field, value))
}

/** The text of a CSV cell that is read again: one of digits that a spreadsheet would shorten begins with an apostrophe. */
export function csvTextToKeep(field: Field, value: unknown): string {
  const text = csvText(field, value)
  return field.kind !== 'number' && /^(0\d+|\d{12,})$/.test(text) ? `'${text}` : text
}

/** A text that no spreadsheet takes for a formula; `csvCell` removes the apostrophe again. */
export const withoutFormula = (text: string) => (/^'*[=+\-@\t\r\n]/.test(text) ? `'${text}` : text)

/** One line of a CSV file. */
export const csvLine = (cells: readonly string[]) =>
  `${cells.map(cell => (/[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`

function wordsOf(field: Field, value: unknown): string {
  switch (field.kind) {
    case 'flag':
      return value ? 'Yes' : 'No'
    case 'list':
      return (value as string[]).join(', ')
    case 'json':
      return JSON.stringify(value)
    case 'instant':
      return indianTime(String(value))
    default:
      return String(value)
  }
}

/** `131.85` of 13185 paise; more than two decimals lose their trailing zeros. */
export function decimalText(value: number, scale = 0): string {
  const digits = String(Math.abs(value)).padStart(scale + 1, '0')
  const rest = scale === 0 ? '' : digits.slice(-scale)
  const shown = scale > 2 ? rest.replace(/0+$/, '') : rest
  return `${value < 0 ? '-' : ''}${digits.slice(0, digits.length - scale)}${shown && `.${shown}`}`
}

/** An instant on the Indian clock, `2026-04-01 11:00:00`. */
function indianTime(instant: string): string {
  const clock = new Date(Date.parse(instant) + 330 * 60_000).toISOString().slice(11, 23)
  return `${dayOf(instant)} ${clock.endsWith('.000') ? clock.slice(0, 8) : clock}`
}
