import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ownColumns } from '../../../resources/columns.ts'
import { gridOf } from '../../../resources/define/process/worklist.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import type { SavedView } from '../../../resources/platform/commands/views.ts'
import { defaultLayout, type ViewLayout } from '../../../resources/platform/view-layout.ts'
import { usePerson } from '../../account/person.ts'
import { changeGridSettings, type GridSettings, gridSettingsQuery, saveLayout } from '../../shell/grid-settings.ts'
import { clampWidth } from './column-widths.ts'
import {
  changeColumn,
  columnsOf,
  layoutOfColumns,
  moveColumn,
  moveColumnBeside,
  type PlacedColumn,
  placeColumns,
} from './columns.ts'
import { laidFor } from './leads.ts'

/** The layout of a grid, and the ways to change it. */
export interface GridLayout {
  columns: readonly PlacedColumn[]
  density: ViewLayout['density']
  /** The layout as a view or the server stores it. */
  stored: ViewLayout
  /** Whether it differs from the chosen view. */
  changed: boolean
  resize: (name: string, width: number | undefined) => void
  /** Widens or narrows a column by some pixels; `drawn` is its present width where nobody set one. */
  widen: (name: string, by: number, drawn: number) => void
  move: (name: string, by: -1 | 1) => void
  moveTo: (name: string, target: string, after: boolean) => void
  pin: (name: string, pinned: boolean) => void
  show: (name: string, shown: boolean) => void
  /** Restores the columns as declared, or as the view has them. */
  reset: () => void
  setDensity: (density: ViewLayout['density']) => void
}

/** The layout of a grid: the person's own, saved with every change; in a view the view's, changed until it is saved. */
export function useLayout(resource: Resource, settings: GridSettings, view: SavedView | undefined): GridLayout {
  const client = useQueryClient()
  const { may, user } = usePerson()
  const draftKey = view && `${view.id} ${view.rowVersion}`
  const draftOf = ({ drafts }: GridSettings) => (draftKey === undefined ? undefined : drafts?.[draftKey])
  const layoutOf = (all: GridSettings): ViewLayout =>
    view ? (draftOf(all) ?? view.state) : (all.layouts[gridOf(resource)] ?? defaultLayout)
  const draft = draftOf(settings)
  const layout = layoutOf(settings)

  // A buyer reads their own name nowhere in each row.
  const { laid, all } = useMemo(() => {
    const own = ownColumns(resource, user.roles)
    const laid = laidFor(resource, user.roles, own)
    const all = columnsOf(laid, (subject, field) => may('read', subject, field))
    return { laid, all: all.filter(({ name }) => !own.includes(name)) }
  }, [resource, may, user.roles])
  const columns = useMemo(() => placeColumns(laid, all, layout.columns), [laid, all, layout.columns])

  // The saved state may be ahead of the rendered one: a key held down widens a column with every repeat.
  const now = () => layoutOf(client.getQueryData(gridSettingsQuery.queryKey) ?? settings)
  function change(changed: Partial<ViewLayout>) {
    const { density, columns } = { ...now(), ...changed }
    if (draftKey !== undefined)
      changeGridSettings(client, ({ drafts }) => ({ drafts: { ...drafts, [draftKey]: { density, columns } } }))
    else saveLayout(client, gridOf(resource), { density, columns })
  }
  const changeColumns = (next: (columns: readonly PlacedColumn[]) => readonly PlacedColumn[]) =>
    change({ columns: layoutOfColumns(laid, next(placeColumns(laid, all, now().columns))) })
  return {
    columns,
    density: layout.density,
    stored: { density: layout.density, columns: layout.columns },
    changed: draft !== undefined && view !== undefined && !sameLayout(draft, view.state),
    resize: (name, width) =>
      changeColumns(now => changeColumn(now, name, { width: width === undefined ? undefined : clampWidth(width) })),
    widen: (name, by, drawn) =>
      changeColumns(now => {
        const width = now.find(column => column.name === name)?.width ?? drawn
        return changeColumn(now, name, { width: clampWidth(width + by) })
      }),
    move: (name, by) => changeColumns(now => moveColumn(now, name, by)),
    moveTo: (name, target, after) => changeColumns(now => moveColumnBeside(now, name, target, after)),
    pin: (name, pinned) => changeColumns(now => changeColumn(now, name, { pinned })),
    show: (name, shown) => changeColumns(now => changeColumn(now, name, { shown })),
    reset: () => change(view ? view.state : { columns: [] }),
    setDensity: density => change({ density }),
  }
}

const sameLayout = (one: ViewLayout, other: ViewLayout) =>
  one.density === other.density && JSON.stringify(one.columns) === JSON.stringify(other.columns)
