import type { ReactNode } from 'react'
import type { PlacedColumn } from '../list/columns.ts'
import type { ApiRow } from '../value-text.ts'

/** Selection of rows for bulk actions. All functions must be stable while nothing changes, since rows are memoised. */
export interface Selection {
  has: (id: number) => boolean
  /** With `through`, toggles all rows between the last toggled one and this one. */
  toggle: (row: ApiRow, through: boolean) => void
  /** The header of the selection column, which toggles the whole page. */
  head: ReactNode
}

/** Editing of values in grid cells. */
export interface CellEditing {
  /** Starts editing on Enter or F2; false when the cell is not editable in place. */
  begin: (row: ApiRow, name: string) => boolean
  /** The cell being edited. */
  at: { id: number; name: string } | undefined
  /** Renders the editor of that cell, which handles Escape and Enter itself. */
  render: (row: ApiRow, column: PlacedColumn) => ReactNode
}
