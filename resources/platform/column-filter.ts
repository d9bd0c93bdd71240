/** The filters of a list as its address and its saved views write them: `f.transMode=in.ROAD~AIR`. */
import { columnOf } from '../columns.ts'
import { isDay } from '../define/dates.ts'
import type { Field } from '../define/fields.ts'
import { isPeriod, type Period } from '../define/periods.ts'
import type { Resource } from '../define/resource.ts'

export type Bound = string | number | null

/** A filter on one column; values in their stored units: paise, thousandths, days, ids. */
export type ColumnFilter =
  | { field: string; operator: 'contains' | 'eq' | 'starts'; value: string | number | boolean }
  | { field: string; operator: 'between'; value: [Bound, Bound] }
  | { field: string; operator: 'within'; value: Period }
  | { field: string; operator: 'in' | 'nin'; value: (string | number)[] }
  | { field: string; operator: 'null' | 'nnull'; value: true }

/** A filter as part of the address: `in.ROAD~AIR`. */
export const writeFilter = (filter: ColumnFilter) => `${filter.operator}.${valueIn(filter)}`

const valueIn = ({ operator, value }: ColumnFilter) => {
  if (operator === 'null' || operator === 'nnull') return ''
  return Array.isArray(value) ? value.map(one => one ?? '').join('~') : String(value)
}

/** Parses a filter from the address; empty when it is not valid for the column. */
export function readFilter(resource: Resource, name: string, text: string): ColumnFilter[] {
  const field = columnOf(resource, name)?.field
  const dot = text.indexOf('.')
  const [operator, operand] = [text.slice(0, dot), text.slice(dot + 1)]
  if (!field || field.secret || dot < 1) return []
  switch (operator) {
    case 'null':
    case 'nnull':
      return [{ field: name, operator, value: true }]
    case 'starts':
      return field.kind === 'text' && operand ? [{ field: name, operator, value: operand }] : []
    case 'contains':
      return readValue(field, operand) === null ? [] : [{ field: name, operator, value: operand }]
    case 'eq': {
      const value = readValue(field, operand)
      if (value === null) return []
      return [{ field: name, operator, value: field.kind === 'flag' ? value === 'true' : value }]
    }
    case 'within':
      return isMoment(field) && isPeriod(operand) ? [{ field: name, operator, value: operand }] : []
    case 'between': {
      const values = operand.split('~').map(part => readValue(field, part))
      if (values.length !== 2 || values.every(value => value === null)) return []
      return [{ field: name, operator, value: values as [Bound, Bound] }]
    }
    case 'in':
    case 'nin': {
      const operandValues = operand.split('~').flatMap(part => readValue(field, part) ?? [])
      return operandValues.length > 0 ? [{ field: name, operator, value: operandValues }] : []
    }
    default:
      return []
  }
}

const isMoment = ({ kind }: Field) => kind === 'date' || kind === 'instant'

function readValue(field: Field, text: string): string | number | null {
  if (text === '') return null
  if (field.kind === 'number' || field.kind === 'reference' || field.kind === 'file') {
    return Number.isSafeInteger(Number(text)) ? Number(text) : null
  }
  if (isMoment(field)) return isDay(text) ? text : null
  if (field.options) return field.options.includes(text) ? text : null
  return text
}
