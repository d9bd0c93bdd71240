import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Resource } from '../../../resources/define/resource.ts'
import type { SavedView } from '../../../resources/platform/grid-view.ts'
import { keptQuery } from '../list/saved-views.ts'
import { type Lay, useLayout } from '../list/use-layout.ts'
import { type ChangeState, useListState } from '../list/use-list-state.ts'
import { type Addressed, isAsSaved } from '../list/view-address.ts'

/** What a list shows and how: its state, its layout, and the view both belong to. */
export interface Shown extends Addressed {
  change: ChangeState
  lay: Lay
  /** The view is shown otherwise than it is saved. */
  modified: boolean
  choose: (view: SavedView | undefined) => void
  /** Shows a view that was saved, with what the list shows at this moment. */
  keep: (view: SavedView) => void
}

/** Waits for what the server keeps of the person's grids: the first paint is the right one. */
export function useGrid(resource: Resource) {
  const kept = useSuspenseQuery(keptQuery).data
  const views = useMemo(() => kept.views.filter(({ grid }) => grid === resource.path), [kept.views, resource])
  const listed = useListState(resource, views)
  const { state, view } = listed
  const lay = useLayout(resource, kept, view)
  const modified = view !== undefined && (lay.changed || !isAsSaved(resource, view, state))
  const shown: Shown = { ...listed, lay, modified }
  return { kept: { ...kept, views }, shown }
}
