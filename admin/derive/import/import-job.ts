import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { WhatIfAnswer } from '../../../resources/orders/what-if/what-if.ts'
import { api, type Refusal } from '../../shell/api.ts'

type ImportStatus =
  | 'UPLOADED'
  | 'VALIDATING'
  | 'MAPPING'
  | 'VALIDATED'
  | 'COMMITTING'
  | 'DONE'
  | 'DONE_WITH_ERRORS'
  | 'FAILED'
  | 'CANCELLED'
  | 'ROLLING_BACK'
  | 'ROLLED_BACK'

/** An import as the API sends it: its file and master, its progress, and what it would change or has changed. */
export interface ImportJob {
  id: number
  jobNo: string
  resource: string
  title: string
  fileName: string
  status: ImportStatus
  onError: OnError
  origin: Origin
  mode: WriteMode
  /** The number of rows that a sync ends. */
  closing: number
  /** Whether the signed-in person started it. */
  mine: boolean
  createdAt: string
  finishedAt: string | null
  requestedBy?: string | null
  rowsTotal: number
  rowsDone: number
  rowsNew: number
  rowsChanged: number
  rowsSame: number
  rowsFailed: number
  warnings: string[]
  conflicts: Conflict[]
  sheet?: SheetLook
  mapping?: (string | null)[] | null
  error?: string | null
  /** The impact on open orders, for a master that orders read. */
  whatIf?: WhatIfAnswer
}

/** A row that prevents a roll-back. */
export interface Conflict {
  path: string
  id: number
  text: string
  reason: string
}

/** The first rows of a file, and the fields that its columns may be mapped to. */
export interface SheetLook {
  headings: string[]
  samples: string[][]
  rows: number
  proposed: (string | null)[]
  remembered: boolean
  columns: { key: string; heading: string; required: boolean }[]
}

export type OnError = 'ALL_OR_NOTHING' | 'SKIP_BAD_ROWS'
export type Origin = 'PORTAL' | 'SAP'
export type WriteMode = 'UPSERT' | 'INSERT' | 'UPDATE' | 'SYNC'

const running: readonly ImportStatus[] = ['UPLOADED', 'VALIDATING', 'COMMITTING', 'ROLLING_BACK']
export const isRunning = (status: ImportStatus) => running.includes(status)
/** Whether its rows are saved. */
export const isDone = (status: ImportStatus) => status === 'DONE' || status === 'DONE_WITH_ERRORS'

/** The state of an import, polled each second while the server works on it. */
export const useImportJob = (id: number) =>
  useQuery<ImportJob, Refusal>({
    queryKey: ['import', id],
    queryFn: async () => (await api.get<ImportJob>(`/imports/${id}`)).data,
    refetchInterval: ({ state }) => (state.data && !isRunning(state.data.status) ? false : 1_000),
  })

/** The imports that the person may see, newest first; of one master when `resource` is given. */
export const useImports = ({ resource, limit, page = 1 }: { resource?: string; limit: number; page?: number }) =>
  useQuery<{ total: number; data: ImportJob[] }, Refusal>({
    queryKey: ['imports', resource, limit, page],
    queryFn: async () => {
      const params = { ...(resource && { resource }), $limit: limit, $skip: (page - 1) * limit }
      return (await api.get('/imports', { params })).data
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
  given: Record<string, string>
}) {
  const form = new FormData()
  form.set('resource', of.resource)
  form.set('origin', of.origin)
  form.set('onError', of.onError)
  form.set('mode', of.mode)
  form.set('askColumns', 'true')
  for (const [name, value] of Object.entries(of.given)) form.set(name, value)
  form.set('file', of.file)
  return (await api.post<ImportJob>('/imports', form)).data
}

/** Takes a step of an import: map columns, commit, discard, roll back. Rejects with a `Refusal`. */
export function useImportStep(id: number) {
  const queries = useQueryClient()
  return async (step: 'check' | 'columns' | 'commit' | 'cancel' | 'rollback', more: Record<string, unknown> = {}) => {
    await api.post('/import-steps', { importId: id, step, ...more })
    await queries.invalidateQueries({ queryKey: ['import', id] })
    await queries.invalidateQueries({ queryKey: ['imports'] })
  }
}
