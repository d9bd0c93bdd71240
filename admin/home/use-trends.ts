import { useQuery } from '@tanstack/react-query'
import type { HomeTrends } from '../../resources/home/trends.ts'
import { api } from '../shell/api.ts'

/** The figures of the charts; undefined until they are there. The page works without them. */
export function useTrends(): HomeTrends | undefined {
  const { data } = useQuery({
    queryKey: ['home-trends'],
    refetchInterval: 600_000,
    staleTime: 60_000,
    queryFn: async () => (await api.get<HomeTrends>('/home-trends')).data,
  })
  return data
}
