import { useCallback, useEffect, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { Resource } from '../../resources/define/resource.ts'
import { usePerson } from '../shell/person.ts'
import type { ListState } from './list-state.ts'
import { type Addressed, defaultView, readAddress, savedState, type View, writeAddress } from './view-address.ts'

export type ChangeState = (change: Partial<ListState>, how?: { replace?: boolean }) => void

/**
 * The state of a list, kept in the address bar alone: with the view it shows. Any change but of the page leads back to
 * the first page.
 */
export function useListState(resource: Resource, views: readonly View[]) {
  const [query, setQuery] = useSearchParams()
  const { roles } = usePerson().user
  const opens = useMemo(() => defaultView(views, roles), [views, roles])
  const shown = useMemo(() => readAddress(resource, query, views, opens), [resource, query, views, opens])
  const change = useCallback<ChangeState>(
    (changed, how) => {
      setQuery(old => {
        const { state, view } = readAddress(resource, old, views, opens)
        return writeAddress(resource, { view, state: { ...state, page: 1, ...changed } }, opens)
      }, how)
    },
    [resource, views, opens, setQuery],
  )
  const show = (next: Pick<Addressed, 'state' | 'view'>) => setQuery(writeAddress(resource, next, opens))
  /** Shows a view as it is saved, or the standard list. */
  const choose = (view: View | undefined) =>
    show({
      view,
      state: view
        ? savedState(resource, view)
        : readAddress(resource, new URLSearchParams('view=0'), [], undefined).state,
    })

  // The address always names the view that is shown, also the one that opens first.
  const bare = query.size === 0 && opens
  useEffect(() => {
    if (bare) setQuery({ view: String(bare.id) }, { replace: true })
  }, [bare, setQuery])
  return { ...shown, change, choose, show }
}
