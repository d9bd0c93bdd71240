import { type QueryKey, type UseQueryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type {
  AnswerOf,
  AnyCommand,
  CodeOf,
  Method,
  RequestLine,
  RequestOf,
  SentOf,
} from '../../../resources/define/command.ts'
import type { Fault } from '../../../resources/define/validate.ts'
import { api, isRefusal, type Refusal } from '../../shell/api.ts'
import { createSendOnce } from '../../shell/idempotency-key.ts'

declare const command: unique symbol

/** A command as a screen knows it: by its request, with its types. */
export interface Ref<C> {
  request: RequestLine
  [command]?: C
}

/**
 * A declared command by its request alone: `at<typeof checkout>('POST payments/checkout')` with `import type`, so that
 * neither the declaration nor the resources that it names come into the bundle.
 */
export const at = <C extends AnyCommand>(request: RequestOf<C> & RequestLine): Ref<C> => ({ request })

/** By what the answers of a request are kept: its path, as the rows of a resource are by theirs, and what was sent. */
export const keyOf = ({ request }: Ref<unknown>, ...more: readonly unknown[]): QueryKey => [
  request.split(' ')[1]!.replace(/\/\{id\}$/, ''),
  ...more,
]

/** Asks once. Throws a `Refusal`. */
export async function ask<C extends AnyCommand>(
  { request }: Ref<C>,
  body: SentOf<C>,
  headers: Record<string, string> = {},
  signal?: AbortSignal,
): Promise<AnswerOf<C>> {
  const [method, path] = request.split(' ') as [Method, string]
  const ofOne = path.endsWith('/{id}')
  const { id, ...rest } = body as { id?: number }
  const address = `/${ofOne ? path.replace('{id}', String(id)) : path}`
  const sent = (ofOne ? rest : body) as Record<string, never>
  if (method === 'GET') return (await api.get<AnswerOf<C>>(address, { params: givenOf(sent), signal })).data
  if (method === 'DELETE') return (await api.delete<AnswerOf<C>>(address, { params: givenOf(sent) })).data
  return (await api[method === 'PATCH' ? 'patch' : 'post']<AnswerOf<C>>(address, sent, { headers })).data
}

/** An address says nothing of what is null. */
const givenOf = (sent: Record<string, never>) =>
  Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null && value !== undefined)) as typeof sent

type Kept<C> = Pick<
  UseQueryOptions<AnswerOf<C>, Refusal>,
  'enabled' | 'retry' | 'staleTime' | 'gcTime' | 'refetchOnMount' | 'placeholderData' | 'refetchInterval'
>

/** The answer to a question, kept by its path and what is asked; the request ends where nobody waits for it any more. */
export const useAsk = <C extends AnyCommand>(ref: Ref<C>, body: SentOf<C>, options: Kept<C> = {}) =>
  useQuery<AnswerOf<C>, Refusal>({
    ...options,
    queryKey: keyOf(ref, body),
    queryFn: ({ signal }) => ask(ref, body, {}, signal),
  })

interface Options<C> {
  onDone?: (answer: AnswerOf<C>) => unknown
  /** The paths of other resources and questions whose answers it changes. */
  changes?: readonly string[]
}

/**
 * A command as a form sends it: for one press of its button it is done once, however often the request is repeated; its
 * faults stand at their fields until they are corrected.
 */
export function useCommand<C extends AnyCommand>(ref: Ref<C>, { onDone, changes = [] }: Options<C> = {}) {
  const client = useQueryClient()
  const [sendOnce] = useState(createSendOnce)
  const [forgotten, setForgotten] = useState<readonly string[]>([])
  const { mutate, data, error, isPending, failureCount, submittedAt } = useMutation<AnswerOf<C>, Refusal, SentOf<C>>({
    mutationFn: body => sendOnce(JSON.stringify(body), headers => ask(ref, body, headers)),
    onMutate: () => setForgotten([]),
    onSuccess: async answer => {
      const paths = [...keyOf(ref), ...changes]
      await Promise.all(paths.map(path => client.invalidateQueries({ queryKey: [path] })))
      await onDone?.(answer)
    },
    // A failure that is no refusal is a fault of ours, and goes to the boundary.
    throwOnError: failure => !isRefusal(failure),
  })
  const faults = faultsOf(error).filter(({ field }) => !forgotten.includes(field))
  return {
    send: mutate,
    answer: data,
    busy: isPending,
    /** Another number for each try that was refused. */
    attempt: failureCount && submittedAt,
    faults,
    errorOf: (name: string) => faults.find(({ field }) => field === name)?.message,
    forget: (name: string) => setForgotten(old => [...old, name]),
    /** What comes with a refusal of its own, by its code. */
    refusedBy: (code: CodeOf<C>) => (error?.code === code ? error.data : undefined),
  }
}

function faultsOf(error: Refusal | null): readonly Fault[] {
  if (!error) return []
  return error.faults.length > 0 ? error.faults : [{ field: '', code: error.code, message: error.message }]
}
