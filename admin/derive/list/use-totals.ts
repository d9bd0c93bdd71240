import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Resource } from '../../../resources/define/resource.ts'
import { partOf } from '../../http/asked.ts'
import { api } from '../../shell/api.ts'
import { queryFrom } from '../../shell/query.ts'
import type { Totals } from '../grid/grid-totals.tsx'
import { type ListState, listRequest } from './list-state.ts'

/** All rows of a list: how many, and the sums of its columns. */
interface AllRows {
  total: number
  totals?: Totals
  /** Of how many rows a column is not known, which its sum leaves out. */
  unknown?: Readonly<Record<string, number>>
}

/** What all rows of the list come to, asked for once by whatever shows it; undefined while unknown. */
export function useTotals(resource: Resource, state: ListState, isShown: boolean): AllRows | undefined {
  const { filters, query } = listRequest(resource, state)
  const params = {
    ...queryFrom({ filters, pagination: { mode: 'off' } }),
    ...query,
    ...partOf({ most: 0, totals: true }),
  }
  const { data } = useQuery({
    queryKey: ['data', 'default', resource.path, 'list', { totals: params }],
    enabled: isShown,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => (await api.get<AllRows>(`/${resource.path}`, { params, signal })).data,
  })
  return isShown ? data : undefined
}
