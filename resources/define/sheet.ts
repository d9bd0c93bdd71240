/** How one cell of a file becomes the value of a field (§K.0). Refuses what can be read in two ways rather than guess. */
import { instantOf, isDay, isInstant } from './dates.ts'
import type { Field } from './fields.ts'
import { cleaned } from './formats.ts'

/**
 * A cell as the file has it: `serial` is a cell that the spreadsheet shows as a date (days since 1899-12-30), `percent`
 * one that it shows with a per cent sign (0.125 is 12.5 %), `formula` one that is computed.
 */
export type Cell = string | number | boolean | null | { serial: number } | { percent: number } | { formula: string }

/** What a cell says, or why it says nothing: an error code and the rest of a sentence that begins with the heading. */
export type Reading = { value: unknown } | { fault: readonly [code: string, message: string] }

const fault = (code: string, message: string): Reading => ({ fault: [code, message] })

/** A cell of a CSV file. A leading apostrophe before = + - @ is the mark of an inert text and is taken off. */
export function csvCell(text: string): Cell {
  if (text.startsWith("'") && /^'+[=+\-@\t\r\n]/.test(text)) return text.slice(1)
  return text.includes('=') && plainText(text).startsWith('=') ? { formula: text } : text
}

/** Text without the spaces around it, the no-break ones of web pages included. */
export const plainText = (text: string) => (text.includes('\u00a0') ? text.replaceAll('\u00a0', ' ') : text).trim()

/** Whether a cell holds nothing, spaces aside. */
export const isEmptyCell = (cell: Cell | undefined) =>
  cell === null || cell === undefined || (typeof cell === 'string' && plainText(cell) === '')

/** A cell as text, for error lists and headings. */
export function cellText(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell !== 'object') return String(cell)
  if ('formula' in cell) return cell.formula
  return 'serial' in cell
    ? (dayOfSerial(cell.serial) ?? String(cell.serial))
    : `${plainNumber(cell.percent * 100) ?? cell.percent} %`
}

/** Headings are the same when they differ only in letter case, spaces and signs: `net_price`, `Net Price *`. */
export const headingKey = (heading: string) =>
  heading
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** Reads a cell for a field of any kind but references and files; an empty one is null. */
export function readCell(field: Field, cell: Cell): Reading {
  if (isEmptyCell(cell)) return { value: null }
  if (typeof cell === 'object' && cell !== null && 'formula' in cell) {
    return fault('FORMULA_NOT_ALLOWED', 'must be a value, not a formula: paste the values only')
  }
  const plain = typeof cell === 'string' ? plainText(cell) : cell
  switch (field.kind) {
    case 'number':
      return readNumber(field, plain)
    case 'flag':
      return readFlag(plain)
    case 'date':
      return readDay(plain)
    case 'instant':
      return readInstant(plain)
    case 'choice':
      return readChoice(field, plain)
    case 'list':
      return readList(field, plain)
    default:
      return readText(field, plain)
  }
}

function readText(field: Field, cell: Cell): Reading {
  if (typeof cell === 'object') {
    return fault(
      'FORMAT',
      'was turned into a date or percentage by the spreadsheet: format the column as text and enter it again',
    )
  }
  const text = typeof cell === 'number' ? plainNumber(cell) : String(cell)
  const shortened = text === undefined || (field.format && /^\d+(\.\d+)?E\+\d+$/i.test(text))
  if (shortened)
    return fault('FORMAT', 'was shortened by the spreadsheet: format the column as text and enter it again')
  return { value: field.format ? cleaned(field.format, text) || null : text }
}

/** The digits of a spreadsheet's number; undefined where it keeps fewer digits than the number had. */
function plainNumber(value: number): string | undefined {
  const text = String(Number(value.toPrecision(15)))
  return /e/.test(text) || Math.abs(value) >= 1e15 ? undefined : text
}

const INDIAN = /^[+-]?\d{1,2}(,\d{2})*,\d{3}(\.\d*)?$/
const WESTERN = /^[+-]?\d{1,3}(,\d{3})+(\.\d*)?$/
const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?$/

function readNumber(field: Field, cell: Cell): Reading {
  const scale = field.scale ?? 0
  const refused = fault(
    'TYPE',
    scale === 0 ? 'must be a whole number' : `must be a number with at most ${scale} decimals`,
  )
  const given = numberText(field, cell)
  if (given === undefined) return refused
  const dropped = INDIAN.test(given) || WESTERN.test(given) ? given.replaceAll(',', '') : given
  const parts = DECIMAL.exec(dropped)
  const whole = parts?.[2] ?? ''
  const rest = (parts?.[3] ?? '').replace(/0+$/, '')
  if (!parts || (whole === '' && !parts[3]) || rest.length > scale) return refused
  const value = Number(`${parts[1]}${whole}${rest.padEnd(scale, '0')}`)
  return Number.isSafeInteger(value) ? { value: value + 0 || 0 } : fault('RANGE', 'is too large')
}

function numberText(field: Field, cell: Cell): string | undefined {
  if (typeof cell === 'number') return plainNumber(cell)
  if (typeof cell === 'object' && cell !== null && 'percent' in cell) {
    return plainNumber(field.unit === '%' ? cell.percent * 100 : cell.percent)
  }
  if (typeof cell !== 'string') return undefined
  if (field.unit === '₹') return cell.replace(/^(₹|Rs\.?|INR)\s*/i, '')
  return field.unit === '%' ? cell.replace(/\s*%$/, '') : cell
}

const YES = new Set(['yes', 'y', 'true', '1'])
const NO = new Set(['no', 'n', 'false', '0'])

function readFlag(cell: Cell): Reading {
  const word = String(cell).toLowerCase()
  if (YES.has(word)) return { value: true }
  return NO.has(word) ? { value: false } : fault('TYPE', 'must be yes or no')
}

/** Days from the spreadsheet's day 0 to 1970-01-01. */
const EPOCH = 25_569

/** The day of a spreadsheet's date number between 1900-03-01 and 9999-12-31, else undefined. */
function dayOfSerial(serial: number): string | undefined {
  if (!Number.isInteger(serial) || serial < 61 || serial > 2_958_465) return undefined
  return new Date((serial - EPOCH) * 86_400_000).toISOString().slice(0, 10)
}

/** The spreadsheet's number of a business day. */
export const serialOf = (day: string) => Math.round(Date.parse(`${day}T00:00:00Z`) / 86_400_000) + EPOCH

// 03/04/2026 is March to some programs and April to others, so a day with slashes is refused. A bare number in a text
// file is a day only where it can hardly be anything else (1954 to 2119).
function readDay(cell: Cell): Reading {
  const day = dayIn(cell)
  if (day !== undefined && isDay(day) && day >= '1900') return { value: day }
  return fault('FORMAT', 'must be a day such as 01-04-2026 or 2026-04-01')
}

function dayIn(cell: Cell): string | undefined {
  if (typeof cell === 'number') return dayOfSerial(cell)
  if (typeof cell === 'object' && cell !== null && 'serial' in cell) return dayOfSerial(cell.serial)
  if (typeof cell !== 'string') return undefined
  const [, d, m, y] = /^(\d{1,2})-(\d{1,2})-(\d{4})$/.exec(cell) ?? []
  if (y) return `${y}-${m!.padStart(2, '0')}-${d!.padStart(2, '0')}`
  if (/^\d{5}$/.test(cell)) return cell >= '20000' && cell <= '80000' ? dayOfSerial(Number(cell)) : undefined
  return cell.replace(/[T ]00:00(:00(\.0+)?)?$/, '')
}

function readInstant(cell: Cell): Reading {
  const instant = instantIn(cell)
  return instant && isInstant(instant)
    ? { value: instant }
    : fault('FORMAT', 'must be a day and time such as 01-04-2026 15:30')
}

function instantIn(cell: Cell): string | undefined {
  const serial =
    typeof cell === 'number'
      ? cell
      : typeof cell === 'object' && cell !== null && 'serial' in cell
        ? cell.serial
        : undefined
  if (serial !== undefined) {
    const day = dayOfSerial(Math.floor(serial))
    const seconds = Math.round((serial % 1) * 86_400)
    return day && new Date(Date.parse(instantOf(day)) + seconds * 1000).toISOString()
  }
  if (typeof cell !== 'string') return undefined
  if (isInstant(cell)) return cell
  const [, date, time, second = '00', milli = '000'] =
    /^(\S+)[ T]+(\d{1,2}:\d{2})(?::(\d{2})(?:\.(\d{3}))?)?$/.exec(cell) ?? []
  const day = date && dayIn(date)
  const clock = time?.padStart(5, '0')
  if (!day || !isDay(day) || !clock || clock > '23:59' || second > '59') return undefined
  return `${instantOf(day, clock).slice(0, 16)}:${second}.${milli}Z`
}

const optionKey = (text: string) => text.toUpperCase().replace(/[\s-]+/g, '_')

function readChoice(field: Field, cell: Cell): Reading {
  const found = optionOf(field, typeof cell === 'number' ? (plainNumber(cell) ?? '') : cellText(cell))
  return found === undefined ? fault('ENUM', `must be one of ${field.options!.join(', ')}`) : { value: found }
}

const optionOf = (field: Field, text: string) => {
  const wanted = optionKey(plainText(text))
  return field.options!.find(option => optionKey(option) === wanted)
}

function readList(field: Field, cell: Cell): Reading {
  const given = cellText(cell)
    .split(/[,;|]/)
    .filter(part => plainText(part) !== '')
  const found = given.map(part => optionOf(field, part))
  if (found.includes(undefined)) return fault('ENUM', `must be a list of ${field.options!.join(', ')}`)
  return { value: [...new Set(found)] }
}
