import { dayOfSap, instantOfSap, sapDate, sapInstant } from '../../sap/http/odata.ts'
import type { EntityType, Property, Row } from './entity-type.ts'
import { badRequest } from './odata-error.ts'
import { type Language, shownUnit, storedUnit } from './units.ts'

/** What SAP answers for a property that has no value. */
export function emptyValue({ edm, scale = 0 }: Property): unknown {
  if (edm === 'String') return ''
  if (edm === 'Boolean') return false
  if (edm === 'Decimal') return scale > 0 ? `0.${'0'.repeat(scale)}` : '0'
  if (edm === 'Int32') return 0
  if (edm === 'Double') return '0'
  return null
}

/** A stored value as OData v2 JSON writes it. */
export function wireValue(property: Property, value: unknown, language: Language): unknown {
  if (value === null || value === undefined) return emptyValue(property)
  if (property.edm === 'DateTime') return sapDate(String(value))
  if (property.edm === 'DateTimeOffset') return sapInstant(String(value))
  if (property.edm === 'Time') return edmTime(String(value))
  if (property.isBare) return String(value).replace(/^0+(?=\d+$)/, '')
  if (property.isUnit) return shownUnit(String(value), language)
  return value
}

const edmTime = (value: string) => {
  const [hours, minutes, seconds] = value.split(':')
  return `PT${hours}H${minutes}M${seconds}S`
}

const storedText = (property: Property, value: string) =>
  property.isUnit
    ? storedUnit(value)
    : property.padded && /^\d+$/.test(value)
      ? value.padStart(property.padded, '0')
      : value

/** A checked value of a POST in the form in which it is stored. */
export function postedValue(property: Property, value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (property.edm === 'DateTime') return dayOfSap(value)
  if (property.edm === 'DateTimeOffset') return instantOfSap(value)
  return property.edm === 'Time' ? (literalOf(`time'${value}'`)?.value ?? value) : storedText(property, value)
}

/** A row with stored codes of units, customers and materials. Throws RangeError for a property that the entity does not have. */
export function storedRow(type: EntityType, row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const property = type.properties[name]
      if (!property) throw new RangeError(`${type.set} has no property ${name}`)
      return [name, typeof value === 'string' ? storedText(property, value) : value]
    }),
  )
}

export type Literal = { kind: 'text' | 'day' | 'instant' | 'time' | 'number' | 'flag' | 'null'; value: string }

const instantText = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d(?::\d\d(?:\.\d{1,7})?)?)(Z|[+-]\d\d:\d\d)?$/

/** The literal of an address: `'O''Neil'`, `datetime'…'`, `datetimeoffset'…'`, `time'PT…'`, a number, `true`. */
export function literalOf(word: string): Literal | null {
  const quoted = /^(datetime|datetimeoffset|time|guid)?'((?:[^']|'')*)'$/.exec(word)
  if (quoted) return quotedLiteral(quoted[1] ?? '', quoted[2]!.replaceAll("''", "'"))
  if (/^[+-]?\d+(\.\d+)?[mMdDfFlL]?$/.test(word)) return { kind: 'number', value: word.replace(/[a-zA-Z]$/, '') }
  if (word === 'true' || word === 'false') return { kind: 'flag', value: word }
  return word === 'null' ? { kind: 'null', value: '' } : null
}

function quotedLiteral(kind: string, value: string): Literal | null {
  if (kind === '' || kind === 'guid') return { kind: 'text', value }
  if (kind === 'time') {
    const parts = /^PT(?:(\d{1,2})H)?(?:(\d{1,2})M)?(?:(\d{1,2})S)?$/.exec(value)
    if (!parts) return null
    return { kind: 'time', value: [1, 2, 3].map(part => (parts[part] ?? '').padStart(2, '0')).join(':') }
  }
  const parts = instantText.exec(value)
  if (!parts || Number.isNaN(Date.parse(`${parts[1]}T00:00:00Z`))) return null
  if (kind === 'datetime') return { kind: 'day', value: parts[1]! }
  const at = Date.parse(`${parts[1]}T${parts[2]}${parts[3] ?? 'Z'}`)
  return Number.isNaN(at) ? null : { kind: 'instant', value: new Date(at).toISOString() }
}

const kinds: Record<Property['edm'], readonly Literal['kind'][]> = {
  String: ['text'],
  Boolean: ['flag'],
  Decimal: ['number'],
  Double: ['number'],
  Int32: ['number'],
  DateTime: ['day', 'null'],
  DateTimeOffset: ['instant', 'day', 'null'],
  Time: ['time', 'null'],
}

/** A literal in the form in which the property is stored. Throws ODataError when it is of another kind. */
export function storedLiteral(name: string, property: Property, literal: Literal): string | number | null {
  if (!kinds[property.edm].includes(literal.kind))
    throw badRequest(`Invalid parametertype used at function for property '${name}'.`)
  if (literal.kind === 'null') return null
  if (literal.kind === 'number') return Number(literal.value)
  if (literal.kind === 'flag') return literal.value === 'true' ? 1 : 0
  if (property.edm === 'DateTimeOffset' && literal.kind === 'day') return `${literal.value}T00:00:00.000Z`
  return storedText(property, literal.value)
}
