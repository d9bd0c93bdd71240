import { useQuery } from '@tanstack/react-query'
import type { SentOf } from '../../../resources/define/command.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import type { previewChange } from '../../../resources/orders/what-if/commands.ts'
import type { WhatIfAnswer } from '../../../resources/orders/what-if/what-if.ts'
import type { Refusal } from '../../shell/api.ts'
import { ask, question } from '../command/ask.ts'

/** Asks what a change of a price, limit or sourcing master would do to open orders and drafts. */
export const askImpact = ({ path }: Resource, change: RowValues, signal?: AbortSignal) =>
  ask(
    question<typeof previewChange>('POST what-if'),
    { ...change, resource: path } as SentOf<typeof previewChange>,
    {},
    signal,
  )

/** The impact of a change, asked as soon as there is one. */
export const useWhatIf = (resource: Resource, body: RowValues | null) =>
  useQuery<WhatIfAnswer, Refusal>({
    queryKey: ['what-if', resource.path, body],
    enabled: resource.whatIf !== undefined && body !== null,
    staleTime: 0,
    gcTime: 0,
    queryFn: ({ signal }) => askImpact(resource, body!, signal),
  })
