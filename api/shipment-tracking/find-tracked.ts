import type { Knex } from 'knex'
import type { Tracked, TrackInput } from '../../resources/dispatches/commands/tracking.ts'
import { statusLabels } from '../../resources/dispatches/lr-status.ts'
import { type TrackedBy, trackingSteps, transporterLink } from '../../resources/dispatches/tracking-steps.ts'
import type { DeliveryStatus } from '../../resources/trade.ts'
import { formerlyNumbered } from '../dispatches/events/lr-by-number.ts'
import { lrsWithInvoice } from '../goods/billed-on-lrs.ts'
import { invoicesOfOrders } from '../orders/invoices-of-orders.ts'

interface FoundShipment {
  id: number
  shipmentNo: string
  shipToPincode: string
  notifyMobile: string | null
  sigmaPincode: string | null
  sigmaMobile: string | null
  lrNo: string
  lrDate: string
  deliveryStatus: DeliveryStatus
  expectedDeliveryDate: string
  deliveredOn: string | null
  packages: number
  podStatus: string
  transporter: string
  trackingUrlTemplate: string | null
  fromCity: string
  toCity: string
}

/** The most consignments of one number that are looked at. */
const most = 50

/** The newest consignment of a number that the proof fits, with the others; null without one. One query either way. */
export async function findTracked(db: Knex, input: TrackInput): Promise<Tracked | null> {
  const all: FoundShipment[] = await shipments(db)
    .whereIn('shipment.lrId', lrsOf[input.type](db, input.number))
    .orderBy('lr.lrDate', 'desc')
    .orderBy('lr.id', 'desc')
    .limit(most)
  const [first, ...others] = all.filter(row => proves(row, input))
  return first
    ? {
        ...(await trackedOf(db, first)),
        others: others.map(row => ({
          shipmentNo: row.shipmentNo,
          lrNo: row.lrNo,
          statusLabel: statusLabels[row.deliveryStatus],
          dispatchedOn: row.lrDate,
        })),
      }
    : null
}

/** One consignment as the public may see it, alone; null when the LR has no shipment. */
export async function trackedLr(db: Knex, lrId: number): Promise<Tracked | null> {
  const row: FoundShipment | undefined = await shipments(db).where('shipment.lrId', lrId).first()
  return row ? trackedOf(db, row) : null
}

async function trackedOf(db: Knex, row: FoundShipment): Promise<Tracked> {
  const events = await db('tracking_event')
    .where('shipmentId', row.id)
    .whereIn('confirmation', ['NOT_NEEDED', 'CONFIRMED'])
    .select('id', 'eventCode', 'eventOn', 'eventAt', 'voidNo', 'location')
  return {
    shipmentNo: row.shipmentNo,
    lrNo: row.lrNo,
    transporter: row.transporter,
    transporterLink: transporterLink(row.trackingUrlTemplate, row.lrNo),
    status: row.deliveryStatus,
    statusLabel: statusLabels[row.deliveryStatus],
    steps: trackingSteps(events),
    dispatchedOn: row.lrDate,
    expectedOn: row.expectedDeliveryDate,
    deliveredOn: row.deliveredOn,
    packages: row.packages,
    fromCity: row.fromCity,
    toCity: row.toCity,
    podAvailable: row.podStatus === 'UPLOADED' || row.podStatus === 'ACCEPTED',
    others: [],
  }
}

/** Both must match where both are given; Sigma customers also prove it by their own PIN code and mobile number. */
const proves = (row: FoundShipment, { pincode, last4 }: TrackInput) =>
  (pincode === null || pincode === row.shipToPincode || pincode === row.sigmaPincode) &&
  (last4 === null || [row.notifyMobile, row.sigmaMobile].some(mobile => mobile?.endsWith(last4)))

const shipments = (db: Knex) =>
  db('shipment')
    .join('lr', 'lr.id', 'shipment.lrId')
    .join('transporter', 'transporter.id', 'lr.transporterId')
    .join('state_city as fromCity', 'fromCity.id', 'lr.fromCityId')
    .join('state_city as toCity', 'toCity.id', 'lr.toCityId')
    .leftJoin('sigma_customers', 'sigma_customers.id', 'shipment.sigmaCustomerId')
    .select(
      'shipment.id',
      'shipment.shipmentNo',
      'shipment.shipToPincode',
      'shipment.notifyMobile',
      'sigma_customers.pincode as sigmaPincode',
      'sigma_customers.mobile as sigmaMobile',
      'lr.lrNo',
      'lr.lrDate',
      'lr.deliveryStatus',
      'lr.expectedDeliveryDate',
      'lr.deliveredOn',
      'lr.packages',
      'lr.podStatus',
      'transporter.name as transporter',
      'transporter.trackingUrlTemplate',
      'fromCity.name as fromCity',
      'toCity.name as toCity',
    )

const numbered = (db: Knex, by: { orderNo: string } | { sapOrderNo: string }) => db('order').where(by).select('id')

const withGoodsOf = (db: Knex, by: Parameters<typeof numbered>[1]) =>
  lrsWithInvoice(db, rows => rows.whereIn('invoice.id', invoicesOfOrders(db, numbered(db, by)))).union(
    db('lr_line_item')
      .join('sap_delivery_line', 'sap_delivery_line.id', 'lr_line_item.deliveryLineId')
      .whereIn('sap_delivery_line.orderId', numbered(db, by))
      .select('lr_line_item.lrId'),
  )

/** Those that have a number now, and those that had it before. */
function lrsNumbered(db: Knex, number: string): Knex.QueryBuilder {
  return db('lr')
    .where('lrNo', number)
    .select('id')
    .union(formerlyNumbered(db, [number]).select('lr.id'))
}

/** The LRs of a number; an invoice is also found by its SAP document. */
const lrsOf: Record<TrackedBy, (db: Knex, number: string) => Knex.QueryBuilder> = {
  LR: lrsNumbered,
  ORDER: (db, number) => withGoodsOf(db, { orderNo: number }),
  INVOICE: (db, number) =>
    lrsWithInvoice(db, rows =>
      rows.where(any => any.where('invoice.invoiceNo', number).orWhere('invoice.sapBillingDoc', number)),
    ).union(db('lr_line').where('sigmaInvoiceNo', number).select('lrId')),
  SAP_ORDER: (db, number) =>
    lrsWithInvoice(db, rows => rows.where('invoice.sapOrderNo', number)).union(withGoodsOf(db, { sapOrderNo: number })),
}
