import { decimalText } from '../../../resources/define/sheet/sheet-cell.ts'

/** The fields of a form as it travels: names and texts. */
export type Fields = Readonly<Record<string, string>>

/** Reads a posted form; of a name that comes twice the last counts. */
export const readFields = (body: string): Fields => Object.fromEntries(new URLSearchParams(body))

/** A field's text; null where it is missing or empty. */
export const textIn = (fields: Fields, name: string): string | null =>
  (Object.hasOwn(fields, name) && fields[name]) || null

/** The named fields that are there and not empty. */
export const picked = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(names.flatMap(name => (textIn(fields, name) === null ? [] : [[name, fields[name]!]])))

/** Paise as gateways write them: `'118000.00'`. */
export const toGatewayAmount = (paise: number) => decimalText(paise, 2)

/**
 * A gateway's decimal text in paise, exactly: `'00118000.00'` and `'1.18E5'`, as Java writes large numbers, are both
 * 11800000. Null for anything else, parts of a paisa included.
 */
export function fromGatewayAmount(text: string | null): number | null {
  const parts = /^(\d{1,20})(?:\.(\d{1,20}))?(?:E(\d{1,2}))?$/.exec(text ?? '')
  if (!parts) return null
  const [, rupeeDigits = '', fraction = '', exponent = '0'] = parts
  const places = 2 + Number(exponent)
  const digits = fraction.padEnd(places, '0')
  if (/[^0]/.test(digits.slice(places))) return null
  const paise = Number(rupeeDigits + digits.slice(0, places))
  return Number.isSafeInteger(paise) ? paise : null
}

/** A JSON object with its values as texts, numbers exactly as they were written; null for anything else. */
export function readJson(text: string): Record<string, unknown> | null {
  // Beyond TypeScript's library: a reviver is told how a number was written.
  const asWritten = (_name: string, value: unknown, written?: { source?: string }) =>
    typeof value === 'number' ? (written?.source ?? String(value)) : value
  try {
    return objectOf(JSON.parse(text, asWritten))
  } catch {
    return null
  }
}

/** The value as an object, where it is one. */
export const objectOf = (value: unknown): Record<string, unknown> | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null

/** The texts among the values of an object. */
export const textsOf = (values: Record<string, unknown>): Fields =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
