import { keepPreviousData } from '@tanstack/react-query'
import type { showDistributors } from '../../resources/dealerdash/commands.ts'
import { at, useAsk } from '../derive/command/ask.ts'
import { useAddress } from '../shell/use-address.ts'

/** What the address of the dashboard may ask for, by the names of the API. */
export type FilterName = 'customerId' | 'fy' | 'sbuId'

/** The figures that the address asks for. */
export function useDashboard() {
  const [query] = useAddress()
  const idOf = (name: FilterName) => (query.get(name) ? Number(query.get(name)) : null)
  const filters = { customerId: idOf('customerId'), fy: query.get('fy') || null, sbuId: idOf('sbuId') }
  return useAsk(at<typeof showDistributors>('GET dealerdash'), filters, { placeholderData: keepPreviousData })
}
