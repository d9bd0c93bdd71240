import { dispatches } from '../access.ts'
import { action } from '../define/action.ts'
import { choice, code, date, decimal, flag, instant, integer, reference, text } from '../define/fields.ts'
import { type Row, record } from '../define/resource.ts'
import type { Access } from '../define/rights.ts'
import { transporter } from '../masters/transporter.ts'
import { user } from '../settings/user.ts'
import { deliveryStatuses } from '../trade.ts'
import { lr, unseenByBuyers } from './lr.ts'
import { deliveryStatusWords, type FailureReason, failureReasons } from './lr-status.ts'
import { withinLrs } from './scopes.ts'
import { shipment } from './shipment.ts'

/** Transporters upload what happened to their own LRs. */
export const trackingAccess: Access = { ...dispatches, TRANSPORTER: 'RI' }

/** Where a shipment was and when. It repeats the columns of the LR that scopes need. */
export const trackingEvent = record({
  path: 'tracking-events',
  name: 'tracking-event',
  title: 'Tracking Events',
  purpose: 'What happened to each shipment on its way.',
  fields: {
    shipmentId: reference(shipment),
    lrId: reference(lr),
    eventCode: choice(deliveryStatuses, { words: deliveryStatusWords, label: 'Event' }),
    eventOn: date({ label: 'Day' }),
    eventAt: instant({ optional: true, label: 'At', hint: 'Empty where no hour was said' }),
    location: text({ max: 80, optional: true }),
    remarks: text({ audience: 'readers', max: 255, optional: true, long: true, hiddenFrom: unseenByBuyers }),
    source: choice(['PORTAL', 'UPLOAD', 'TRANSPORTER', 'API']),
    reason: choice(Object.keys(failureReasons) as FailureReason[], {
      optional: true,
      label: 'Why not delivered',
    }),
    vehicleNo: text({ max: 15, format: 'vehicle', optional: true, label: 'New vehicle' }),
    driverName: text({ max: 60, optional: true, label: 'New driver', hiddenFrom: unseenByBuyers }),
    driverMobile: text({
      max: 10,
      format: 'mobile',
      optional: true,
      label: 'Mobile of the driver',
      hiddenFrom: unseenByBuyers,
    }),
    transporterId: reference(transporter, { optional: true, label: 'New transporter' }),
    lrNo: code({ max: 20, optional: true, label: 'New LR no' }),
    partBVehicleNo: text({ max: 15, format: 'vehicle', optional: true, label: 'Vehicle on the e-way bill' }),
    partBAt: instant({ optional: true, label: 'Part B entered at' }),
    sealNo: text({ max: 30, optional: true, label: 'Seal' }),
    temperature: decimal({ scale: 1, min: -100, max: 100, optional: true, label: 'Temperature, in °C' }),
    receivedBy: text({ max: 60, optional: true, label: 'Received by' }),
    moves: flag({ default: true, label: 'Moves the status', hint: 'No where the event was older than the status' }),
    confirmation: choice(['NOT_NEEDED', 'AWAITED', 'CONFIRMED', 'DECLINED'], {
      default: 'NOT_NEEDED',
      hint: 'The desk confirms what a transporter reports as returned or lost',
    }),
    settles: flag({
      label: 'Settles the balance',
      hint: 'The missing goods will not be delivered; the delivery date is kept',
    }),
    requestKey: text({ max: 36, optional: true, unique: true, label: 'Key of the request', secret: true }),
    voidedAt: instant({ optional: true, label: 'Voided at' }),
    voidedById: reference(user, { optional: true, label: 'Voided by', audience: 'staff' }),
    voidReason: text({
      audience: 'readers',
      max: 255,
      optional: true,
      label: 'Why it is void',
      hiddenFrom: unseenByBuyers,
    }),
    voidNo: integer({
      min: 0,
      default: 0,
      label: 'Void number',
      hint: '0 while the event counts, else its own id',
    }),
  },
  key: ['shipmentId', 'eventCode', 'eventOn', 'eventAt', 'voidNo'],
  display: ['eventCode', 'eventOn'],
  list: ['shipmentId', 'eventCode', 'eventOn', 'eventAt', 'location', 'remarks', 'source'],
  search: ['location'],
  sort: ['-id'],
  indexes: [['lrId', 'eventOn'], ['reason', 'lrId'], ['confirmation']],
  actions: {
    void: action({
      label: 'Void',
      letter: 'U',
      when: { voidNo: 0 },
      inputs: { reason: text({ max: 255, label: 'Why' }) },
      confirm: 'The LR goes back to where it was before this event.',
      danger: true,
    }),
    confirm: action({
      label: 'Confirm',
      letter: 'U',
      when: { confirmation: 'AWAITED', voidNo: 0 },
      confirm: 'The LR is returned or lost, as the transporter reports.',
    }),
    decline: action({
      label: 'Decline',
      letter: 'U',
      when: { confirmation: 'AWAITED', voidNo: 0 },
      inputs: { reason: text({ max: 255, label: 'Why' }) },
    }),
  },
  access: trackingAccess,
  within: {
    ...withinLrs,
    CUSTOMER: [{ lrId: 'lrsInMyScope' }, { lrId: 'lrsSentToMe' }],
    DISTRIBUTOR: [{ lrId: 'lrsInMyScope' }, { lrId: 'lrsSentToMe' }],
  },
})

export type TrackingEvent = Row<typeof trackingEvent>

/** The fields of an event that the person who reports it enters. */
export const eventFields = [
  ...(['lrId', 'eventCode', 'eventAt', 'location', 'remarks', 'reason', 'vehicleNo', 'driverName'] as const),
  ...(['driverMobile', 'transporterId', 'lrNo', 'partBAt', 'sealNo', 'temperature', 'receivedBy'] as const),
  'requestKey',
] as const

/** What is entered in another form than it is kept. */
export const besidesEvent = {
  eventOn: { ...trackingEvent.fields.eventOn, optional: true as const, hint: 'Empty where the hour says it' },
  partBUpdated: flag({ label: 'Part B of the e-way bill names the vehicle' }),
}
