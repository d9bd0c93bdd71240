/** One page of a list, as the API answers it. */
export interface ListPage<Row> extends AsOf {
  /** Of the rows that match; not counted beyond 10,001. */
  total: number
  limit: number
  skip: number
  data: Row[]
  /** Sums over all rows that match, where they were asked for; null of a column of which nothing is known. */
  totals?: Record<string, number | null>
  /** On how many rows a summed column is not known, which its sum leaves out. */
  unknown?: Record<string, number>
  /** Rows that match and are absent, since a column that sorts the list is closed to the reader on them. */
  leftOut?: LeftOut
}

/** How many rows a sort leaves out, at most 10,001, and for which of its columns. */
export interface LeftOut {
  rows: number
  columns: string[]
}

/** Up to when the rows of an answer are known, as an instant, where reports are read from a replica. */
export interface AsOf {
  asOf?: string
}
