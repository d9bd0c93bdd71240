import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { AnswerOf, SentOf } from '../../../resources/define/command.ts'
import { isIn } from '../../../resources/define/process/states.ts'
import type * as imports from '../../../resources/platform/commands/imports.ts'
import type { ImportAnswer } from '../../../resources/platform/commands/imports.ts'
import { importStates } from '../../../resources/platform/imports/import-states.ts'
import type { WriteMode } from '../../../resources/platform/imports/imports.ts'
import { pageOf } from '../../http/asked.ts'
import { api, type Refusal } from '../../shell/api.ts'
import { ask, at, keyOf } from '../command/ask.ts'

const showImport = at<typeof imports.showImport>('GET imports/{id}')
const listImports = at<typeof imports.listImports>('GET imports')
const takeStep = at<typeof imports.takeImportStep>('POST import-steps')

type ImportStatus = ImportAnswer['status']
export type OnError = ImportAnswer['onError']
export type Origin = ImportAnswer['origin']

const { running, saved } = importStates.sets
export const isRunning = (status: ImportStatus) => isIn(running, { status })
/** Whether its rows are saved. */
export const isDone = (status: ImportStatus) => isIn(saved, { status })

/** The state of an import, polled each second while the server works on it. */
export const useImportJob = (id: number, enabled = true) =>
  useQuery<ImportAnswer, Refusal>({
    enabled,
    queryKey: keyOf(showImport, id),
    queryFn: ({ signal }) => ask(showImport, { id }, {}, signal),
    refetchInterval: ({ state }) => (state.data && !isRunning(state.data.status) ? false : 1_000),
  })

/** The imports that the person may see, newest first; of one master when `resource` is given. */
export function useImports({
  resource,
  toFinish = false,
  limit,
  page = 1,
}: {
  resource?: string
  toFinish?: boolean
  limit: number
  page?: number
}) {
  const query = { resource, toFinish, ...pageOf(limit, page) }
  return useQuery<AnswerOf<typeof imports.listImports>, Refusal>({
    queryKey: keyOf(listImports, query),
    queryFn: ({ signal }) => ask(listImports, query, {}, signal),
    refetchInterval: ({ state }) => (state.data?.data.some(({ status }) => isRunning(status)) ? 1_000 : false),
  })
}

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

type Sent = SentOf<typeof imports.takeImportStep>
type WithoutImport<S> = S extends unknown ? Omit<S, 'importId'> : never
export type Step = WithoutImport<Sent>

/** Takes a step of an import: say where its headings are, map columns, commit, discard, roll back. Rejects with a `Refusal`. */
export function useImportStep(id: number) {
  const queries = useQueryClient()
  return async (step: Step) => {
    await ask(takeStep, { ...step, importId: id } as Sent)
    await queries.invalidateQueries({ queryKey: keyOf(listImports) })
  }
}
