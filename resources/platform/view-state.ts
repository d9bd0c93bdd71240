import { columnOf } from '../columns.ts'
import type { Resource } from '../define/resource.ts'

export const NARROWEST = 56
export const WIDEST = 900
const MOST_COLUMNS = 200
const LONGEST_QUERY = 3000

/** Columns every row has besides the declared ones, which a grid can show too. */
export const SYSTEM_COLUMNS = ['createdAt', 'updatedAt'] as const

/** Why a state cannot be saved for this resource, as a sentence; undefined when it can. */
export function viewStateProblem(resource: Resource, state: unknown): string | undefined {
  if (!isRecord(state)) return 'The view must be an object with its columns, density and query'
  const unknown = Object.keys(state).find(key => !['columns', 'density', 'query'].includes(key))
  if (unknown !== undefined) return `A view keeps columns, density and query, not “${unknown.slice(0, 40)}”`
  const { columns, density, query } = state
  if (density !== 'normal' && density !== 'compact') return 'The density must be normal or compact'
  if (typeof query !== 'string' || query.length > LONGEST_QUERY)
    return `The filters and sort must be a text of at most ${LONGEST_QUERY} characters`
  if (!Array.isArray(columns) || columns.length > MOST_COLUMNS)
    return `The columns must be a list of at most ${MOST_COLUMNS}`
  const names = columns.map(column => (isRecord(column) ? column.name : undefined))
  const duplicate = names.find((name, index) => names.indexOf(name) !== index)
  if (duplicate !== undefined) return `The column “${String(duplicate).slice(0, 40)}” is listed twice`
  return columns.map(column => problemWithColumn(resource, column)).find(Boolean) ?? problemWithQuery(resource, query)
}

function problemWithColumn(resource: Resource, column: unknown): string | undefined {
  if (!isRecord(column) || typeof column.name !== 'string') return 'Each column must be an object with its name'
  const { name, width, pin, hidden, ...rest } = column
  const more = Object.keys(rest)[0]
  if (more !== undefined) return `A column has a name, width, pin and hidden, not “${more.slice(0, 40)}”`
  if (!hasColumn(resource, name as string))
    return `${resource.title} has no column “${String(name).slice(0, 40)}”: choose one of its columns`
  const fits = Number.isInteger(width) && Number(width) >= NARROWEST && Number(width) <= WIDEST
  if (width !== undefined && !fits) return `The width of “${name}” must be ${NARROWEST} to ${WIDEST} pixels`
  for (const mark of [pin, hidden]) {
    if (mark !== undefined && typeof mark !== 'boolean') return `Pin and hidden of “${name}” must be yes or no`
  }
  return undefined
}

/** Filters and sort must name columns that exist; their values are checked by the list itself. */
function problemWithQuery(resource: Resource, query: string): string | undefined {
  const params = new URLSearchParams(query)
  const filtered = [...params.keys()].filter(key => /^[a-f]\./.test(key)).map(key => key.slice(2))
  const sorted = (params.get('sort') ?? '')
    .split(',')
    .filter(Boolean)
    .map(name => name.replace(/^-/, ''))
  const missing = [...filtered, ...sorted].find(name => !hasColumn(resource, name))
  if (missing !== undefined) return `${resource.title} has no column “${missing.slice(0, 40)}” to filter or sort by`
  const grouped = ['by', 'across'].flatMap(key => params.get(key)?.split(',') ?? []).filter(name => name !== 'none')
  const foreign = grouped.find(name => !resource.groups?.includes(name))
  return foreign && `${resource.title} cannot be grouped by “${foreign.slice(0, 40)}”`
}

/** Whether a name is a column of the list: a field that may be shown, one through references, a computed one. */
function hasColumn(resource: Resource, name: string): boolean {
  const field = columnOf(resource, name)?.field
  return field !== undefined && !field.secret && field.kind !== 'json'
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
