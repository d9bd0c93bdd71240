import { useMemo, useState } from 'react'
import type { Resource } from '../../resources/define/resource.ts'
import { type Layout, plainLayout } from '../../resources/platform/view-state.ts'
import { useMay } from '../shell/person.ts'
import { fitting } from './column-widths.ts'
import { columnsOf, laidOf, moved, movedTo, type Placed, placed, withColumn } from './columns.ts'

/** How a grid looks, and the ways to change it. */
export interface Lay {
  columns: readonly Placed[]
  density: Layout['density']
  resize: (name: string, width: number | undefined) => void
  move: (name: string, by: -1 | 1) => void
  moveTo: (name: string, target: string, after: boolean) => void
  pin: (name: string, pinned: boolean) => void
  show: (name: string, shown: boolean) => void
  reset: () => void
  setDensity: (density: Layout['density']) => void
}

/** The layout of a grid at work. */
export function useLayout(resource: Resource): Lay {
  const [layout, setLayout] = useState<Layout>(plainLayout)
  return useLay(resource, layout, setLayout)
}

/** A layout as columns in their places, and each change of it told as the new whole. */
export function useLay(resource: Resource, layout: Layout, onChange: (layout: Layout) => void): Lay {
  const may = useMay()
  const all = useMemo(() => columnsOf(resource, (subject, field) => may('read', subject, field)), [resource, may])
  const columns = useMemo(() => placed(resource, all, layout.columns), [resource, all, layout.columns])
  const lay = (next: readonly Placed[]) => onChange({ ...layout, columns: laidOf(resource, next) })
  return {
    columns,
    density: layout.density,
    resize: (name, width) =>
      lay(withColumn(columns, name, { width: width === undefined ? undefined : fitting(width) })),
    move: (name, by) => lay(moved(columns, name, by)),
    moveTo: (name, target, after) => lay(movedTo(columns, name, target, after)),
    pin: (name, pinned) => lay(withColumn(columns, name, { pinned })),
    show: (name, shown) => lay(withColumn(columns, name, { shown })),
    reset: () => onChange({ ...layout, columns: [] }),
    setDensity: density => onChange({ ...layout, density }),
  }
}
