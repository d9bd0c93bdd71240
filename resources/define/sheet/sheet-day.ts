import { instantOf, isDay, isInstant } from '../dates.ts'
import type { SheetCell } from './sheet-reading.ts'
import { fault, type Reading } from './sheet-reading.ts'

/** Days from the spreadsheet's day 0 to 1970-01-01. */
const EPOCH = 25_569

/** The day of a spreadsheet's date number between 1900-03-01 and 9999-12-31, else undefined. */
export function dayOfSerial(serial: number): string | undefined {
  if (!Number.isInteger(serial) || serial < 61 || serial > 2_958_465) return undefined
  return new Date((serial - EPOCH) * 86_400_000).toISOString().slice(0, 10)
}

/** The spreadsheet's number of a business day. */
export const serialOf = (day: string) => Math.round(Date.parse(`${day}T00:00:00Z`) / 86_400_000) + EPOCH

/** The spreadsheet's number of an instant, on the Indian clock. */
export const serialOfInstant = (instant: string) =>
  (Date.parse(instant) - Date.parse(instantOf('1970-01-01'))) / 86_400_000 + EPOCH

/** What a spreadsheet shows for a date number: a day, and its time where it has one. */
export function serialText(serial: number): string {
  const day = dayOfSerial(Math.floor(serial))
  if (day === undefined || Number.isInteger(serial)) return day ?? String(serial)
  const clock = new Date(Math.round((serial % 1) * 86_400_000)).toISOString().slice(11, 23)
  return `${day} ${clock.replace('.000', '')}`
}

// 03/04/2026 is March to some programs and April to others, so a day with slashes is refused. A bare number in a text
// file is a day only where it can hardly be anything else (1954 to 2119).
export function readDay(cell: SheetCell): Reading {
  const day = dayIn(cell)
  if (day !== undefined && isDay(day) && day >= '1900') return { value: day }
  return fault('FORMAT', 'must be a day such as 01-04-2026 or 2026-04-01')
}

function dayIn(cell: SheetCell): string | undefined {
  if (typeof cell === 'number') return dayOfSerial(cell)
  if (typeof cell === 'object' && cell !== null && 'serial' in cell) return dayOfSerial(cell.serial)
  if (typeof cell !== 'string') return undefined
  const [, d, m, y] = /^(\d{1,2})-(\d{1,2})-(\d{4})$/.exec(cell) ?? []
  if (y) return `${y}-${m!.padStart(2, '0')}-${d!.padStart(2, '0')}`
  if (/^\d{5}$/.test(cell)) return cell >= '20000' && cell <= '80000' ? dayOfSerial(Number(cell)) : undefined
  return cell.replace(/[T ]00:00(:00(\.0+)?)?$/, '')
}

/** Reads a day and time on the Indian clock. */
export function readInstant(cell: SheetCell): Reading {
  const instant = instantIn(cell)
  return instant && isInstant(instant)
    ? { value: instant }
    : fault('FORMAT', 'must be a day and time such as 01-04-2026 15:30')
}

function instantIn(cell: SheetCell): string | undefined {
  const serial =
    typeof cell === 'number'
      ? cell
      : typeof cell === 'object' && cell !== null && 'serial' in cell
        ? cell.serial
        : undefined
  if (serial !== undefined) {
    const day = dayOfSerial(Math.floor(serial))
    const milliseconds = Math.round((serial % 1) * 86_400_000)
    return day && new Date(Date.parse(instantOf(day)) + milliseconds).toISOString()
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
