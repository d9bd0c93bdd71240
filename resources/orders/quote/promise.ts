import { addDays, isSunday, nextWorkingDay } from '../../define/dates.ts'
import { dayText } from '../../define/show.ts'
import type { DeliveryLane } from '../../dispatches/expected-delivery.ts'
import type { LaneRecord } from '../../dispatches/lane-record.ts'
import type { RowUsed } from '../trace.ts'

/** How a promised day was found: in sentences, with the row of Expected Delivery Days and the record of the lane. */
export interface PromiseExplanation {
  words: string[]
  /** For employees; null without a lane. */
  row: RowUsed | null
  /** Null where too few were due to say anything, and where it tells of one transporter to those who may not compare them. */
  record: LaneRecord | null
}

/** The days after the order for which a new order asks delivery, unless a person enters another day. */
const USUAL_DAYS = 7

/** The day for which a new order asks delivery: a week later, moved on from a Sunday or a holiday of any ship-to. */
export const usualDelivery = (day: string, holidays: ReadonlySet<string>): string =>
  nextWorkingDay(addDays(day, USUAL_DAYS), holidays)

/** The promised day: the later of arrival and requested day, moved on from a Sunday or a holiday of the destination. */
export const promisedDay = (arrivesOn: string, askedFor: string, holidays: ReadonlySet<string>): string =>
  nextWorkingDay(arrivesOn > askedFor ? arrivesOn : askedFor, holidays)

/** A promised day in sentences: when it leaves, how long it travels, and what else decides. */
export function promiseWords(facts: {
  /** Until when an order counts as placed on its day, and whether this one came later. */
  cutOff: string
  late: boolean
  leavesOn: string
  lane: DeliveryLane | null
  defaultDays: number
  arrivesOn: string
  askedFor: string
  holidays: ReadonlySet<string>
}): string[] {
  const { cutOff, late, leavesOn, lane, arrivesOn, askedFor, holidays } = facts
  const later = arrivesOn > askedFor ? arrivesOn : askedFor
  const promised = promisedDay(arrivesOn, askedFor, holidays)
  const days = lane?.days ?? facts.defaultDays
  const kind = lane?.dayType === 'CALENDAR' ? 'calendar' : 'working'
  const transit = `${days} ${kind} ${days === 1 ? 'day' : 'days'} of transit`
  return [
    late
      ? `It is later than ${cutOff}, so it counts as ordered on ${dayText(leavesOn)}.`
      : `Ordered on ${dayText(leavesOn)}, before ${cutOff} of the plant.`,
    lane
      ? `${transit} from the plant to this ${lane.cityId === null ? 'state' : 'city'}.`
      : `${transit}, as wherever no Expected Delivery Days are kept.`,
    ...(kind === 'working' ? ['Sundays and holidays of the destination do not count.'] : []),
    arrivesOn < askedFor
      ? `It could be there on ${dayText(arrivesOn)}; ${dayText(askedFor)} was asked for.`
      : `So it arrives on ${dayText(arrivesOn)}.`,
    ...(promised === later
      ? []
      : [
          `${dayText(later)} is a ${isSunday(later) ? 'Sunday' : 'holiday'} there, so ${dayText(promised)} is promised.`,
        ]),
  ]
}
