import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Resource } from '../../resources/define/resource.ts'
import { type Layout, plainLayout } from '../../resources/platform/view-state.ts'
import { useMay } from '../shell/person.ts'
import { fitting } from './column-widths.ts'
import { columnsOf, laidOf, moved, movedTo, type Placed, placed, withColumn } from './columns.ts'
import { changeKept, type Kept, keepLayout } from './kept-views.ts'
import type { View } from './view-address.ts'

/** How a grid looks, and the ways to change it. */
export interface Lay {
  columns: readonly Placed[]
  density: Layout['density']
  /** What a view or the server keeps of it. */
  layout: Layout
  /** Whether it looks otherwise than the chosen view says. */
  changed: boolean
  resize: (name: string, width: number | undefined) => void
  move: (name: string, by: -1 | 1) => void
  moveTo: (name: string, target: string, after: boolean) => void
  pin: (name: string, pinned: boolean) => void
  show: (name: string, shown: boolean) => void
  /** The columns as declared, or as the view has them. */
  reset: () => void
  setDensity: (density: Layout['density']) => void
}

/** The layout of a grid at work: the person's own, kept with every change; in a view the view's, changed until it is saved. */
export function useLayout(resource: Resource, kept: Kept, view: View | undefined): Lay {
  const client = useQueryClient()
  const may = useMay()
  const draftKey = view && `${view.id} ${view.rowVersion}`
  const draft = draftKey === undefined ? undefined : kept.drafts?.[draftKey]
  const layout: Layout = view ? (draft ?? view.state) : (kept.layouts[resource.path] ?? plainLayout)

  const all = useMemo(() => columnsOf(resource, (subject, field) => may('read', subject, field)), [resource, may])
  const columns = useMemo(() => placed(resource, all, layout.columns), [resource, all, layout.columns])

  function change(changed: Partial<Layout>) {
    const { density, columns } = { ...layout, ...changed }
    if (draftKey !== undefined)
      changeKept(client, ({ drafts }) => ({ drafts: { ...drafts, [draftKey]: { density, columns } } }))
    else keepLayout(client, resource.path, { density, columns })
  }
  const lay = (next: readonly Placed[]) => change({ columns: laidOf(resource, next) })
  return {
    columns,
    density: layout.density,
    layout: { density: layout.density, columns: layout.columns },
    changed: draft !== undefined && view !== undefined && !sameLayout(draft, view.state),
    resize: (name, width) =>
      lay(withColumn(columns, name, { width: width === undefined ? undefined : fitting(width) })),
    move: (name, by) => lay(moved(columns, name, by)),
    moveTo: (name, target, after) => lay(movedTo(columns, name, target, after)),
    pin: (name, pinned) => lay(withColumn(columns, name, { pinned })),
    show: (name, shown) => lay(withColumn(columns, name, { shown })),
    reset: () => change(view ? view.state : { columns: [] }),
    setDensity: density => change({ density }),
  }
}

const sameLayout = (one: Layout, other: Layout) =>
  one.density === other.density && JSON.stringify(one.columns) === JSON.stringify(other.columns)
