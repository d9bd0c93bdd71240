import type { Field } from '../../resources/define/fields.ts'
import type { Resource, Row } from '../../resources/define/resource.ts'

/** A row as clients see it: flags as booleans, lists and JSON as parsed values. */
export type StoredRow = Record<string, unknown> & { id: number }

/** A row of this resource as clients see it; with any columns where the resource is known only at run time. */
export type RowIn<R extends Resource> = string extends keyof R['fields'] ? StoredRow : Row<R>

type Decode = (value: unknown) => unknown

const decodeFlag: Decode = value => (value === null ? null : Boolean(value))
const decodeJson: Decode = value => (typeof value === 'string' ? JSON.parse(value) : value)

function decoderOf(field: Field): Decode | undefined {
  if (field.kind === 'flag') return decodeFlag
  return field.kind === 'list' || field.kind === 'json' ? decodeJson : undefined
}

const decoders = new WeakMap<Resource, [string, Decode][]>()

function decodersOf(resource: Resource): [string, Decode][] {
  const cached = decoders.get(resource)
  if (cached) return cached
  const entries = Object.entries(resource.fields).flatMap(([name, field]): [string, Decode][] => {
    const decode = decoderOf(field)
    return decode ? [[name, decode]] : []
  })
  if (resource.kind === 'master') entries.push(['isActive', decodeFlag])
  decoders.set(resource, entries)
  return entries
}

/** Converts a row from the database to what clients see. It changes the given row. */
export function decodeRow<R extends Resource>(resource: R, row: Record<string, unknown>): RowIn<R> {
  for (const [name, decode] of decodersOf(resource)) if (name in row) row[name] = decode(row[name])
  delete row.naturalKey
  delete row.periodKey
  return row as RowIn<R>
}

/** Converts a value to its form in the database. */
export function encodeValue(value: unknown): string | number | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'boolean') return value ? 1 : 0
  return typeof value === 'object' ? JSON.stringify(value) : (value as string | number)
}
