import type { Person } from '../rights/person.ts'
import type { TextHits } from '../search/text-hits.ts'

/**
 * The person who reads (absent for the portal itself) and the business day of the request. Values of referenced rows
 * are limited to what this person may read.
 */
export interface Reader {
  person: Person | undefined
  day: string
  /** The last day of the period of a report, at most today. */
  until?: string
  /** The days of the period of a report, open where the query does not limit them: what its query may read less by. */
  period?: Period
  /** The only columns that are needed of a report, where they are known: it may leave the others empty. */
  columns?: ReadonlySet<string>
  /** The ids of the only rows that are wanted, where they are known. */
  ids?: readonly number[]
  /** What the search indexes know of the texts of its query. */
  hits?: TextHits
  /** Whether the query names few rows already, so that the rights of each are tested by itself. */
  oneByOne?: boolean
  /** The values by which the reader chose what the rows of a report say, by column. */
  chosen?: Readonly<Record<string, unknown>>
  /** What the report prepared for its query. */
  prepared?: object | undefined
}

/** Business days from one to another, both included. */
export interface Period {
  from?: string | undefined
  to?: string | undefined
}
