import qs from 'qs'
import type { Resource } from '../../../resources/define/resource.ts'
import { queryFrom } from '../../shell/query.ts'
import { type ListState, listRequest } from './list-state.ts'

/**
 * A file with the list's rows in its columns and order; without `columns` with every column, so that it can be
 * imported.
 */
export type ExportKind = { format: 'xlsx' | 'csv'; columns: readonly string[] | undefined }

/** The address of the file with all rows of a list, across pages. */
export function exportUrl(resource: Resource, state: ListState, { format, columns }: ExportKind): string {
  const { filters, sorters, query } = listRequest(resource, state)
  const request = queryFrom({ filters, sorters, pagination: { mode: 'off' } })
  const shown = columns && { as: 'shown', columns: [...columns, ...statusOf(state)].join(',') }
  return `/export/${resource.path}?${qs.stringify({ format, ...request, ...query, ...shown })}`
}

/** Adds the status column when inactive rows are shown too. */
const statusOf = ({ active }: ListState) => (active === 'active' ? [] : ['isActive'])
