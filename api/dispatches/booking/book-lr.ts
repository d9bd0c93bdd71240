import type { Knex } from 'knex'
import { dayOf, fyOf } from '../../../resources/define/dates.ts'
import { withDefaults } from '../../../resources/define/validate.ts'
import type { LrInput } from '../../../resources/dispatches/commands/booking.ts'
import { type Lr, lr } from '../../../resources/dispatches/lr.ts'
import { type Shipment, shipment } from '../../../resources/dispatches/shipment.ts'
import { type BookingNews, isBookedLate } from '../../../resources/dispatches/shipment-news.ts'
import { type TrackingEvent, trackingEvent } from '../../../resources/dispatches/tracking-event.ts'
import type { Call } from '../../derive/call.ts'
import type { Author } from '../../derive/save/author.ts'
import { insertRows } from '../../derive/save/write.ts'
import { expectedOn } from '../../masters/expected-on.ts'
import { dispatchOrder } from '../../orders/dispatch-order.ts'
import { now, today } from '../../platform/clock.ts'
import { nextNumber } from '../../platform/number-series.ts'
import { shipmentNews } from '../events/shipment-told.ts'
import { agreeFreight } from '../freight/agree-freight.ts'
import { demandSizesFit, writeSizes } from '../freight/measure-lr.ts'
import { recalculateFreight } from '../freight/recalculate-freight.ts'
import { demandFreeNumber } from './free-number.ts'
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
  demandSizesFit(prepared.input, prepared.input.sizes ?? [])
  return prepared
}

/** Writes an LR that was checked in the same transaction, of which customers hear as `news` says. */
export async function keepLr(
  trx: Knex,
  prepared: PreparedLr,
  author: Author,
  news: BookingNews = 'ALL',
): Promise<{ id: number; beside: { shipmentNo: string } }> {
  const newLr = await insertLr(trx, prepared, author)
  await writeSizes(trx, newLr.id, prepared.input.sizes ?? [], author)
  await writeLines(trx, newLr, prepared.dispatched, author)
  await recalculateFreight(trx, newLr.id, author)
  const shipmentNo = await insertShipment(trx, newLr, prepared, author)
  const orders = new Set(prepared.dispatched.flatMap(({ chosen }) => chosen.orderIds))
  for (const orderId of orders) await dispatchOrder(trx, orderId, `LR ${newLr.lrNo}`, author)
  const isLate = isBookedLate(newLr.expectedDeliveryDate, today())
  if (news === 'ALL' || (news === 'OPEN' && !isLate)) await shipmentNews.tell(trx, newLr.id, 'BOOKED')
  return { id: newLr.id, beside: { shipmentNo } }
}

async function insertLr(trx: Knex, { input, dispatched, site }: PreparedLr, author: Author): Promise<Lr> {
  const { lines: _, bookedAt: __, sizes, ...values } = input
  const shipTo = dispatched[0]!.chosen.shipTo!
  const way = { plantId: site.id, stateId: shipTo.stateId, cityId: shipTo.cityId, transMode: input.transMode }
  const expectedDeliveryDate = await expectedOn(trx, { ...way, lrDate: input.lrDate })
  const row: Partial<Lr> = {
    ...values,
    fy: fyOf(input.lrDate),
    partBVehicleNo: input.partBAt === null ? null : input.vehicleNo,
    plantId: site.id,
    fromCityId: site.cityId,
    toCityId: shipTo.cityId!,
    ...(await agreeFreight(trx, { ...input, ...way, pincode: shipTo.pincode }, sizes ?? [])),
    expectedDeliveryDate,
    originalExpectedDate: expectedDeliveryDate,
  }
  const [made] = await insertRows(trx, lr, [withDefaults(lr, row)], author)
  return made!
}

const sources = { UI: 'PORTAL', IMPORT: 'UPLOAD' } as const

async function insertShipment(trx: Knex, newLr: Lr, prepared: PreparedLr, author: Author): Promise<string> {
  const { shipTo } = prepared.dispatched[0]!.chosen
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
  const bookedAt = prepared.input.bookedAt ?? now()
  const event: Partial<TrackingEvent> = {
    ...bookingEvent(newLr, bookedAt),
    shipmentId: shipmentRow!.id,
    location: city?.name ?? null,
    source: sources[author.source as keyof typeof sources] ?? 'API',
  }
  await insertRows(trx, trackingEvent, [withDefaults(trackingEvent, event)], author)
  return shipmentNo
}

/** The first event of an LR, which says the facts of its journey first. */
export function bookingEvent(of: Lr, bookedAt: string): Partial<TrackingEvent> {
  const { id: lrId, lrNo, transporterId, vehicleNo, driverName, driverMobile, partBVehicleNo, partBAt } = of
  const said = { lrNo, transporterId, vehicleNo, driverName, driverMobile, partBVehicleNo, partBAt }
  return { ...said, lrId, eventCode: 'BOOKED', eventOn: dayOf(bookedAt), eventAt: bookedAt }
}
