import type { Knex } from 'knex'
import { fyOf, instantOf } from '../../../resources/define/dates.ts'
import { withDefaults } from '../../../resources/define/validate.ts'
import type { LrInput } from '../../../resources/dispatches/commands/booking.ts'
import { type Lr, lr } from '../../../resources/dispatches/lr.ts'
import { type Shipment, shipment } from '../../../resources/dispatches/shipment.ts'
import { type TrackingEvent, trackingEvent } from '../../../resources/dispatches/tracking-event.ts'
import type { Call } from '../../derive/call.ts'
import type { Author } from '../../derive/save/author.ts'
import { insertRows } from '../../derive/save/write.ts'
import { expectedOn } from '../../masters/expected-on.ts'
import { dispatchOrder } from '../../orders/dispatch-order.ts'
import { now, today } from '../../platform/clock.ts'
import { conflict } from '../../platform/errors.ts'
import { nextNumber } from '../../platform/number-series.ts'
import { shipmentNews } from '../events/shipment-told.ts'
import { recalculateFreight } from '../freight/recalculate-freight.ts'
import { expectedFreightOf } from './expected-freight.ts'
import type { ForLr } from './goods-for-lr.ts'
import { type PreparedLr, prepareLr } from './prepare-lr.ts'
import { writeLines } from './write-lines.ts'

/**
 * Saves an LR over invoices, deliveries that are never billed or parts of them, all in the given transaction: the LR with
 * its lines, their goods and freight shares, the customer's shipment with its first event, the invoices as ON_LR or PARTIAL, and their orders as
 * dispatched. Throws 400 with faults at the fields, and 409 when an invoice has left or the LR exists already.
 */
export async function bookLr(
  trx: Knex,
  input: LrInput,
  call: Call,
  author: Author,
): Promise<{ id: number; beside: { shipmentNo: string } }> {
  return keepLr(trx, await checkLr(trx, input, call), author)
}

/** The LR as it may be saved. Throws 400 with faults at the fields, and 409, before anything is written. */
export async function checkLr(trx: Knex, input: LrInput, call: Call): Promise<PreparedLr> {
  const prepared = await prepareLr(trx, input, call)
  await demandFreeNumber(trx, prepared.input)
  return prepared
}

/** Writes an LR that was checked in the same transaction. */
export async function keepLr(
  trx: Knex,
  prepared: PreparedLr,
  author: Author,
): Promise<{ id: number; beside: { shipmentNo: string } }> {
  const newLr = await insertLr(trx, prepared, author)
  await writeLines(trx, newLr, prepared.dispatched, author)
  await recalculateFreight(trx, newLr.id, author)
  const shipmentNo = await insertShipment(trx, newLr, prepared.dispatched[0]!.chosen, author)
  const orders = new Set(prepared.dispatched.flatMap(({ chosen }) => chosen.orderIds))
  for (const orderId of orders) await dispatchOrder(trx, orderId, `LR ${newLr.lrNo}`, author)
  await shipmentNews.tell(trx, newLr.id, 'BOOKED')
  return { id: newLr.id, beside: { shipmentNo } }
}

/** Throws 409 when the transporter has another LR of this number in the financial year. */
export async function demandFreeNumber(
  trx: Knex,
  { lrNo, transporterId, lrDate }: Pick<Lr, 'lrNo' | 'transporterId' | 'lrDate'>,
): Promise<void> {
  const key = { lrNo, transporterId, fy: fyOf(lrDate), releasedNo: 0 }
  if (!(await trx('lr').where(key).first('id'))) return
  const message = `LR no ${lrNo} of this transporter is entered already in this financial year`
  throw conflict('DUPLICATE_KEY', message, {}, 'lrNo')
}

async function insertLr(trx: Knex, { input, dispatched, site }: PreparedLr, author: Author): Promise<Lr> {
  const { lines: _, ...values } = input
  const shipTo = dispatched[0]!.chosen.shipTo!
  const way = { plantId: site.id, stateId: shipTo.stateId, cityId: shipTo.cityId, transMode: input.transMode }
  const expectedDeliveryDate = await expectedOn(trx, { ...way, lrDate: input.lrDate })
  const row: Partial<Lr> = {
    ...values,
    fy: fyOf(input.lrDate),
    plantId: site.id,
    fromCityId: site.cityId,
    toCityId: shipTo.cityId!,
    expectedFreight: await expectedFreightOf(trx, { ...input, ...way }),
    expectedDeliveryDate,
    originalExpectedDate: expectedDeliveryDate,
  }
  const [made] = await insertRows(trx, lr, [withDefaults(lr, row)], author)
  return made!
}

const sources = { UI: 'PORTAL', IMPORT: 'UPLOAD' } as const

async function insertShipment(trx: Knex, newLr: Lr, { shipTo }: ForLr, author: Author): Promise<string> {
  const shipmentNo = await nextNumber(trx, 'SH', today())
  const row: Partial<Shipment> = {
    shipmentNo,
    lrId: newLr.id,
    businessLine: 'CORE',
    customerId: shipTo!.customerId,
    shipToPincode: shipTo!.pincode,
    notifyMobile: shipTo!.mobile,
    notifyEmail: shipTo!.email,
  }
  const [shipmentRow] = await insertRows(trx, shipment, [row], author)
  const city = await trx('state_city').where({ id: newLr.fromCityId }).first('name')
  // Not later than what happened on the LR's own day, so that an event of that day still moves the consignment.
  const morning = instantOf(newLr.lrDate, '09:00')
  const event: Partial<TrackingEvent> = {
    shipmentId: shipmentRow!.id,
    lrId: newLr.id,
    eventCode: 'BOOKED',
    eventAt: morning < now() ? morning : now(),
    location: city?.name ?? null,
    source: sources[author.source as keyof typeof sources] ?? 'API',
  }
  await insertRows(trx, trackingEvent, [withDefaults(trackingEvent, event)], author)
  return shipmentNo
}
