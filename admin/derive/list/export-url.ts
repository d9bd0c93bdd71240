import qs from 'qs'
import type { Resource } from '../../../resources/define/resource.ts'
import { queryFrom } from '../../shell/query.ts'
import { askedOf, type ListState } from './list-state.ts'

/** A file as the list shows its rows, in its columns and its order; or with every column, so that it can be imported. */
export type ExportKind = { format: 'xlsx' | 'csv'; columns: readonly string[] | undefined }

/** Where the file with the rows of a list comes from, all pages of them. */
export function exportUrl(resource: Resource, state: ListState, { format, columns }: ExportKind): string {
  const { filters, sorters, query } = askedOf(resource, state)
  const asked = queryFrom({ filters, sorters, pagination: { mode: 'off' } })
  const shown = columns && { as: 'shown', columns: [...columns, ...statusOf(state)].join(',') }
  return `/export/${resource.path}?${qs.stringify({ format, ...asked, ...query, ...shown })}`
}

/** Where inactive rows are shown too, the list says which they are. */
const statusOf = ({ active }: ListState) => (active === 'active' ? [] : ['isActive'])
