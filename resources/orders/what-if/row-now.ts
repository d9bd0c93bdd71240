/** How a row that once decided something stands today, for those who may read it. */
export interface RowNow {
  resource: string
  id: number
  rowVersion: number
  isActive: boolean
  changedAt: string
  changedBy: string | null
}

/** The rows a person asks about, and the people who had changed them when they decided. */
export interface RowsNow {
  rows: RowNow[]
  /** Names by the id of the login. */
  people: Record<number, string>
}
