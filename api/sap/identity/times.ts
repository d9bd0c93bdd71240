import { dayOf } from '../../../resources/define/dates.ts'
import { now } from '../../platform/clock.ts'
import type { SapFields } from '../http/fields.ts'
import { dayOfSap, instantOfSap, type SapRow } from '../http/odata.ts'
import type { Identity } from './identity.ts'

/** Where SAP keeps only the day of a change, so many days before the last one are read again. */
export const OVERLAP_DAYS = 2

/**
 * When a row changed, as an instant in UTC; null where SAP does not say. A day to come, as of a clearing that is posted for
 * it, is no change of that day.
 */
export function changedOn(row: SapRow, { changed }: Pick<Identity, 'changed'>): string | null {
  const at = changed && (row[changed.field] || (changed.orElse && row[changed.orElse]))
  if (!at) return null
  const instant = instantOfSap(at)
  return changed.as === 'DAY' && instant > now() ? null : instant
}

/** The Edm.Time of SAP in milliseconds: `PT18H30M`. Throws RangeError for anything else. */
function msOfTime(value: unknown): number {
  const parts = typeof value === 'string' ? /^PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?$/.exec(value) : null
  if (!parts) throw new RangeError(`${JSON.stringify(value)} is not a time`)
  const [hours, minutes, seconds] = parts.slice(1).map(part => Number(part ?? 0)) as [number, number, number]
  return ((hours * 60 + minutes) * 60 + seconds) * 1000
}

/**
 * The Indian day of a planned day and time of SAP, which are in UTC unless the setting says otherwise: the 27th at
 * PT18H30M is the 28th in India. A day without a time stays as it is. Null where SAP has none.
 */
export function plannedDay(
  day: unknown,
  time: unknown,
  { plannedTimes }: Pick<SapFields, 'plannedTimes'>,
): string | null {
  if (!day) return null
  if (!time || plannedTimes === 'LOCAL') return dayOfSap(day)
  const ms = msOfTime(time)
  return ms === 0 ? dayOfSap(day) : dayOf(new Date(Date.parse(instantOfSap(day)) + ms).toISOString())
}
