import type { ReactNode } from 'react'
import type { Placed } from '../list/columns.ts'
import type { ApiRow } from '../value-text.ts'

/** How rows are marked for a command on many. All functions must stay the same while nothing changes: rows are memoised. */
export interface Selection {
  has: (id: number) => boolean
  /** With `through`, all rows between the last one marked and this. */
  toggle: (row: ApiRow, through: boolean) => void
  /** What stands at the head of the marks: the one for the whole page. */
  head: ReactNode
}

/** How a value is changed where it stands. */
export interface CellEditing {
  /** Enter or F2 on a cell; false where it is not edited in place. */
  begin: (row: ApiRow, name: string) => boolean
  /** The cell that is being edited. */
  at: { id: number; name: string } | undefined
  /** What stands in that cell; Escape and Enter inside are its own. */
  render: (row: ApiRow, column: Placed) => ReactNode
}
