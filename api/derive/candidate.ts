import type { Fault } from '../../resources/define/validate.ts'
import type { StoredRow } from './stored.ts'

/** A row on its way into a table: what it would be, what it was, everything that is wrong with it, and what is only odd. */
export interface Candidate {
  row: Record<string, unknown>
  before: StoredRow | undefined
  faults: Fault[]
  /** Does not stop the row; whoever saves it is told. */
  warnings?: Fault[]
}

/** Says of a row that is kept all the same that something about it looks wrong. */
export function warn(candidate: Candidate, warning: Fault) {
  candidate.warnings = [...(candidate.warnings ?? []), warning]
}

/** Whether a change touches any of these fields; a new row touches all. */
export const touches = ({ row, before }: Candidate, ...names: string[]) =>
  !before || names.some(name => JSON.stringify(row[name] ?? null) !== JSON.stringify(before[name] ?? null))
