import type { Fault } from '../define/validate.ts'

/** A row that cannot be changed, and why. */
export interface BulkFailure {
  id: number
  text: string
  errors: Fault[]
}

/** The result of a change of many rows, or of its preview. */
export interface BulkResult {
  count: number
  changed: number
  /** Rows that had these values already. */
  same: number
  /** Of the changed rows, those that end because they were in use, or begin again by a new row; others are switched. */
  ended: number
  begun: number
  leftOut: number
  failures: BulkFailure[]
  /** Rows that were saved since they were seen: they stay as they are. */
  stale: BulkFailure[]
  /** Of a formula the first rows with the number before and after. */
  examples: { id: number; text: string; before: number | null; after: number | null }[]
  /** The versions of the rows that the answer is about, to be sent as `seen`. */
  versions: { id: number; rowVersion: number }[]
  /** The first rows of which something looks wrong, which does not prevent the change. */
  warnings: BulkFailure[]
}
