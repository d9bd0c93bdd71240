/** How one cell of a file becomes the value of a field. Refuses what can be read in two ways rather than guess. */

import type { Field } from '../fields.ts'
import { normalise } from '../formats.ts'
import { optionText } from '../option-text.ts'
import { errorIn, isShortened } from './damage.ts'
import { readDay, readInstant, readMoment, serialText } from './sheet-day.ts'
import { plainNumber, readNumber } from './sheet-number.ts'
import type { ColumnWriting, SheetCell } from './sheet-reading.ts'
import { fault, type Reading } from './sheet-reading.ts'
import { plainText, tidyText } from './signs.ts'

/** A cell of a CSV file. A leading apostrophe before = + - @ marks an inert text and is removed. */
export function csvCell(text: string): SheetCell {
  if (text.startsWith("'") && /^'+([=+\-@\t\r\n]|\d+$)/.test(text)) return text.slice(1)
  return text.includes('=') && plainText(text).startsWith('=') ? { formula: text } : text
}

/** Whether a cell is empty, spaces aside. */
export const isEmptyCell = (cell: SheetCell | undefined) =>
  cell === null || cell === undefined || (typeof cell === 'string' && tidyText(cell) === '')

/** A cell as text, for error lists and headings. */
export function cellText(cell: SheetCell | undefined): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell !== 'object') return String(cell)
  if ('formula' in cell) return cell.formula
  return 'serial' in cell ? serialText(cell.serial) : `${plainNumber(cell.percent * 100) ?? cell.percent} %`
}

/** Headings are the same when they differ only in letter case, spaces and signs: `net_price`, `Net Price *`. */
export const headingKey = (heading: string) =>
  heading
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** What is wrong with a computed cell, or one whose computation failed, as the end of a sentence. */
export const formulaFault = (formula: string): string =>
  /^#|^err:/i.test(formula)
    ? `holds the error ${formula}: enter a value`
    : `must be a value, not the formula ${formula.slice(0, 40)}: paste the values only`

/**
 * Reads a cell for a field of any kind except references and files; an empty one is null. `column` tells how the others of
 * its column are written.
 */
export function readCell(field: Field, cell: SheetCell, column?: ColumnWriting): Reading {
  if (isEmptyCell(cell)) return { value: null }
  if (typeof cell === 'object' && cell !== null && 'formula' in cell) {
    return fault('FORMULA_NOT_ALLOWED', formulaFault(cell.formula))
  }
  const error = errorIn(cell)
  if (error) return fault('TYPE', field.format === 'reference' ? shortened(error) : formulaFault(error))
  switch (field.kind) {
    case 'number':
      return readNumber(field, cell)
    case 'flag':
      return readFlag(cell)
    case 'date':
      return readDay(cell, column)
    case 'instant':
      return field.orDay ? readMoment(cell, column) : readInstant(cell, column)
    case 'choice':
      return readChoice(field, cell, column)
    case 'list':
      return readList(field, cell)
    default:
      return readText(field, cell, column)
  }
}

/** The end of a sentence about a reference that a spreadsheet took for a number, or could not look up. */
const shortened = (written: string) =>
  `holds ${written.slice(0, 40)}: A spreadsheet shortened this number; export again as text`

function readText(field: Field, cell: SheetCell, column?: ColumnWriting): Reading {
  if (field.format === 'time' && typeof cell === 'object' && cell && 'serial' in cell && cell.serial < 1)
    return { value: new Date(Math.round(cell.serial * 1440) * 60_000).toISOString().slice(11, 16) }
  if (typeof cell === 'object') {
    return fault(
      'FORMAT',
      'was turned into a date or percentage by the spreadsheet: format the column as text and enter it again',
    )
  }
  const text = typeof cell === 'number' ? plainNumber(cell) : tidyText(String(cell))
  if (text === undefined || isShortened(plainText(text), column)) {
    if (field.format === 'reference') return fault('FORMAT', shortened(cellText(cell)))
    return fault('FORMAT', 'was shortened by the spreadsheet: format the column as text and enter it again')
  }
  return { value: field.format ? normalise(field.format, text) || null : text }
}

const YES = new Set(['yes', 'y', 'true', '1'])
const NO = new Set(['no', 'n', 'false', '0'])

function readFlag(cell: SheetCell): Reading {
  const word = plainText(String(cell)).toLowerCase()
  if (YES.has(word)) return { value: true }
  return NO.has(word) ? { value: false } : fault('TYPE', 'must be yes or no')
}

/** Words of options are the same when they differ only in letter case, spaces and hyphens. */
export const optionKey = (text: string) =>
  plainText(text)
    .toUpperCase()
    .replace(/[\s-]+/g, '_')

function readChoice(field: Field, cell: SheetCell, column?: ColumnWriting): Reading {
  const text = typeof cell === 'number' ? (plainNumber(cell) ?? '') : cellText(cell)
  const option = optionOf(field, text) ?? column?.words?.get(optionKey(text))
  return option === undefined ? fault('ENUM', `must be one of ${field.options!.join(', ')}`) : { value: option }
}

/** All that stands for an option in a file. */
export function namesOfOption(field: Field, option: string): string[] {
  const { staff = {}, buyer = {} } = field.words ?? {}
  const names = [option, optionText(option), staff[option], buyer[option], ...(field.alsoCalled?.[option] ?? [])]
  return names.filter(name => name !== undefined)
}

const optionOf = (field: Field, text: string) => {
  const key = optionKey(text)
  return field.options!.find(option => namesOfOption(field, option).some(name => optionKey(name) === key))
}

function readList(field: Field, cell: SheetCell): Reading {
  const given = cellText(cell)
    .split(/[,;|]/)
    .filter(part => plainText(part) !== '')
  const options = given.map(part => optionOf(field, part))
  if (options.includes(undefined)) return fault('ENUM', `must be a list of ${field.options!.join(', ')}`)
  return { value: [...new Set(options)] }
}
