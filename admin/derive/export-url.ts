import qs from 'qs'
import type { Resource } from '../../resources/define/resource.ts'
import { queryFrom } from '../shell/query.ts'
import { askedOf, type ListState } from './list-state.ts'

/** The file with the rows the list shows, all pages of them, in its columns and its order. */
export function exportUrl(
  resource: Resource,
  state: ListState,
  format: 'xlsx' | 'csv',
  columns: readonly string[],
): string {
  const { filters, sorters, query } = askedOf(resource, state)
  const asked = queryFrom({ filters, sorters, pagination: { mode: 'off' } })
  const params = { format, ...asked, ...query, columns: columns.join(',') }
  return `/api/export/${resource.path}?${qs.stringify(params)}`
}
