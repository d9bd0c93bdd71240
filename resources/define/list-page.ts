/** One page of a list, as the API answers it. */
export interface ListPage<Row> {
  /** Of the rows that match; not counted beyond 10,001. */
  total: number
  limit: number
  skip: number
  data: Row[]
  /** Sums over all rows that match, where they were asked for. */
  totals?: Record<string, number>
}
