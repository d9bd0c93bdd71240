import { useQuery } from '@tanstack/react-query'
import type { Resource } from '../../../resources/define/resource.ts'
import { api, type Refusal } from '../../shell/api.ts'

/** One change of a row, as the audit stores it. */
export interface HistoryEntry {
  id: number
  at: string
  actor: string | null
  action: string
  source: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  reason: string | null
  requestId: string | null
  /** The import that made the change, where the person may see imports. */
  importJobId: number | null
  /** The texts of the references among the values. */
  texts?: { before?: Record<string, string | null>; after?: Record<string, string | null> }
}

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
