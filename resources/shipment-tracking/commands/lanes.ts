import { type AnswerOf, type BodyOf, command, holds, may } from '../../define/command.ts'
import { choice, date, integer, percent, reference } from '../../define/fields.ts'
import { pick } from '../../define/pick.ts'
import { about, group, many, maybe } from '../../define/shape.ts'
import { laneRecordFields } from '../../dispatches/lane-record.ts'
import { shipment } from '../../dispatches/shipment.ts'
import { transporter } from '../../masters/transporter.ts'
import { plant } from '../../settings/plant.ts'
import { businessLines, deliveryStatuses, transModes } from '../../trade.ts'
import { sigmaHeader, sigmaInvoice, sigmaShipmentSheet } from '../../uploads/sigma-shipments.ts'
import { searchShipments } from '../search-shipments.ts'

const tracking = 'Tracking'
const id = integer({ min: 1 })
const count = integer({ min: 0 })
const onTime = { due: count, kept: count }
const share = maybe(percent())

export const showLaneRecords = command('GET lane-records', {
  room: tracking,
  summary: 'How often the lanes from each plant to a city, or to its state, kept their dates in the last 90 days',
  who: holds('compareTransporters'),
  body: {
    toCityId: about('Or a ship-to', maybe(id)),
    shipToId: maybe(id),
    transMode: choice(transModes, { label: 'Mode of transport' }),
  },
  answer: { lanes: many({ plantId: id, ...laneRecordFields }, { most: 1_000 }) },
})
export type LanesAsked = BodyOf<typeof showLaneRecords>

const sigmaHead = pick(sigmaShipmentSheet.fields, sigmaHeader)
const sigmaLine = pick(sigmaShipmentSheet.fields, sigmaInvoice)

export const bookSigmaShipment = command('POST sigma-shipments', {
  room: tracking,
  summary: 'Saves an LR of the sister business, which is only tracked here',
  who: may(shipment, 'import'),
  idempotent: 'must',
  body: {
    ...sigmaHead,
    invoices: many(sigmaLine, { least: 1, most: 200, distinct: 'sigmaInvoiceNo' }),
  },
  answer: { lrId: id, ...pick(shipment.fields, ['shipmentNo']) },
  refusals: {
    RULE: [422, 'a city, transporter or customer that does not fit, or an LR that is there with other invoices'],
  },
})
/** An LR of the sister business: money in paise, weights in thousandths of a kilogram. */
export type SigmaLr = BodyOf<typeof bookSigmaShipment>

export const showScorecard = command('GET transporter-scorecard', {
  room: tracking,
  summary: 'How a transporter did in the last 90 days',
  who: may(transporter, 'read'),
  body: { transporterId: id },
  answer: {
    from: date({ hint: 'A business day, as To; both included' }),
    to: date(),
    ...onTime,
    late: count,
    pct: about('The share that kept its date; null where nothing was due', share),
    dispatched: count,
    delivered: count,
    lost: count,
    returned: count,
    podOverdue: integer({ min: 0, hint: 'Delivered more than a week ago without a proof that counts' }),
    podDelay: integer({
      optional: true,
      hint: 'Days from the delivery to its first proof, in tenths, on average; null while there is none',
    }),
    damaged: integer({ min: 0, hint: 'LRs of which a proof says that packages were short or damaged' }),
  },
})
export type Scorecard = AnswerOf<typeof showScorecard>

const inHundredths = integer({ optional: true, hint: 'In hundredths' })

export const showDashboard = command('GET shipment-tracking/dashboard', {
  room: tracking,
  summary: 'Figures of the shipments in reach: on their way, delivered, late, by status, transporter and day',
  who: may(searchShipments, 'read'),
  body: {
    from: about('30 days before the last one', maybe(date())),
    to: about('Today', maybe(date())),
    plantId: reference(plant, { optional: true }),
    transporterId: reference(transporter, { optional: true }),
    businessLine: choice(businessLines, { optional: true }),
  },
  answer: {
    from: date(),
    to: date(),
    dispatched: integer({ min: 0, hint: 'In the period, without cancelled ones' }),
    inTransit: integer({ min: 0, hint: 'How many of these are still under way' }),
    delivered: integer({ min: 0, hint: 'In the period, of whichever day' }),
    onTime: group({ ...onTime, late: count, pct: share }, { hint: 'How many of those due in the period were on time' }),
    podPending: integer({ min: 0, hint: 'Delivered in the period and without a proof that counts' }),
    rating: group({ average: inHundredths, count }, { hint: 'What customers gave in the period, 1 to 5' }),
    statuses: many({ status: choice(deliveryStatuses), count }, { most: deliveryStatuses.length }),
    transporters: many({ id, ...pick(transporter.fields, ['name']), ...onTime, pct: share }, { most: 10_000 }),
    days: many({ day: date(), delivered: count }, { most: 367 }),
  },
})
export type Dashboard = AnswerOf<typeof showDashboard>
export type DashboardQuery = BodyOf<typeof showDashboard>
