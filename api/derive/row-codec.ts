import type { Field } from '../../resources/define/fields.ts'
import type { Resource, Row } from '../../resources/define/resource.ts'

/** A row as clients see it: flags as booleans, lists and JSON as parsed values. */
export type StoredRow = Record<string, unknown> & { id: number }

/** A row of this resource as clients see it; with any columns where the resource is known only at run time. */
export type RowIn<R extends Resource> = string extends keyof R['fields'] ? StoredRow : Row<R>

type Read = (value: unknown) => unknown

const readFlag: Read = value => (value === null ? null : Boolean(value))
const readJson: Read = value => (typeof value === 'string' ? JSON.parse(value) : value)

function readerOf(field: Field): Read | undefined {
  if (field.kind === 'flag') return readFlag
  return field.kind === 'list' || field.kind === 'json' ? readJson : undefined
}

const readers = new WeakMap<Resource, [string, Read][]>()

function readersOf(resource: Resource): [string, Read][] {
  const known = readers.get(resource)
  if (known) return known
  const made = Object.entries(resource.fields).flatMap(([name, field]): [string, Read][] => {
    const read = readerOf(field)
    return read ? [[name, read]] : []
  })
  if (resource.kind === 'master') made.push(['isActive', readFlag])
  readers.set(resource, made)
  return made
}

/** Converts a row from the database to what clients see. It changes the given row. */
export function readRow<R extends Resource>(resource: R, row: Record<string, unknown>): RowIn<R> {
  for (const [name, read] of readersOf(resource)) if (name in row) row[name] = read(row[name])
  delete row.naturalKey
  delete row.periodKey
  return row as RowIn<R>
}

/** Converts a value to its form in the database. */
export function stored(value: unknown): string | number | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'boolean') return value ? 1 : 0
  return typeof value === 'object' ? JSON.stringify(value) : (value as string | number)
}
