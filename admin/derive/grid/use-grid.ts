import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { gridOf } from '../../../resources/define/process/worklist.ts'
import { isIdle } from '../../../resources/define/report.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import type { SavedView } from '../../../resources/platform/commands/views.ts'
import { gridSettingsQuery } from '../../shell/grid-settings.ts'
import type { ListState } from '../list/list-state.ts'
import { type GridLayout, useLayout } from '../list/use-layout.ts'
import { type ChangeState, useListState } from '../list/use-list-state.ts'
import { isAsSaved, type ListAddress } from '../list/view-address.ts'

/** What a list shows and how: its state, its layout, and the view they belong to. */
export interface ShownList extends ListAddress {
  change: ChangeState
  layout: GridLayout
  /** Whether the view differs from its saved version. */
  modified: boolean
  choose: (view: SavedView | undefined) => void
  /** Switches to a view just saved, with the list's present state. */
  showSaved: (view: SavedView) => void
}

/** Suspends until the person's saved layouts are loaded, so that the first paint is right. */
export function useGrid(resource: Resource) {
  const settings = useSuspenseQuery(gridSettingsQuery).data
  const views = useMemo(
    () => settings.views.filter(({ grid }) => grid === gridOf(resource)),
    [settings.views, resource],
  )
  const listed = useListState(resource, views)
  const { state, view } = listed
  const layout = withoutIdle(resource, listed.state, useLayout(resource, settings, view))
  const modified = view !== undefined && (layout.changed || !isAsSaved(resource, view, state))
  const shown: ShownList = { ...listed, layout, modified }
  return { settings: { ...settings, views }, shown }
}

/** Columns that would be empty, as the filter that they belong to is not set, are not shown. */
function withoutIdle(resource: Resource, { filters }: ListState, layout: GridLayout): GridLayout {
  if (!resource.choices) return layout
  const chosen = filters.map(({ field }) => field)
  const isShown = ({ name, shown }: GridLayout['columns'][number]) => shown && !isIdle(resource, name, chosen)
  return { ...layout, columns: layout.columns.map(column => ({ ...column, shown: isShown(column) })) }
}
