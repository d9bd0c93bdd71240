import type { Fault } from '../../../resources/define/validate.ts'
import { conflict, invalid } from '../../platform/errors.ts'
import type { StoredRow } from '../row-codec.ts'

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

/** Throws 400 with everything that is wrong, of several rows by their place, or 409 where a key or a period is taken. */
export function demandSound(candidates: readonly Candidate[]) {
  const faults = candidates.flatMap(({ faults }, index) =>
    candidates.length === 1 ? faults : faults.map(fault => ({ ...fault, field: `[${index}].${fault.field}` })),
  )
  if (faults.length === 0) return
  const taken = faults.find(({ code }) => code === 'DATE_OVERLAP' || code === 'DUPLICATE_KEY')
  if (taken && faults.length === 1) throw conflict(taken.code, taken.message, {}, taken.field)
  throw invalid(faults)
}
