import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { DistributorDashboard } from '../../resources/dealerdash/dashboard.ts'
import { api, type Refusal } from '../shell/api.ts'
import { useAddress } from '../shell/use-address.ts'

/** What the address of the dashboard may ask for, by the names of the API. */
const filterNames = ['customerId', 'fy', 'sbuId'] as const
export type FilterName = (typeof filterNames)[number]

/** The figures that the address asks for. */
export function useDashboard() {
  const [query] = useAddress()
  const params = Object.fromEntries(filterNames.flatMap(name => (query.get(name) ? [[name, query.get(name)]] : [])))
  return useQuery<DistributorDashboard, Refusal>({
    queryKey: ['dealerdash', params],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => (await api.get<DistributorDashboard>('/dealerdash', { params, signal })).data,
  })
}
