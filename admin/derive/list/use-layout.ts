import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Resource } from '../../../resources/define/resource.ts'
import type { SavedView } from '../../../resources/platform/grid-view.ts'
import { type Layout, plainLayout } from '../../../resources/platform/view-state.ts'
import { useMay } from '../../account/person.ts'
import { fitting } from './column-widths.ts'
import { columnsOf, laidOf, moved, movedTo, type Placed, placed, withColumn } from './columns.ts'
import { changeKept, type Kept, keepLayout, keptQuery } from './saved-views.ts'

/** The layout of a grid, and the ways to change it. */
export interface Lay {
  columns: readonly Placed[]
  density: Layout['density']
  /** The layout as a view or the server stores it. */
  layout: Layout
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
  setDensity: (density: Layout['density']) => void
}

/** The layout of a grid: the person's own, saved with every change; in a view the view's, changed until it is saved. */
export function useLayout(resource: Resource, settings: Kept, view: SavedView | undefined): Lay {
  const client = useQueryClient()
  const may = useMay()
  const draftKey = view && `${view.id} ${view.rowVersion}`
  const draftOf = ({ drafts }: Kept) => (draftKey === undefined ? undefined : drafts?.[draftKey])
  const layoutOf = (all: Kept): Layout =>
    view ? (draftOf(all) ?? view.state) : (all.layouts[resource.path] ?? plainLayout)
  const draft = draftOf(settings)
  const layout = layoutOf(settings)

  const all = useMemo(() => columnsOf(resource, (subject, field) => may('read', subject, field)), [resource, may])
  const columns = useMemo(() => placed(resource, all, layout.columns), [resource, all, layout.columns])

  // The saved state may be ahead of the rendered one: a key held down widens a column with every repeat.
  const now = () => layoutOf(client.getQueryData(keptQuery.queryKey) ?? settings)
  function change(changed: Partial<Layout>) {
    const { density, columns } = { ...now(), ...changed }
    if (draftKey !== undefined)
      changeKept(client, ({ drafts }) => ({ drafts: { ...drafts, [draftKey]: { density, columns } } }))
    else keepLayout(client, resource.path, { density, columns })
  }
  const changeColumns = (next: (columns: readonly Placed[]) => readonly Placed[]) =>
    change({ columns: laidOf(resource, next(placed(resource, all, now().columns))) })
  return {
    columns,
    density: layout.density,
    layout: { density: layout.density, columns: layout.columns },
    changed: draft !== undefined && view !== undefined && !sameLayout(draft, view.state),
    resize: (name, width) =>
      changeColumns(now => withColumn(now, name, { width: width === undefined ? undefined : fitting(width) })),
    widen: (name, by, drawn) =>
      changeColumns(now => {
        const width = now.find(column => column.name === name)?.width ?? drawn
        return withColumn(now, name, { width: fitting(width + by) })
      }),
    move: (name, by) => changeColumns(now => moved(now, name, by)),
    moveTo: (name, target, after) => changeColumns(now => movedTo(now, name, target, after)),
    pin: (name, pinned) => changeColumns(now => withColumn(now, name, { pinned })),
    show: (name, shown) => changeColumns(now => withColumn(now, name, { shown })),
    reset: () => change(view ? view.state : { columns: [] }),
    setDensity: density => change({ density }),
  }
}

const sameLayout = (one: Layout, other: Layout) =>
  one.density === other.density && JSON.stringify(one.columns) === JSON.stringify(other.columns)
