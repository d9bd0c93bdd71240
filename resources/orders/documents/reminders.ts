import { addDays, daysBetween } from '../../define/dates.ts'

/** How many days before the end of a document, licence or agreement a reminder is sent. */
export const REMINDED_BEFORE = [60, 30, 7] as const

/**
 * Whether a reminder is due on a day for what ends on `validTo`, where the last one was sent on `lastSent`: one a
 * stage, also when the night on which the stage began was missed.
 */
export function reminderDue(today: string, validTo: string, lastSent: string | null): boolean {
  const left = daysBetween(today, validTo)
  const stages = REMINDED_BEFORE.filter(days => left <= days)
  if (left < 0 || stages.length === 0) return false
  return lastSent === null || lastSent < addDays(validTo, -Math.min(...stages))
}
