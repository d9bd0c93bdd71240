import { addDays, addWorkingDays, dayOf, nextWorkingDay, timeOf } from '../define/dates.ts'

/** A row of Expected Delivery Days. */
export interface DeliveryLane {
  cityId: number | null
  days: number
  dayType: 'WORKING' | 'CALENDAR'
}

/** After this time in India goods leave on the next day. */
const cutOff = '18:00'

/** The lane of a destination: its city's row is preferred to its state's. */
export const laneFor = <L extends DeliveryLane>(lanes: readonly L[], cityId: number | null): L | null =>
  lanes.find(lane => lane.cityId === cityId) ?? lanes.find(lane => lane.cityId === null) ?? null

/**
 * When goods should arrive, as a business day: from the day of the LR, or the next one for an LR of today that is
 * written after 18:00; without a day of transit a Sunday or holiday moves on. `defaultDays` are working days and count without a lane; `holidays` are those of the
 * destination.
 */
export function expectedDelivery(facts: {
  lrDate: string
  writtenAt: string
  lane: DeliveryLane | null
  defaultDays: number
  holidays: ReadonlySet<string>
}): string {
  const { lrDate, writtenAt, holidays } = facts
  const late = dayOf(writtenAt) === lrDate && timeOf(writtenAt) > cutOff
  const start = late ? addDays(lrDate, 1) : lrDate
  const { days, dayType } = facts.lane ?? { days: facts.defaultDays, dayType: 'WORKING' as const }
  if (days === 0) return nextWorkingDay(start, holidays)
  return dayType === 'CALENDAR' ? addDays(start, days) : addWorkingDays(start, days, holidays)
}
