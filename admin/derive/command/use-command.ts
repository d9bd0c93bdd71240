import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AnswerOf, AnyCommand, CodeOf, SentOf } from '../../../resources/define/command.ts'
import type { Fault } from '../../../resources/define/validate.ts'
import { isRefusal, type Refusal } from '../../shell/api.ts'
import { createSendOnce } from '../../shell/idempotency-key.ts'
import { ask, keyOf, type Ref } from './ask.ts'

interface Options<C> {
  onDone?: (answer: AnswerOf<C>) => unknown
  /** The paths of other resources and questions that it changes: their lists, rows and answers are asked anew. */
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
      // A form closes before what it changed is asked anew, or it would stand beside its own result.
      await onDone?.(answer)
      const paths: readonly unknown[] = [...keyOf(ref), ...changes]
      // Refine keeps the lists and rows of a resource by its path, too, behind words of its own.
      await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey.some(part => paths.includes(part)) })
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
