import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Resource } from '../../../resources/define/resource.ts'
import { useMay } from '../../account/person.ts'
import { api } from '../../shell/api.ts'
import { queryFrom } from '../../shell/query.ts'
import type { Totals } from '../grid/grid-totals.tsx'
import { type ListState, listRequest } from './list-state.ts'
import { readableColumns } from './readable-columns.ts'

/** The totals of the declared columns over all rows of the list; undefined while unknown, or when none is declared. */
export function useTotals(resource: Resource, state: ListState): Totals | undefined {
  const may = useMay()
  const { filters, query } = listRequest(resource, state)
  const params = { ...queryFrom({ filters, pagination: { mode: 'off' } }), ...query, $limit: 0, $totals: true }
  const { data } = useQuery({
    queryKey: ['data', 'default', resource.path, 'list', { totals: params }],
    enabled: readableColumns(may, resource, resource.totals).length > 0,
    placeholderData: keepPreviousData,
    queryFn: async () => (await api.get<{ totals?: Totals }>(`/${resource.path}`, { params })).data.totals,
  })
  return data
}
