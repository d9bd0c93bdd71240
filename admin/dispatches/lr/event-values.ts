import type { DeliveryStatus } from '../../../resources/trade.ts'
import type { EventBody } from '../lr-api.ts'

/** A new event of an LR, now. */
export const newEvent = (lrId: number, codes: readonly DeliveryStatus[]): EventBody => ({
  lrId,
  eventCode: codes.length === 1 ? codes[0]! : null,
  eventAt: `${new Date().toISOString().slice(0, 16)}:00.000Z`,
  location: null,
  remarks: null,
  reason: null,
  vehicleNo: null,
  receivedBy: null,
  partBUpdated: false,
})

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
  const vehicleNo = askedFields.vehicle ? event.vehicleNo : null
  return {
    ...event,
    reason: askedFields.reason ? event.reason : null,
    receivedBy: askedFields.receivedBy ? event.receivedBy : null,
    vehicleNo,
    partBUpdated: vehicleNo !== null && event.partBUpdated,
  }
}
