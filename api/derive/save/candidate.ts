import type { Fault } from '../../../resources/define/validate.ts'
import { conflict, invalid } from '../../platform/errors.ts'
import type { StoredRow } from '../row-codec.ts'

/** A row that is to be saved: its values, the saved row if there is one, its faults and its warnings. */
export interface Candidate {
  row: Record<string, unknown>
  before: StoredRow | undefined
  faults: Fault[]
  /** The row ends because a new one or none succeeds it from today on. */
  readonly succeeded?: boolean
  /** Shown to the person who saves; they do not prevent the save. */
  warnings?: Fault[]
  /** The row of the file that it comes from, by the number that the spreadsheet shows. */
  readonly rowNo?: number
  /** Fields whose value depends on something that is wrong or not saved yet; nothing is said of them. */
  readonly unsettled?: readonly string[]
}

/** Whether the values of these fields are known to be right as far as they have been checked. */
export const isSettled = ({ faults, unsettled }: Candidate, ...names: string[]) =>
  (faults.length === 0 || !faults.some(({ field }) => names.includes(field))) &&
  (unsettled === undefined || unsettled.length === 0 || !names.some(name => unsettled.includes(name)))

/** The fields of which nothing more is said: those with a fault, and those that are not settled. */
export const unsettledOf = ({ faults, unsettled = [] }: Candidate): ReadonlySet<string> =>
  new Set([...unsettled, ...faults.map(({ field }) => field)])

/** Adds a warning to a candidate. */
export function addWarning(candidate: Candidate, warning: Fault) {
  candidate.warnings = [...(candidate.warnings ?? []), warning]
}

/** Whether a change touches any of these fields; a new row touches all of them. */
export const changesAny = ({ row, before }: Candidate, ...names: string[]) =>
  !before || names.some(name => !isSameValue(row[name], before[name]))

/** Whether two values of a field are the same; absent is null, and lists are compared by what they hold. */
export function isSameValue(one: unknown, other: unknown): boolean {
  const [value, known] = [one ?? null, other ?? null]
  if (value === known) return true
  return typeof value === 'object' && typeof known === 'object' && JSON.stringify(value) === JSON.stringify(known)
}

const conflicts = ['DATE_OVERLAP', 'DUPLICATE_KEY', 'CHANGE_WAITS']

/**
 * Throws 400 with all faults of the candidates, those of several rows with their index, or 409 where the only fault is
 * a taken key or period, or a change that waits.
 */
export function requireNoFaults(candidates: readonly Candidate[]) {
  const faults = candidates.flatMap(({ faults }, index) =>
    candidates.length === 1 ? faults : faults.map(fault => ({ ...fault, field: `[${index}].${fault.field}` })),
  )
  if (faults.length === 0) return
  const taken = faults.find(({ code }) => conflicts.includes(code))
  if (taken && faults.length === 1) throw conflict(taken.code, taken.message, {}, taken.field)
  throw invalid(faults)
}

export interface SavedChange {
  before: StoredRow | undefined
  after: StoredRow
}
