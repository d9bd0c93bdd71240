import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { AnswerOf, AnyCommand, Method, RequestLine, RequestOf, SentOf } from '../../../resources/define/command.ts'
import { api, type Refusal } from '../../shell/api.ts'

declare const command: unique symbol

/** A command as a screen knows it: by its request, with its types. */
export interface Ref<C> {
  request: RequestLine
  /** Nothing that a page has read changes by it. */
  keepsRead?: true
  [command]?: C
}

/**
 * A declared command by its request alone: `at<typeof checkout>('POST payments/checkout')` with `import type`, so that
 * neither the declaration nor the resources that it names come into the bundle.
 */
export const at = <C extends AnyCommand>(request: RequestOf<C> & RequestLine): Ref<C> => ({ request })

/** The same for a question that is sent as a POST. */
export const question = <C extends AnyCommand>(request: RequestOf<C> & RequestLine): Ref<C> => ({
  request,
  keepsRead: true,
})

/** By what the answers of a request are kept: its path, as the rows of a resource are by theirs, and what was sent. */
export const keyOf = ({ request }: Ref<unknown>, ...more: readonly unknown[]): QueryKey => [
  request.split(' ')[1]!.replace(/\/\{id\}/, ''),
  ...more,
]

/** Asks once. Throws a `Refusal`. */
export async function ask<C extends AnyCommand>(
  { request, keepsRead }: Ref<C>,
  body: SentOf<C>,
  headers: Record<string, string> = {},
  signal?: AbortSignal,
): Promise<AnswerOf<C>> {
  const [method, path] = request.split(' ') as [Method, string]
  const ofOne = path.includes('/{id}')
  const { id, ...rest } = body as { id?: number }
  const address = `/${ofOne ? path.replace('{id}', String(id)) : path}`
  const sent = (ofOne ? rest : body) as Record<string, never>
  if (method === 'GET') return (await api.get<AnswerOf<C>>(address, { params: givenOf(sent), signal })).data
  if (method === 'DELETE') return (await api.delete<AnswerOf<C>>(address, { params: givenOf(sent) })).data
  const send = api[method === 'PATCH' ? 'patch' : 'post']
  return (await send<AnswerOf<C>>(address, sent, { headers, signal, keepsRead })).data
}

/** An address says nothing of what is null. */
const givenOf = (sent: Record<string, never>) =>
  Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null && value !== undefined)) as typeof sent

type Kept<C> = Pick<
  UseQueryOptions<AnswerOf<C>, Refusal>,
  'enabled' | 'retry' | 'staleTime' | 'gcTime' | 'refetchOnMount' | 'placeholderData' | 'refetchInterval'
>

/**
 * The answer to a question, kept by its path and what is asked; `shows` names the paths of resources whose rows it shows,
 * so that it is asked again when they change. The request ends where nobody waits for it any more.
 */
export const useAsk = <C extends AnyCommand>(
  ref: Ref<C>,
  body: SentOf<C>,
  { shows = [], ...options }: Kept<C> & { shows?: readonly string[] } = {},
) =>
  useQuery<AnswerOf<C>, Refusal>({
    ...options,
    queryKey: keyOf(ref, body, ...shows),
    queryFn: ({ signal }) => ask(ref, body, {}, signal),
  })
