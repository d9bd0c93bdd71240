import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, type Refusal } from '../shell/api.ts'

export type ImportStatus =
  | 'UPLOADED'
  | 'VALIDATING'
  | 'VALIDATED'
  | 'COMMITTING'
  | 'DONE'
  | 'DONE_WITH_ERRORS'
  | 'FAILED'
  | 'CANCELLED'

/** An import as the server keeps it: which file for which master, how far it is, what it would change or has changed. */
export interface ImportJob {
  id: number
  jobNo: string
  resource: string
  fileName: string
  status: ImportStatus
  onError?: OnError
  rowsTotal: number
  rowsDone: number
  rowsNew: number
  rowsChanged: number
  rowsSame: number
  rowsFailed: number
  warnings?: string[]
  unknownColumns?: string[]
  missingColumns?: string[]
  error?: string | null
}

export type OnError = 'ALL_OR_NOTHING' | 'SKIP_BAD_ROWS'
export type Origin = 'PORTAL' | 'SAP'

const running: readonly ImportStatus[] = ['UPLOADED', 'VALIDATING', 'COMMITTING']
export const isRunning = (status: ImportStatus) => running.includes(status)

/** The state of an import, asked each second while the server works on it. */
export const useImportJob = (id: number) =>
  useQuery<ImportJob, Refusal>({
    queryKey: ['import', id],
    queryFn: async () => (await api.get<ImportJob>(`/imports/${id}`)).data,
    refetchInterval: ({ state }) => (state.data && !isRunning(state.data.status) ? false : 1_000),
  })

/** Sends a file; the server starts its dry run at once. Rejects with a `Refusal`. */
export async function startImport(of: { file: File; resource: string; origin: Origin; onError: OnError }) {
  const form = new FormData()
  form.set('resource', of.resource)
  form.set('origin', of.origin)
  form.set('onError', of.onError)
  form.set('file', of.file)
  return (await api.post<ImportJob>('/imports', form)).data
}

/** Commits a checked import or drops it. Rejects with a `Refusal`. */
export function useImportStep(id: number) {
  const queries = useQueryClient()
  return async (step: 'commit' | 'cancel') => {
    await api.post('/import-steps', { importId: id, step })
    await queries.invalidateQueries({ queryKey: ['import', id] })
  }
}
