import { useQuery } from '@tanstack/react-query'
import type { Resource } from '../../../resources/define/resource.ts'
import type { HistoryEntry } from '../../../resources/platform/history.ts'
import { api, type Refusal } from '../../shell/api.ts'

/** The changes of a row, newest first; fetched again for another version of it. */
export const useHistory = (resource: Resource, id: number, rowVersion: number) =>
  useQuery<HistoryEntry[], Refusal>({
    queryKey: ['history', resource.path, id, rowVersion],
    queryFn: async () => {
      const answer = await api.get<{ data: HistoryEntry[] }>('/history', {
        params: { resource: resource.path, rowId: id },
      })
      return answer.data.data
    },
  })
