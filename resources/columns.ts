/** The columns of the declared resources, looked up by name, for grids, queries, exports and totals. */
import { type Column, extrasOf, readColumn } from './define/column.ts'
import type { Resource } from './define/resource.ts'
import { resourceNamed } from './registry.ts'
import type { Role } from './roles.ts'
import type { Scope } from './scopes.ts'

const columnsByResource = new WeakMap<Resource, Map<string, Column | undefined>>()

/** A row's own column or one that its declaration names; undefined where there is none of that name. */
export function columnOf(resource: Resource, name: string): Column | undefined {
  const columns = columnsByResource.get(resource) ?? new Map<string, Column | undefined>()
  columnsByResource.set(resource, columns)
  if (columns.has(name)) return columns.get(name)
  if (name.includes('.') && !extrasOf(resource).includes(name)) return undefined
  const column = readColumn(resource, name, resourceNamed)
  // Names come from outside: only those that exist are remembered.
  if (column) columns.set(name, column)
  return column
}

/** Whether somebody may see a column: every field on the way to it must be open to them. */
export function mayRead(column: Column, may: (subject: string, field?: string) => boolean): boolean {
  const { steps, owner, leaf, name, way, field } = column
  if (way !== 'computed') {
    return steps.every(step => may(step.owner.path, step.field)) && may(owner.path, leaf)
  }
  return may(owner.path, name) && (field.reads ?? []).every(read => may(resourceNamed(read).path))
}

/** The columns a list may show: those declared for it first, then the other fields. */
export const columnNames = (resource: Resource): string[] => [
  ...new Set([...resource.list, ...extrasOf(resource), ...Object.keys(resource.fields)]),
]

/** Every column by which a list may be filtered, those declared for it first. */
export const filterNames = (resource: Resource): string[] => [
  ...new Set([...resource.filters, ...Object.keys(resource.fields), ...extrasOf(resource), 'createdAt', 'updatedAt']),
]

/** The columns that hold the company of a buyer in each row that these roles let them read. */
export function ownColumns({ within }: Pick<Resource, 'within'>, roles: readonly Role[]): string[] {
  const scopes = roles.map(role => within[role]).filter(scope => scope !== undefined)
  if (scopes.length === 0 || scopes.length < roles.length) return []
  const ways = scopes.flat() as readonly Readonly<Record<string, Scope>>[]
  return Object.keys(ways[0] ?? {}).filter(name => ways.every(way => way[name] === 'ownCustomer'))
}
