import { now } from '../../platform/clock.ts'

const minute = 60_000
/** Changes that SAP made while the last reading ran may bear an earlier time. */
const OVERLAP_MS = 5 * minute

/** The instant from which a reading of changes goes on after a watermark. */
export const overlapped = (watermark: string): string => before(watermark, OVERLAP_MS)

export const before = (instant: string, ms: number): string => new Date(Date.parse(instant) - ms).toISOString()

/**
 * The watermark after a reading: the latest change seen, but never in the future, for what SAP changes until then would
 * be missed; where nothing was seen, the one before.
 */
export function watermarkAfter(latest: string | null, mark: string | null): string | null {
  const at = now()
  const next = latest === null || (mark !== null && mark > latest) ? mark : latest
  return next !== null && next > at ? at : next
}

/** How far a change lies in the future, in a sentence; null where it does not: within ten minutes clocks may differ. */
export function clockFault(latest: string | null): string | null {
  if (latest === null || Date.parse(latest) - Date.parse(now()) < 10 * minute) return null
  const minutes = Math.round((Date.parse(latest) - Date.parse(now())) / minute)
  return `SAP says that something changes in ${minutes} minutes: its clock or ours is wrong. All changes since now are read again each time`
}
