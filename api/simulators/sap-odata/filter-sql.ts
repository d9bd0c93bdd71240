import type { EntityType, Property } from './entity-type.ts'
import type { Comparison, Filter } from './filter.ts'
import { emptyValue } from './values.ts'

export type Sql = { text: string; values: (string | number)[] }

const operators: Record<Comparison, string> = { eq: '=', ne: '<>', gt: '>', ge: '>=', lt: '<', le: '<=' }

/** The expression of a property, the same in conditions, orders and indexes, so that SQLite finds the index. */
export function propertySql(type: EntityType, name: string): string {
  const { edm } = type.properties[name]!
  const found = `json_extract(body, '$.${name}')`
  if (edm === 'Decimal' || edm === 'Double') return `cast(coalesce(${found}, 0) as real)`
  return `coalesce(${found}, ${edm === 'Boolean' || edm === 'Int32' ? 0 : "''"})`
}

/** A checked filter as a condition of SQL. */
export function filterSql(type: EntityType, filter: Filter): Sql {
  if (filter.is === 'and' || filter.is === 'or') {
    const [left, right] = [filterSql(type, filter.left), filterSql(type, filter.right)]
    return { text: `(${left.text} ${filter.is} ${right.text})`, values: [...left.values, ...right.values] }
  }
  const found = propertySql(type, filter.name)
  if (filter.is === 'contains') return { text: `instr(${found}, ?) > 0`, values: [filter.value] }
  if (filter.is === 'starts')
    return { text: `substr(${found}, 1, length(?)) = ?`, values: [filter.value, filter.value] }
  return comparisonSql(type.properties[filter.name]!, found, filter.by, filter.value)
}

/** An absent day is neither before nor after any other; only `ne` and `eq null` find it. */
function comparisonSql(property: Property, found: string, by: Comparison, value: string | number | null): Sql {
  const present = emptyValue(property) === null && (by === 'lt' || by === 'le') ? ` and ${found} <> ''` : ''
  if (value !== null) return { text: `(${found} ${operators[by]} ?${present})`, values: [value] }
  return { text: by === 'eq' || by === 'ne' ? `${found} ${operators[by]} ''` : '0', values: [] }
}
