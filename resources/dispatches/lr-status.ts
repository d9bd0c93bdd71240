import { daysBetween } from '../define/dates.ts'
import type { DeliveryStatus } from '../trade.ts'

/** The label of each delivery status. */
export const statusLabels: Readonly<Record<DeliveryStatus, string>> = {
  BOOKED: 'Booked with the carrier',
  IN_TRANSIT: 'In transit',
  AT_HUB: 'At the carrier’s hub',
  OUT_FOR_DELIVERY: 'Out for delivery',
  DELIVERED: 'Delivered',
  PARTIAL_DELIVERED: 'Partly delivered',
  UNDELIVERED: 'Delivery tried, not delivered',
  RETURNED: 'Returned to the sender',
  LOST: 'Lost',
  CANCELLED: 'Cancelled',
}

/** The statuses that may follow each status. */
export const nextStatuses: Readonly<Record<DeliveryStatus, readonly DeliveryStatus[]>> = {
  BOOKED: ['IN_TRANSIT', 'OUT_FOR_DELIVERY', 'DELIVERED', 'PARTIAL_DELIVERED', 'CANCELLED', 'LOST'],
  IN_TRANSIT: ['AT_HUB', 'OUT_FOR_DELIVERY', 'DELIVERED', 'PARTIAL_DELIVERED', 'UNDELIVERED', 'LOST', 'RETURNED'],
  AT_HUB: ['IN_TRANSIT', 'OUT_FOR_DELIVERY', 'DELIVERED', 'PARTIAL_DELIVERED', 'UNDELIVERED', 'LOST', 'RETURNED'],
  OUT_FOR_DELIVERY: ['DELIVERED', 'PARTIAL_DELIVERED', 'UNDELIVERED'],
  UNDELIVERED: ['OUT_FOR_DELIVERY', 'IN_TRANSIT', 'RETURNED'],
  PARTIAL_DELIVERED: ['DELIVERED', 'RETURNED'],
  DELIVERED: [],
  RETURNED: [],
  LOST: [],
  CANCELLED: [],
}

/**
 * The statuses to which a wrongly reported delivery may be reset; the dispatch desk may do it for a week, with a
 * reason.
 */
export const reopenedTo: readonly DeliveryStatus[] = [
  'IN_TRANSIT',
  'OUT_FOR_DELIVERY',
  'PARTIAL_DELIVERED',
  'UNDELIVERED',
]
const reopenDays = 7

export interface LrProgress {
  deliveryStatus: DeliveryStatus
  /** The instant of the event that led to the status. */
  since: string
  deliveredOn: string | null
  podStatus: string
  billStatus: string
}

export interface NewEvent {
  eventCode: DeliveryStatus
  eventAt: string
  remarks: string | null
}

type Effect = { moves: boolean } | { field: string; message: string }

/**
 * The effect of a new event on a consignment: it moves the status, or is only recorded because it is older than the
 * status, or is refused with a sentence. `today` is a business day; `desk` is whether the dispatch desk reports it.
 */
export function effectOf(lr: LrProgress, event: NewEvent, today: string, desk: boolean): Effect {
  if (event.eventCode === 'BOOKED')
    return { field: 'eventCode', message: 'Event «Booked» comes with the LR itself: choose another' }
  if (event.eventAt < lr.since) return { moves: false }
  if (lr.deliveryStatus === 'DELIVERED' && desk && reopenedTo.includes(event.eventCode))
    return reopening(lr, event, today)
  if (!nextStatuses[lr.deliveryStatus].includes(event.eventCode)) {
    const now = statusLabels[lr.deliveryStatus]
    return {
      field: 'eventCode',
      message: `Event must fit the consignment, which is «${now}»: ${whereTo(lr.deliveryStatus)}`,
    }
  }
  if (event.eventCode === 'CANCELLED' && (lr.podStatus !== 'NONE' || lr.billStatus !== 'UNBILLED')) {
    return { field: 'eventCode', message: 'Event cannot be «Cancelled»: the LR has a POD or a carrier’s bill already' }
  }
  return { moves: true }
}

function reopening(lr: LrProgress, event: NewEvent, today: string): Effect {
  if (lr.deliveredOn === null || daysBetween(lr.deliveredOn, today) > reopenDays) {
    return { field: 'eventCode', message: `Event comes too late: a delivery can be reopened for ${reopenDays} days` }
  }
  if (!event.remarks) return { field: 'remarks', message: 'Remarks are required: say why the delivery is reopened' }
  return { moves: true }
}

function whereTo(status: DeliveryStatus): string {
  const next = nextStatuses[status]
  return next.length === 0 ? 'nothing can follow' : `choose ${next.map(code => `«${statusLabels[code]}»`).join(', ')}`
}
