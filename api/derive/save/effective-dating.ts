import { addDays } from '../../../resources/define/dates.ts'
import { labelOf } from '../../../resources/define/label.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { overwrittenAmount, succeedsOn } from '../../../resources/define/succession.ts'
import { withDefaults } from '../../../resources/define/validate.ts'
import { today } from '../../platform/clock.ts'
import type { Candidate } from './candidate.ts'
import type { Author } from './write.ts'

/** Prices and limits that have counted are history: they are never overwritten (§0.3). SAP corrects its own, and what was wrongly imported goes. */
export function checkInForce(resource: Resource, candidates: Candidate[], { source, restoring }: Author) {
  if (source === 'SAP' || restoring) return
  for (const { row, before, faults } of candidates) {
    const name = before && overwrittenAmount(resource, before, row, today())
    if (name === undefined) continue
    const message = `${labelOf(name, resource.fields[name]!)} has counted since ${before!.validFrom}: end this row and enter a new one from today or later`
    faults.push({ field: name, code: 'IN_FORCE', message })
  }
}

/** The row that ends and the one that follows it, both still to be checked. */
export interface Succession {
  ended: Candidate
  next: Candidate
}

/**
 * What becomes of a change to a price or limit in force: the row ends the day before, and a new one with the change
 * follows from today, or from the later day that was given (§0.3). Undefined when the row may be changed as it stands.
 */
export function succession(resource: Resource, candidate: Candidate): Succession | undefined {
  const { row, before } = candidate
  const validFrom = before && succeedsOn(resource, before, row, today())
  if (!before || validFrom === undefined) return undefined
  const kept = Object.entries(row).filter(([name]) => !resource.fields[name]?.server)
  return {
    ended: { row: { ...before, validTo: addDays(validFrom, -1) }, before, faults: [] },
    next: {
      row: withDefaults(resource, { ...Object.fromEntries(kept), validFrom }),
      before: undefined,
      faults: [...candidate.faults],
    },
  }
}
