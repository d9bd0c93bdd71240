import { addDays } from '../../../resources/define/dates.ts'
import { labelOf } from '../../../resources/define/label.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { overwrittenAmount, successorStart } from '../../../resources/define/succession.ts'
import { withDefaults } from '../../../resources/define/validate.ts'
import { today } from '../../platform/clock.ts'
import { type Candidate, isSettled } from './candidate.ts'
import type { Author } from './write.ts'

/**
 * Adds a fault for a changed price or limit that is or was in force, because these are never overwritten. SAP may
 * correct its own, and a roll-back may restore earlier values.
 */
export function checkEffectiveDating(resource: Resource, candidates: Candidate[], { source, restoring }: Author) {
  if (source === 'SAP' || restoring) return
  for (const candidate of candidates) {
    const { row, before, faults } = candidate
    const name = before && overwrittenAmount(resource, before, row, today())
    if (name === undefined || !isSettled(candidate, name)) continue
    const message = `${labelOf(name, resource.fields[name]!)} has counted since ${before!.validFrom}: end this row and enter a new one from today or later`
    faults.push({ field: name, code: 'IN_FORCE', message })
  }
}

/** The row that ends and the new row that succeeds it, neither of them checked yet. */
export interface Succession {
  ended: Candidate
  next: Candidate
}

/**
 * Splits a change of a price or limit in force: the saved row ends the day before, and a new row with the change
 * succeeds it from today or a later given day. Returns undefined when the row may be changed directly.
 */
export function succession(resource: Resource, candidate: Candidate): Succession | undefined {
  const { row, before } = candidate
  const validFrom = before && successorStart(resource, before, row, today())
  if (!before || validFrom === undefined) return undefined
  const entered = Object.entries(row).filter(([name]) => !resource.fields[name]?.server)
  return {
    ended: { row: { ...before, validTo: addDays(validFrom, -1) }, before, faults: [] },
    next: {
      row: withDefaults(resource, { ...Object.fromEntries(entered), validFrom }),
      before: undefined,
      faults: [...candidate.faults],
    },
  }
}
