import { fulfils } from '../../../resources/define/condition.ts'
import { conditionText } from '../../../resources/define/condition-text.ts'
import { labelOf } from '../../../resources/define/label.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import type { Author } from './author.ts'
import { type Candidate, changesAny, isSettled } from './candidate.ts'

/** Adds a fault for changed fields that are immutable in rows of this state; the portal and SAP may change them. */
export function checkImmutableFields({ fields }: Resource, candidates: Candidate[], { source }: Author) {
  if (source === 'SAP' || source === 'SYSTEM') return
  for (const [name, field] of Object.entries(fields)) {
    if (!field.lockedIf) continue
    for (const candidate of candidates) {
      if (!candidate.before || !changesAny(candidate, name) || !fulfils(field.lockedIf, candidate.before)) continue
      if (!isSettled(candidate, name)) continue
      const message = `${labelOf(name, field)} cannot be changed while ${conditionText(field.lockedIf, fields)}`
      candidate.faults.push({ field: name, code: 'FORBIDDEN_FIELD', message })
    }
  }
}
