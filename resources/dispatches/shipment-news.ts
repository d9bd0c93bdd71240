import type { DeliveryStatus } from '../trade.ts'
import type { TrackingEvent } from './tracking-event.ts'

/** What customers hear about a shipment: a status it reached, that its day has passed, or that it was booked after it. */
export type ShipmentNews = DeliveryStatus | 'DELAYED' | 'BOOKED_LATE'

/** What of a batch of LRs customers hear: nothing, nothing of those booked after their promised day, or everything. */
export const bookingNews = ['NONE', 'OPEN', 'ALL'] as const
export type BookingNews = (typeof bookingNews)[number]

/** Whether an LR was booked after the day for which its goods are promised. */
export const isBookedLate = (expectedOn: string, bookedOn: string): boolean => expectedOn < bookedOn

/**
 * What of a piece of news is true when it is told; null where it is none any more. Goods that are booked after their
 * promised day are promised nothing, their delay is no news, and neither is what happened to them before the booking. Goods
 * are out for delivery on that day alone. Days are business days.
 */
export function newsNow(
  news: ShipmentNews,
  { expectedOn, bookedOn, eventOn, today }: Record<'expectedOn' | 'bookedOn' | 'eventOn' | 'today', string>,
): ShipmentNews | null {
  const isLate = isBookedLate(expectedOn, bookedOn)
  if (news === 'BOOKED') return isLate ? 'BOOKED_LATE' : news
  if (news === 'OUT_FOR_DELIVERY') return eventOn === today ? news : null
  if (news === 'DELAYED') return isLate ? null : news
  return isLate && eventOn < bookedOn ? null : news
}

/** A message about a shipment: its template, and by which media it goes. */
interface ShipmentMessage {
  template: string
  topic: 'SHIPMENT' | 'FEEDBACK'
  byMail: boolean
  bySms: boolean
}

const messages: Partial<Record<ShipmentNews, ShipmentMessage>> = {
  BOOKED: { template: 'SHIPPED', topic: 'SHIPMENT', byMail: true, bySms: true },
  BOOKED_LATE: { template: 'SHIPPED_LATE', topic: 'SHIPMENT', byMail: true, bySms: true },
  OUT_FOR_DELIVERY: { template: 'OUT_FOR_DELIVERY', topic: 'SHIPMENT', byMail: false, bySms: true },
  DELIVERED: { template: 'DELIVERED_FEEDBACK', topic: 'FEEDBACK', byMail: true, bySms: true },
  DELAYED: { template: 'DELAYED', topic: 'SHIPMENT', byMail: true, bySms: false },
  UNDELIVERED: { template: 'UNDELIVERED', topic: 'SHIPMENT', byMail: true, bySms: false },
  RETURNED: { template: 'RETURNED', topic: 'SHIPMENT', byMail: true, bySms: false },
}

/** The message about a piece of news; undefined where customers get none. */
export const messageAbout = (news: ShipmentNews): ShipmentMessage | undefined => messages[news]

/** Why goods were not delivered, as their buyer reads it. */
const forBuyers: Record<NonNullable<TrackingEvent['reason']>, string> = {
  CLOSED: 'no one was there to receive them',
  REFUSED: 'they were not accepted at the gate',
  ADDRESS: 'the address was not found',
  TO_PAY_UNPAID: 'the freight due at delivery was not paid',
  VEHICLE: 'the vehicle had a problem',
  OTHER: 'the transporter met an obstacle',
}

/** Why goods were not delivered, for buyers and for our own people, who read the transporter's remarks too. */
export function undeliveredReason(
  { reason, remarks }: Pick<TrackingEvent, 'reason' | 'remarks'>,
  reader: 'buyer' | 'staff',
): string {
  const words = forBuyers[reason ?? 'OTHER']
  return reader === 'staff' && remarks ? `${words} (${remarks})` : words
}
