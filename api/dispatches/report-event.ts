import type { Knex } from 'knex'
import { dayOf } from '../../resources/define/dates.ts'
import { invoice } from '../../resources/dispatches/invoice.ts'
import { type Lr, lr } from '../../resources/dispatches/lr.ts'
import { effectOf, type NewEvent } from '../../resources/dispatches/lr-status.ts'
import { type Shipment, shipment } from '../../resources/dispatches/shipment.ts'
import { type TrackingEvent, trackingEvent } from '../../resources/dispatches/tracking-event.ts'
import { rowsOf } from '../derive/rows-of.ts'
import { type Author, insertRows, updateRow } from '../derive/save/write.ts'
import { deliverOrder, recallOrder } from '../orders/dispatch-order.ts'
import { today } from '../platform/clock.ts'
import { conflict, refused } from '../platform/errors.ts'

interface Reported extends NewEvent {
  location: string | null
  source: TrackingEvent['source']
}

/**
 * Records an event of a consignment and moves its LR; with it the customer's shipment, the invoices and, once all has
 * arrived, the orders. Returns the event's id. Throws 422 for an event that cannot follow, 409 for a duplicate.
 */
export async function reportEvent(
  trx: Knex,
  before: Lr,
  event: Reported,
  desk: boolean,
  author: Author,
): Promise<number> {
  const [customerShipment] = await rowsOf(trx, shipment, rows => rows.where('lrId', before.id))
  const since = await statusSince(trx, customerShipment!, before)
  const effect = effectOf({ ...before, since }, event, today(), desk)
  if ('message' in effect) throw refused([{ field: effect.field, code: 'NOT_ALLOWED_STATE', message: effect.message }])
  const key = { shipmentId: customerShipment!.id, eventCode: event.eventCode, eventAt: event.eventAt }
  if (await trx('tracking_event').where(key).first('id')) {
    throw conflict('DUPLICATE_KEY', 'This event is noted already for that time', {}, 'eventAt')
  }
  const [made] = await insertRows(trx, trackingEvent, [{ ...event, ...key, lrId: before.id }], author)
  if (effect.moves) await moveLr(trx, before, customerShipment!, event, author)
  return made!.id
}

async function statusSince(trx: Knex, { id }: Shipment, { deliveryStatus, createdAt }: Lr): Promise<string> {
  const last = await trx('tracking_event')
    .where({ shipmentId: id, eventCode: deliveryStatus })
    .orderBy('eventAt', 'desc')
    .first('eventAt')
  return last?.eventAt ?? createdAt
}

async function moveLr(
  trx: Knex,
  before: Lr,
  customerShipment: Shipment,
  { eventCode, eventAt }: Reported,
  author: Author,
) {
  const arrived = eventCode === 'DELIVERED' || eventCode === 'PARTIAL_DELIVERED'
  const deliveredOn = arrived ? dayOf(eventAt) : null
  await updateRow(trx, lr, before, { deliveryStatus: eventCode, deliveredOn }, author)
  const isOnTime = deliveredOn === null ? null : deliveredOn <= before.expectedDeliveryDate
  if (isOnTime !== customerShipment.isOnTime) await updateRow(trx, shipment, customerShipment, { isOnTime }, author)
  await moveInvoices(trx, before, eventCode, author)
}

/** Invoices are DELIVERED with their LR, waiting again when it is cancelled, and ON_LR otherwise. */
async function moveInvoices(trx: Knex, { id, lrNo }: Lr, eventCode: Lr['deliveryStatus'], author: Author) {
  const dispatchStatus = eventCode === 'DELIVERED' ? 'DELIVERED' : eventCode === 'CANCELLED' ? 'PENDING' : 'ON_LR'
  const onIt = await rowsOf(trx, invoice, rows =>
    rows.whereIn('id', trx('lr_line').where('lrId', id).whereNotNull('invoiceId').select('invoiceId')),
  )
  for (const row of onIt) {
    if (row.dispatchStatus !== dispatchStatus) await updateRow(trx, invoice, row, { dispatchStatus }, author)
  }
  for (const orderId of new Set(onIt.flatMap(row => row.orderId ?? []))) {
    if (eventCode === 'CANCELLED') await recallOrder(trx, orderId, `LR ${lrNo} cancelled`, author)
    if (eventCode === 'DELIVERED') await deliverOrder(trx, orderId, `LR ${lrNo} delivered`, author)
  }
}
