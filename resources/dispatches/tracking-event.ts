import { dispatches } from '../access.ts'
import { choice, instant, reference, text } from '../define/fields.ts'
import { type Row, record } from '../define/resource.ts'
import { deliveryStatuses } from '../trade.ts'
import { lr } from './lr.ts'
import { withinLrs } from './scopes.ts'
import { shipment } from './shipment.ts'

/** Where a shipment was and when. It repeats the columns of the LR that scopes need. */
export const trackingEvent = record({
  path: 'tracking-events',
  name: 'tracking-event',
  title: 'Tracking Events',
  purpose: 'What happened to each shipment on its way.',
  fields: {
    shipmentId: reference(shipment),
    lrId: reference(lr),
    eventCode: choice(deliveryStatuses, { label: 'Event' }),
    eventAt: instant({ label: 'At' }),
    location: text({ max: 80, optional: true }),
    remarks: text({ max: 255, optional: true, long: true }),
    source: choice(['PORTAL', 'UPLOAD', 'TRANSPORTER', 'API']),
  },
  key: ['shipmentId', 'eventCode', 'eventAt'],
  display: ['eventCode', 'eventAt'],
  list: ['shipmentId', 'eventCode', 'eventAt', 'location', 'remarks', 'source'],
  search: ['location'],
  sort: ['-id'],
  indexes: [['lrId', 'eventAt']],
  access: dispatches,
  within: withinLrs,
})

export type TrackingEvent = Row<typeof trackingEvent>

/** The fields of an event that the person who reports it enters. */
export const eventFields = ['lrId', 'eventCode', 'eventAt', 'location', 'remarks'] as const
export type EventInput = Pick<TrackingEvent, (typeof eventFields)[number]>
