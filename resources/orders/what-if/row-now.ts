/** The current state of a row that once decided something, for those who may read it. */
export interface RowNow {
  resource: string
  id: number
  rowVersion: number
  isActive: boolean
  changedAt: string
  changedBy: string | null
}

/** The requested rows, and the users who had changed them when they decided. */
export interface RowsNow {
  rows: RowNow[]
  /** Names by the id of the user. */
  people: Record<number, string>
}
