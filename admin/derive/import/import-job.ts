import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ListPage } from '../../../resources/define/list-page.ts'
import { isIn } from '../../../resources/define/states.ts'
import { importStates } from '../../../resources/platform/import-states.ts'
import type { ImportAnswer, WriteMode } from '../../../resources/platform/imports.ts'
import { api, type Refusal } from '../../shell/api.ts'

type ImportStatus = ImportAnswer['status']
export type OnError = ImportAnswer['onError']
export type Origin = ImportAnswer['origin']

const { running, saved } = importStates.sets
export const isRunning = (status: ImportStatus) => isIn(running, { status })
/** Whether its rows are saved. */
export const isDone = (status: ImportStatus) => isIn(saved, { status })

/** The state of an import, polled each second while the server works on it. */
export const useImportJob = (id: number) =>
  useQuery<ImportAnswer, Refusal>({
    queryKey: ['import', id],
    queryFn: async () => (await api.get<ImportAnswer>(`/imports/${id}`)).data,
    refetchInterval: ({ state }) => (state.data && !isRunning(state.data.status) ? false : 1_000),
  })

/** The imports that the person may see, newest first; of one master when `resource` is given. */
export const useImports = ({ resource, limit, page = 1 }: { resource?: string; limit: number; page?: number }) =>
  useQuery<ListPage<ImportAnswer>, Refusal>({
    queryKey: ['imports', resource, limit, page],
    queryFn: async () => {
      const params = { ...(resource && { resource }), $limit: limit, $skip: (page - 1) * limit }
      return (await api.get<ListPage<ImportAnswer>>('/imports', { params })).data
    },
    refetchInterval: ({ state }) => (state.data?.data.some(({ status }) => isRunning(status)) ? 1_000 : false),
  })

/** Uploads a file; the server starts its dry run at once. Rejects with a `Refusal`. */
export async function startImport(of: {
  file: File
  resource: string
  origin: Origin
  onError: OnError
  mode: WriteMode
  endReplaced: boolean
  given: Record<string, string>
}) {
  const form = new FormData()
  form.set('resource', of.resource)
  form.set('origin', of.origin)
  form.set('onError', of.onError)
  form.set('mode', of.mode)
  form.set('askColumns', 'true')
  if (of.endReplaced) form.set('endReplaced', 'true')
  for (const [name, value] of Object.entries(of.given)) form.set(name, value)
  form.set('file', of.file)
  return (await api.post<ImportAnswer>('/imports', form)).data
}

/** Takes a step of an import: say where its headings are, map columns, commit, discard, roll back. Rejects with a `Refusal`. */
export function useImportStep(id: number) {
  const queries = useQueryClient()
  return async (
    step: 'heading' | 'check' | 'columns' | 'commit' | 'cancel' | 'rollback',
    more: Record<string, unknown> = {},
  ) => {
    await api.post('/import-steps', { importId: id, step, ...more })
    await queries.invalidateQueries({ queryKey: ['import', id] })
    await queries.invalidateQueries({ queryKey: ['imports'] })
  }
}
