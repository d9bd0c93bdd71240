import { hoursBetween, hoursCharged } from '../freight/agreed-charges.ts'

/** What was agreed on standing vehicles: free whole hours, paise an hour, and at most so many paise. */
export interface DetentionTerms {
  freeHours: number | null
  detentionPerHour: number | null
  detentionCap: number | null
}

/** How long a vehicle stood: from its arrival, or from when it was planned if it came sooner, until it left. */
interface Stay {
  plannedAt?: string | null
  from: string | null
  to: string | null
}

/**
 * The detention of one stay in paise: each hour begun beyond the free ones, capped. Null where a time or the terms are
 * not known.
 */
export function detentionOf({ plannedAt, from, to }: Stay, terms: DetentionTerms): number | null {
  const { freeHours, detentionPerHour, detentionCap } = terms
  if (from === null || to === null || detentionPerHour === null) return null
  const begins = plannedAt && plannedAt > from ? plannedAt : from
  const charged = hoursCharged(hoursBetween(begins, to), freeHours ?? 0) * detentionPerHour
  return detentionCap === null ? charged : Math.min(charged, detentionCap)
}
