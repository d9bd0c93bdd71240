import { instant, text } from '../define/fields.ts'
import { resource } from '../define/resource.ts'
import { lr } from '../dispatches/lr.ts'
import { trackingAccess, trackingEvent } from '../dispatches/tracking-event.ts'
import type { DeliveryStatus } from '../trade.ts'

const { eventCode, location, remarks, reason, vehicleNo } = trackingEvent.fields

/** What carriers write for a status. */
const saidByCarriers: Readonly<Partial<Record<DeliveryStatus, readonly string[]>>> = {
  BOOKED: ['bkd', 'picked up', 'pickup done', 'manifested'],
  IN_TRANSIT: ['transit', 'intransit', 'in trans', 'dispatched'],
  AT_HUB: ['hub', 'at destination hub'],
  OUT_FOR_DELIVERY: ['ofd', 'out for dlv'],
  DELIVERED: ['dlvd', 'delvd', 'dlv', 'del', 'dld', 'pod received'],
  PARTIAL_DELIVERED: ['partial', 'part dlvd', 'part delivered', 'short delivered'],
  UNDELIVERED: ['undlvd', 'not delivered', 'refused'],
  RETURNED: ['rto', 'returned to origin', 'rto delivered'],
}

/** The columns of a file of delivery statuses: each row is an event of a consignment. */
export const deliveryStatusSheet = resource({
  group: 'dispatches',
  name: 'upload-delivery-status',
  title: 'Delivery Status',
  purpose: 'What happened to LRs, each row an event; the rows of an LR count in the order of their time.',
  fields: {
    lrNo: { ...lr.fields.lrNo, label: 'LR no' },
    transporterId: lr.fields.transporterId,
    eventCode: { ...eventCode, aliases: ['status', 'delivery_status'], alsoCalled: saidByCarriers },
    eventAt: instant({
      orDay: true,
      label: 'Event at',
      hint: 'A day, with its time in India where known: 01-04-2026 15:30',
    }),
    location,
    receivedBy: text({ max: 60, optional: true, label: 'Received by', hint: 'Captured when the goods are delivered' }),
    vehicleNo,
    reason,
    remarks,
  },
  key: ['lrNo', 'transporterId', 'eventCode', 'eventAt'],
  display: ['lrNo', 'eventCode'],
  access: trackingAccess,
})
