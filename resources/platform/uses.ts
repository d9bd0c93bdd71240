/** Rows of one resource that still refer to a row. */
export interface RowUse {
  resource: string
  path: string
  title: string
  /** The field that refers to the row, and its label. */
  field: string
  label: string
  count: number
}
