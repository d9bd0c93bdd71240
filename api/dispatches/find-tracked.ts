import type { Knex } from 'knex'
import { statusLabels } from '../../resources/dispatches/lr-status.ts'
import type { Tracked } from '../../resources/dispatches/tracked.ts'
import { carrierLink, type TrackedBy, trackingSteps } from '../../resources/dispatches/tracking-steps.ts'
import type { DeliveryStatus } from '../../resources/trade.ts'
import type { TrackInput } from './track.ts'

interface FoundShipment {
  id: number
  shipmentNo: string
  shipToPincode: string
  notifyMobile: string | null
  lrNo: string
  lrDate: string
  deliveryStatus: DeliveryStatus
  expectedDeliveryDate: string
  deliveredOn: string | null
  packages: number
  podStatus: string
  carrier: string
  trackingUrlTemplate: string | null
  fromCity: string
  toCity: string
}

/** The most consignments of one number that are looked at. */
const most = 50

/**
 * The newest consignment of a number that the proof fits, with the others; null when there is none. One query either
 * way.
 */
export async function findTracked(db: Knex, input: TrackInput): Promise<Tracked | null> {
  const all: FoundShipment[] = await shipments(db)
    .whereIn('shipment.lrId', lrsOf[input.type](db, input.number))
    .orderBy('lr.lrDate', 'desc')
    .orderBy('lr.id', 'desc')
    .limit(most)
  const [first, ...others] = all.filter(row => proves(row, input))
  if (!first) return null
  const events = await db('tracking_event').where('shipmentId', first.id).select('eventCode', 'eventAt', 'location')
  return {
    shipmentNo: first.shipmentNo,
    lrNo: first.lrNo,
    carrier: first.carrier,
    carrierLink: carrierLink(first.trackingUrlTemplate, first.lrNo),
    status: first.deliveryStatus,
    statusLabel: statusLabels[first.deliveryStatus],
    steps: trackingSteps(events),
    dispatchedOn: first.lrDate,
    expectedOn: first.expectedDeliveryDate,
    deliveredOn: first.deliveredOn,
    packages: first.packages,
    fromCity: first.fromCity,
    toCity: first.toCity,
    podAvailable: first.podStatus === 'UPLOADED' || first.podStatus === 'ACCEPTED',
    others: others.map(row => ({
      shipmentNo: row.shipmentNo,
      lrNo: row.lrNo,
      statusLabel: statusLabels[row.deliveryStatus],
      dispatchedOn: row.lrDate,
    })),
  }
}

/** Both must match where both are given. */
const proves = ({ shipToPincode, notifyMobile }: FoundShipment, { pincode, last4 }: TrackInput) =>
  (pincode === null || pincode === shipToPincode) && (last4 === null || (notifyMobile?.endsWith(last4) ?? false))

const shipments = (db: Knex) =>
  db('shipment')
    .join('lr', 'lr.id', 'shipment.lrId')
    .join('transporter', 'transporter.id', 'lr.transporterId')
    .join('state_city as fromCity', 'fromCity.id', 'lr.fromCityId')
    .join('state_city as toCity', 'toCity.id', 'lr.toCityId')
    .select(
      'shipment.id',
      'shipment.shipmentNo',
      'shipment.shipToPincode',
      'shipment.notifyMobile',
      'lr.lrNo',
      'lr.lrDate',
      'lr.deliveryStatus',
      'lr.expectedDeliveryDate',
      'lr.deliveredOn',
      'lr.packages',
      'lr.podStatus',
      'transporter.name as carrier',
      'transporter.trackingUrlTemplate',
      'fromCity.name as fromCity',
      'toCity.name as toCity',
    )

const invoicesOn = (db: Knex) => db('lr_line').join('invoice', 'invoice.id', 'lr_line.invoiceId').select('lr_line.lrId')

/** The LRs of a number; an invoice is also found by its SAP document. */
const lrsOf: Record<TrackedBy, (db: Knex, number: string) => Knex.QueryBuilder> = {
  LR: (db, number) => db('lr').where('lrNo', number).select('id'),
  ORDER: (db, number) => invoicesOn(db).join('order', 'order.id', 'invoice.orderId').where('order.orderNo', number),
  INVOICE: (db, number) =>
    invoicesOn(db).where(any => any.where('invoice.invoiceNo', number).orWhere('invoice.sapBillingDoc', number)),
  SAP_ORDER: (db, number) => invoicesOn(db).where('invoice.sapOrderNo', number),
}
