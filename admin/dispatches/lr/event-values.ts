import { dayOf, instantOf } from '../../../resources/define/dates.ts'
import { formatProblem, normalise } from '../../../resources/define/formats.ts'
import type { DeliveryStatus } from '../../../resources/trade.ts'
import type { EventBody } from '../lr-api.ts'

/** A new event of an LR, now. */
export const newEvent = (lrId: number, codes: readonly DeliveryStatus[]): EventBody => {
  const now = `${new Date().toISOString().slice(0, 16)}:00.000Z`
  return {
    lrId,
    eventCode: codes.length === 1 ? codes[0]! : null,
    eventOn: dayOf(now),
    eventAt: now,
    ...{ location: null, remarks: null, reason: null, receivedBy: null },
    ...{ vehicleNo: null, driverName: null, driverMobile: null, transporterId: null, lrNo: null },
    ...{ partBUpdated: false, partBAt: null, sealNo: null, temperature: null },
  }
}

/** The day and hour of an event as they are entered: without an hour it is of the day. */
export function atHour(eventOn: string | null, hour: string): Pick<EventBody, 'eventOn' | 'eventAt'> {
  const clock = normalise('time', hour)
  const isHour = formatProblem('time', clock) === undefined
  return { eventOn, eventAt: eventOn !== null && isHour ? instantOf(eventOn, clock) : null }
}

const failures: readonly DeliveryStatus[] = ['UNDELIVERED', 'RETURNED', 'LOST']
const onTheRoad: readonly DeliveryStatus[] = ['IN_TRANSIT', 'AT_HUB', 'OUT_FOR_DELIVERY']

/** What is asked besides time, place and remarks. */
export const askedFor = (code: DeliveryStatus | null) => ({
  reason: code !== null && failures.includes(code),
  receivedBy: code === 'DELIVERED',
  vehicle: code !== null && onTheRoad.includes(code),
})

/** The event without what its kind does not ask for. */
export function cleanEvent(event: EventBody): EventBody {
  const askedFields = askedFor(event.eventCode)
  const onTheWay = askedFields.vehicle
    ? {}
    : { vehicleNo: null, driverName: null, driverMobile: null, transporterId: null, lrNo: null, sealNo: null }
  return {
    ...event,
    ...onTheWay,
    reason: askedFields.reason ? event.reason : null,
    receivedBy: askedFields.receivedBy ? event.receivedBy : null,
    partBUpdated: askedFields.vehicle && event.partBUpdated,
  }
}
