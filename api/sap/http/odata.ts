/** How SAP writes amounts, quantities, dates and codes in OData v2 JSON, and how to read them back into whole numbers. */

/** Paise as SAP's decimal text: 45000 → `'450.00'`. */
export const toSapAmount = (paise: number) => decimalText(paise, 2)

/** Thousandths as SAP's decimal text: 200000 → `'200.000'`. */
export const toSapQuantity = (thousandths: number) => decimalText(thousandths, 3)

/** SAP's decimal text in paise: `'450.000000000'` → 45000. Throws RangeError for anything but a decimal text. */
export const fromSapAmount = (text: unknown) => wholeOf(text, 2)

/** SAP's decimal text in thousandths: `'200.000'` → 200000. Throws RangeError for anything but a decimal text. */
export const fromSapQuantity = (text: unknown) => wholeOf(text, 3)

/** SAP's decimal text as an exact fraction: `'12.345'` is 12345 by 1000. Throws RangeError for anything else. */
export function exactDecimal(text: unknown): { num: bigint; den: bigint } {
  const parts = typeof text === 'string' ? /^(-?\d+)(?:\.(\d*?)0*)?$/.exec(text.trim()) : null
  if (!parts) throw new RangeError(`${JSON.stringify(text)} is not a decimal text`)
  const fraction = parts[2] ?? ''
  return { num: BigInt(`${parts[1]}${fraction}`), den: 10n ** BigInt(fraction.length) }
}

/** SAP's decimal text as a whole number, `'1'` or `'1.000'`; 0 where it is empty. Throws RangeError for any other. */
export function wholeNumber(text: unknown): number {
  if (text === null || text === undefined || text === '') return 0
  const { num, den } = exactDecimal(text)
  if (den !== 1n || num > BigInt(Number.MAX_SAFE_INTEGER)) throw new RangeError(`${text} is not a whole number`)
  return Number(num)
}

function decimalText(value: number, decimals: number): string {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not a whole number`)
  const digits = `${Math.abs(value)}`.padStart(decimals + 1, '0')
  return `${value < 0 ? '-' : ''}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

function wholeOf(text: unknown, decimals: number): number {
  const parts = typeof text === 'string' ? /^(-?)(\d+)(?:\.(\d+))?$/.exec(text.trim()) : null
  if (!parts) throw new RangeError(`${JSON.stringify(text)} is not a decimal text`)
  const fraction = (parts[3] ?? '').padEnd(decimals + 1, '0')
  const whole = Number(`${parts[2]}${fraction.slice(0, decimals)}`) + (fraction.charAt(decimals) >= '5' ? 1 : 0)
  if (!Number.isSafeInteger(whole)) throw new RangeError(`${text} is too large`)
  return parts[1] && whole !== 0 ? -whole : whole
}

/** A business day as UTC midnight: `'2026-04-01'` → `'/Date(1775001600000)/'`. */
export const sapDate = (day: string) => `/Date(${Date.parse(`${day}T00:00:00Z`)})/`

/** An instant as Edm.DateTimeOffset. */
export const sapInstant = (instant: string) => `/Date(${Date.parse(instant)}+0000)/`

/** The UTC instant of `'/Date(ms)/'` or `'/Date(ms+0000)/'`. Throws RangeError for anything else. */
export function instantOfSap(value: unknown): string {
  const parts = typeof value === 'string' ? /^\/Date\((-?\d+)(?:[+-]\d{4})?\)\/$/.exec(value) : null
  if (!parts) throw new RangeError(`${JSON.stringify(value)} is not a date`)
  return new Date(Number(parts[1])).toISOString()
}

/** The business day of `'/Date(ms)/'`, which SAP writes as UTC midnight. */
export const dayOfSap = (value: unknown) => instantOfSap(value).slice(0, 10)

/** A text literal of an OData v2 address, quotes doubled. */
export const odataLiteral = (text: string) => `'${text.replaceAll("'", "''")}'`

export type SapRow = Record<string, unknown>

/** The rows of a collection, whether SAP wrote `{ results: [] }`, a bare list, or only a deferred link. */
export function collectionRows(collection: unknown): SapRow[] {
  const rows = rowsIn(collection)
  return Array.isArray(rows) ? rows : []
}

/** The rows of an expanded collection. Throws RangeError where SAP only gave a link to it. */
export function expandedRows(collection: unknown): SapRow[] {
  const rows = rowsIn(collection)
  if (!Array.isArray(rows)) throw new RangeError('A list that was asked for is missing')
  return rows
}

const rowsIn = (collection: unknown): unknown =>
  Array.isArray(collection) ? collection : (collection as { results?: unknown } | null | undefined)?.results

/** A text, or null where SAP left it empty. */
export const optionalText = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

/** The text of a field that must have one. Throws RangeError, which names the field, where SAP left it empty. */
export function requiredText(value: unknown, field: string): string {
  const text = optionalText(value)
  if (text === null) throw new RangeError(`${field} is empty in SAP`)
  return text
}

/** Reads an item of a document; why it cannot be read names it: `item 10: Material is empty in SAP`. */
export function ofItem<Read>(no: unknown, read: () => Read): Read {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new RangeError(`item ${Number(no) || '?'}: ${error.message}`)
  }
}

/** Why a row or document of SAP cannot be read, as a sentence: `Invoice 90000077 item 10: Material is empty in SAP`. */
export function unreadableText(title: string, number: string, reason: string): string {
  if (/^item (\d+|\?): /.test(reason)) return `${title} ${number} ${reason}`
  return reason.endsWith(' is empty in SAP')
    ? `${title} ${number}: ${reason}`
    : `${title} ${number} cannot be read: ${reason}`
}
