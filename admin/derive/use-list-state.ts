import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { Resource } from '../../resources/define/resource.ts'
import { type ListState, readState, writeState } from './list-state.ts'

export type ChangeState = (change: Partial<ListState>, how?: { replace?: boolean }) => void

/** The state of a list, kept in the address bar alone. Any change but of the page leads back to the first page. */
export function useListState(resource: Resource): [ListState, ChangeState] {
  const [query, setQuery] = useSearchParams()
  const state = useMemo(() => readState(resource, query), [resource, query])
  const change = useCallback<ChangeState>(
    (changed, how) => {
      setQuery(old => writeState({ ...readState(resource, old), page: 1, ...changed }), how)
    },
    [resource, setQuery],
  )
  return [state, change]
}
