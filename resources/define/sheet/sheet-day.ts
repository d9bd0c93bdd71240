import { dayOf, instantOf, isDay } from '../dates.ts'
import { dayText, plainDay } from '../show.ts'
import type { ColumnWriting, DayOrder, SheetCell } from './sheet-reading.ts'
import { fault, type Reading } from './sheet-reading.ts'
import { plainText } from './signs.ts'

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

/** What a text can mean as a day: one, or one of two by the order of its parts, between which `sign` stands. */
type Meant = { day: string } | ({ sign: '/' | '-' } & Partial<Record<DayOrder, string>>)

const MONTHS = 'january february march april may june july august september october november december'.split(' ')
const WEEKDAY = /^(?:sun|mon|tue|wed|thu|fri|sat)[a-z]*\.?,? /i
const DAY_FIRST = /^(\d{1,2})(?:st|nd|rd|th)?[ ./-]*([a-z]{3,9})\.?,?[ ./-]*'?(\d{4}|\d{2})$/i
const MONTH_FIRST = /^([a-z]{3,9})\.?[ -]*(\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/i

function dayFrom(year: string, month: string | number, day: string): string | undefined {
  const full = year.length === 2 ? `${year < '70' ? 20 : 19}${year}` : year
  const text = `${full}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(text) && text >= '1900' ? text : undefined
}

/** The day that a plain text without a time means, or the two of which it can mean either. */
function meantBy(text: string): Meant | undefined {
  const [, a, sign, b, c] = /^(\d{1,4})([-/.])(\d{1,2})\2(\d{1,4})$/.exec(text) ?? []
  if (a && b && c) {
    if (a.length === 4) return c.length < 3 ? sure(dayFrom(a, b, c)) : undefined
    // A year of two digits behind dashes may as well be a day.
    if (a.length > 2 || (c.length !== 4 && (c.length !== 2 || sign === '-'))) return undefined
    const [DMY, MDY] = [dayFrom(c, b, a), dayFrom(c, a, b)]
    if (sign === '.' || DMY === MDY) return sure(DMY)
    return { sign: sign as '/' | '-', ...(DMY && { DMY }), ...(MDY && { MDY }) }
  }
  if (/^\d{8}$/.test(text)) {
    const [, day, month, year] = /^(..)(..)(....)$/.exec(text)!
    return sure(dayFrom(text.slice(0, 4), text.slice(4, 6), text.slice(6)) ?? dayFrom(year!, month!, day!))
  }
  const spoken = text.replace(WEEKDAY, '')
  const [, d1, m1 = '', y1] = DAY_FIRST.exec(spoken) ?? []
  const [, m2 = m1, d2 = d1, y2 = y1] = MONTH_FIRST.exec(spoken) ?? []
  const month = MONTHS.findIndex(name => m2 !== '' && name.startsWith(m2.toLowerCase()))
  return month < 0 ? undefined : sure(dayFrom(y2!, month + 1, d2!))
}

const sure = (day: string | undefined): Meant | undefined => (day === undefined ? undefined : { day })

const TIME =
  /[T ,]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)? ?(?:([ap])\.?m\.?)? ?(?:hrs\.?)? ?\(?(?:(Z|UTC|GMT|IST)|(?:GMT|UTC)?([+-])(\d{2}):?(\d{2}))?\)?$/i
const INDIA = 330

/** A text as its day and, where it has one, the time behind it: minutes ahead of UTC, and milliseconds of the day. */
function splitTime(text: string): { date: string; ahead?: number; ms?: number } | undefined {
  const parts = text.includes(':') ? TIME.exec(text) : null
  if (!parts) return { date: text }
  const [, hour, minute, second = '0', fraction = '', half, zone, sign, zoneHours, zoneMinutes] = parts
  const isLate = half?.toLowerCase() === 'p'
  if (half && (Number(hour) < 1 || Number(hour) > 12)) return undefined
  const hours = half ? (Number(hour) % 12) + (isLate ? 12 : 0) : Number(hour)
  if (hours > 23 || Number(minute) > 59 || Number(second) > 59) return undefined
  const shift = sign ? Number(`${sign}1`) * (Number(zoneHours) * 60 + Number(zoneMinutes)) : undefined
  return {
    date: text.slice(0, parts.index),
    ms: ((hours * 60 + Number(minute)) * 60 + Number(second)) * 1000 + Number(fraction.padEnd(3, '0').slice(0, 3)),
    ...((zone || shift !== undefined) && { ahead: shift ?? (zone!.toUpperCase() === 'IST' ? INDIA : 0) }),
  }
}

const instantAt = (day: string, ms: number, ahead = INDIA) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + ms - ahead * 60_000).toISOString()

/** Which order of its parts a day in digits must have, or EITHER; undefined for what tells nothing. */
export function dayOrderOf(text: string): { sign: '/' | '-'; order: DayOrder | 'EITHER'; days: string[] } | undefined {
  const meant = meantBy(splitTime(text)?.date ?? '')
  if (!meant || 'day' in meant) return undefined
  const { sign, DMY, MDY } = meant
  const days = [DMY, MDY].flatMap(day => day ?? [])
  return { sign, days, order: days.length === 2 ? 'EITHER' : DMY ? 'DMY' : 'MDY' }
}

/** The day of a text as its column is written. Between dashes the day comes first, as the portal writes it. */
function chosenDay(date: string, column: ColumnWriting): Reading {
  const meant = meantBy(date)
  if (!meant) return NO_DAY
  if ('day' in meant) return { value: meant.day }
  const { sign, DMY, MDY } = meant
  const shown = column.days?.[sign]
  if (sign === '/' && shown === 'MIXED')
    return fault('FORMAT', 'begins with the day in some rows and with the month in others: write all days alike')
  if (sign === '/' && !shown && DMY && MDY) return eitherDay(DMY, MDY)
  const order = shown === 'MIXED' || (!shown && DMY) ? 'DMY' : (shown ?? 'MDY')
  const day = order === 'DMY' ? DMY : MDY
  return day ? { value: day } : NO_DAY
}

const NO_DAY = fault('FORMAT', 'must be a day such as 01-04-2026 or 2026-04-01')
const eitherDay = (one: string, other: string) =>
  fault(
    'FORMAT',
    `can be ${plainDay(one, '')} or ${plainDay(other, '')}: say which comes first, day or month, or write it as ${dayText(one)}`,
  )

/** The number of a cell that a spreadsheet shows as a day; in a text only one that can hardly be anything else (1954 to 2119). */
function serialIn(cell: SheetCell): number | undefined {
  if (typeof cell === 'number') return cell
  if (typeof cell === 'object' && cell !== null && 'serial' in cell) return cell.serial
  return typeof cell === 'string' && /^[2-7]\d{4}(\.\d+)?$/.test(cell) ? Number(cell) : undefined
}

/** The first and the last second since 1970 that stands for an instant: ten digits, of 2001 to 2099. */
const [FIRST_SECOND, LAST_SECOND] = [1_000_000_000, 4_102_444_799]

/** The Indian day of seconds since 1970, as programs write an instant; nothing else that is a day has ten digits. */
function dayOfSeconds(cell: SheetCell): string | undefined {
  const seconds = typeof cell === 'number' || (typeof cell === 'string' && /^\d{10}$/.test(cell)) ? Number(cell) : 0
  if (!Number.isInteger(seconds) || seconds < FIRST_SECOND || seconds > LAST_SECOND) return undefined
  return dayOf(new Date(seconds * 1000).toISOString())
}

/** Reads a day, on the Indian clock where a time stands behind it; `column` tells how the others of its column are written. */
export function readDay(cell: SheetCell, column: ColumnWriting = {}): Reading {
  const ofProgram = dayOfSeconds(cell)
  if (ofProgram) return { value: ofProgram }
  const serial = serialIn(cell)
  if (serial !== undefined) {
    const day = dayOfSerial(Math.floor(serial)) ?? (typeof cell === 'number' ? dayIn(String(cell)) : undefined)
    return day ? { value: day } : NO_DAY
  }
  const split = typeof cell === 'string' ? splitTime(plainText(cell)) : undefined
  if (!split) return NO_DAY
  const reading = chosenDay(split.date, column)
  if (!('value' in reading) || split.ahead === undefined) return reading
  return { value: dayOf(instantAt(reading.value as string, split.ms!, split.ahead)) }
}

/** The day of a number such as 20261225. */
function dayIn(digits: string): string | undefined {
  const meant = digits.length === 8 ? meantBy(digits) : undefined
  return meant && 'day' in meant ? meant.day : undefined
}

/** Reads a day and time on the Indian clock. */
export function readInstant(cell: SheetCell, column: ColumnWriting = {}): Reading {
  const serial = serialIn(cell)
  if (serial !== undefined) {
    const day = dayOfSerial(Math.floor(serial))
    return day ? { value: instantAt(day, Math.round((serial % 1) * 86_400_000)) } : NO_INSTANT
  }
  const split = typeof cell === 'string' ? splitTime(plainText(cell)) : undefined
  if (split?.ms === undefined) return NO_INSTANT
  const reading = chosenDay(split.date, column)
  if ('value' in reading) return { value: instantAt(reading.value as string, split.ms, split.ahead) }
  return reading === NO_DAY ? NO_INSTANT : reading
}

const NO_INSTANT = fault('FORMAT', 'must be a day and time such as 01-04-2026 15:30')

/** Reads a day and time on the Indian clock, or a day alone where no time is written. */
export function readMoment(cell: SheetCell, column: ColumnWriting = {}): Reading {
  if (isDayAlone(cell)) return readDay(cell, column)
  const reading = readInstant(cell, column)
  return reading === NO_INSTANT ? NO_MOMENT : reading
}

function isDayAlone(cell: SheetCell): boolean {
  const serial = serialIn(cell)
  if (serial !== undefined) return Number.isInteger(serial)
  const text = typeof cell === 'string' ? plainText(cell) : ''
  return splitTime(text)?.ms === undefined && 'value' in readDay(cell)
}

const NO_MOMENT = fault('FORMAT', 'must be a day such as 01-04-2026, or a day and time such as 01-04-2026 15:30')
