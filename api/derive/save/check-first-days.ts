import { labelOf } from '../../../resources/define/label.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { dayText } from '../../../resources/define/show.ts'
import { today } from '../../platform/clock.ts'
import type { Author } from './author.ts'
import { type Candidate, changesAny, isSettled } from './candidate.ts'

/** Adds faults for new days before today, in India, in fields that take none; the portal and a roll-back may write them. */
export function checkFirstDays({ fields }: Resource, candidates: readonly Candidate[], { source, restoring }: Author) {
  if (source === 'SYSTEM' || restoring) return
  for (const [name, field] of Object.entries(fields)) {
    if (!field.fromToday) continue
    for (const candidate of candidates) {
      const day = candidate.row[name]
      if (typeof day !== 'string' || !isSettled(candidate, name) || !changesAny(candidate, name)) continue
      if (day >= today()) continue
      const message = `${labelOf(name, field)} must be today, ${dayText(today())}, or later`
      candidate.faults.push({ field: name, code: 'BACK_DATED', message })
    }
  }
}
