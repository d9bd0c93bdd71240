import { useCallback, useEffect, useMemo } from 'react'
import type { Resource } from '../../../resources/define/resource.ts'
import type { SavedView } from '../../../resources/platform/commands/views.ts'
import { usePerson } from '../../account/person.ts'
import { useAddress } from '../../shell/use-address.ts'
import type { ListState } from './list-state.ts'
import { defaultView, readAddress, savedState, writeAddress } from './view-address.ts'

/** Changes the state of a list; a function gets the latest state, which may not be rendered yet. */
export type ChangeState = (
  change: Partial<ListState> | ((now: ListState) => Partial<ListState>),
  how?: { replace?: boolean },
) => void

/**
 * The state of a list and its view, held in the address alone. Any change but of the page leads back to the first page.
 */
export function useListState(resource: Resource, views: readonly SavedView[]) {
  const [query, setQuery] = useAddress()
  const { roles } = usePerson().user
  const opens = useMemo(() => defaultView(views, roles), [views, roles])
  const shown = useMemo(() => readAddress(resource, query, views, opens), [resource, query, views, opens])
  const change = useCallback<ChangeState>(
    (changed, how) => {
      setQuery(now => {
        const { state, view } = readAddress(resource, now, views, opens)
        const more = typeof changed === 'function' ? changed(state) : changed
        return writeAddress(resource, { view, state: { ...state, page: 1, ...more } }, opens)
      }, how)
    },
    [resource, views, opens, setQuery],
  )
  /** Switches the list to a view just saved, with its present state. */
  const showSaved = (view: SavedView) =>
    setQuery(now => writeAddress(resource, { view, state: readAddress(resource, now, views, opens).state }, opens))
  /** Shows a view as saved, or the standard list. */
  const choose = (view: SavedView | undefined) => {
    const state = view
      ? savedState(resource, view)
      : readAddress(resource, new URLSearchParams('view=0'), [], undefined).state
    setQuery(() => writeAddress(resource, { view, state }, opens))
  }

  // The address always names the shown view, also the one that opens by default.
  const bare = query.size === 0 && opens
  useEffect(() => {
    if (bare) setQuery(() => new URLSearchParams({ view: String(bare.id) }), { replace: true })
  }, [bare, setQuery])
  return { ...shown, change, choose, showSaved }
}
