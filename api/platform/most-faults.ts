import type { Fault } from '../../resources/define/validate.ts'

/** As many faults are told in one answer. */
export const MOST_FAULTS = 50

const MORE = 'MORE'

/** The first faults, followed by a sentence that says how many more there are. */
export function firstFaults(faults: readonly Fault[], count = faults.length): Fault[] {
  if (count <= MOST_FAULTS || faults[MOST_FAULTS]?.code === MORE) return [...faults]
  const more = (count - MOST_FAULTS).toLocaleString('en-US')
  return [...faults.slice(0, MOST_FAULTS), { field: '', code: MORE, message: `and ${more} more` }]
}
