import type { DeliveryStatus } from '../trade.ts'
import type { TrackingEvent } from './tracking-event.ts'

/** What customers hear about a shipment: a status it reached, or that its day has passed. */
export type ShipmentNews = DeliveryStatus | 'DELAYED'

/** A message about a shipment: its template, and by which media it goes. */
interface ShipmentMessage {
  template: string
  topic: 'SHIPMENT' | 'FEEDBACK'
  byMail: boolean
  bySms: boolean
}

const messages: Partial<Record<ShipmentNews, ShipmentMessage>> = {
  BOOKED: { template: 'SHIPPED', topic: 'SHIPMENT', byMail: true, bySms: true },
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
