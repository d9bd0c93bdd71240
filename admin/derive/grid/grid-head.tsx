import type { ReactNode } from 'react'
import type { Resource } from '../../../resources/define/resource.ts'
import { ColumnHead } from '../list/column-head.tsx'
import type { PlacedColumn } from '../list/columns.ts'
import type { SortProps } from '../list/sort-button.tsx'
import type { GridLayout } from '../list/use-layout.ts'
import { pinAt } from './grid-row.tsx'

/** The header row of a grid, with the columns for selection, status and actions. */
export function GridHead(head: {
  resource: Resource
  columns: readonly PlacedColumn[]
  layout: GridLayout
  sorting: Omit<SortProps, 'name' | 'label'>
  /** The header of the selection column; nothing when rows cannot be selected. */
  marks: ReactNode
  withStatus: boolean
  withActions: boolean
  /** The name of the column whose menu is open. */
  menu: string | undefined
  onMenu: (name: string, head: HTMLElement) => void
}) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {head.marks && (
          <th scope="col" tabIndex={-1} className="is-pinned is-mark">
            {head.marks}
          </th>
        )}
        {head.columns.map((column, index) => (
          <ColumnHead
            key={column.name}
            column={column}
            resource={head.resource}
            sorting={head.sorting}
            layout={head.layout}
            style={column.pinned ? pinAt(index) : undefined}
            menuOpen={head.menu === column.name}
            onMenu={head.onMenu}
          />
        ))}
        {head.withStatus && (
          <th scope="col" tabIndex={-1}>
            Status
          </th>
        )}
        {head.withActions && (
          <th scope="col" tabIndex={-1} className="is-actions">
            <span className="for-readers">Actions</span>
          </th>
        )}
      </tr>
    </thead>
  )
}
