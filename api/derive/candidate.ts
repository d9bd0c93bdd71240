import type { Fault } from '../../resources/define/validate.ts'
import type { StoredRow } from './stored.ts'

/** A row on its way into a table: what it would be, what it was, and everything that is wrong with it. */
export interface Candidate {
  row: Record<string, unknown>
  before: StoredRow | undefined
  faults: Fault[]
}

/** Whether a change touches any of these fields; a new row touches all. */
export const touches = ({ row, before }: Candidate, ...names: string[]) =>
  !before || names.some(name => JSON.stringify(row[name] ?? null) !== JSON.stringify(before[name] ?? null))
