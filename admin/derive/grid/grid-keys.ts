/** A position in a grid: row 0 is the header, column 0 the first one shown. */
export interface GridPosition {
  row: number
  column: number
}

interface Extent {
  rows: number
  columns: number
  /** The number of rows visible at once. */
  page: number
}

/** The position a key moves to within the grid; undefined for a key that does not move. */
export function nextPosition(
  { row, column }: GridPosition,
  pressed: { key: string; ctrl: boolean },
  extent: Extent,
): GridPosition | undefined {
  const last = { row: extent.rows - 1, column: extent.columns - 1 }
  const at = (toRow: number, toColumn: number) => ({
    row: Math.max(0, Math.min(last.row, toRow)),
    column: Math.max(0, Math.min(last.column, toColumn)),
  })
  const firstRow = Math.min(1, last.row)
  switch (pressed.key) {
    case 'ArrowUp':
      return at(pressed.ctrl ? firstRow : row - 1, column)
    case 'ArrowDown':
      return at(pressed.ctrl ? last.row : row + 1, column)
    case 'ArrowLeft':
      return at(row, pressed.ctrl ? 0 : column - 1)
    case 'ArrowRight':
      return at(row, pressed.ctrl ? last.column : column + 1)
    case 'Home':
      return at(pressed.ctrl ? firstRow : row, 0)
    case 'End':
      return at(pressed.ctrl ? last.row : row, last.column)
    case 'PageUp':
      return at(Math.max(firstRow, row - extent.page), column)
    case 'PageDown':
      return at(row + extent.page, column)
    default:
      return undefined
  }
}
