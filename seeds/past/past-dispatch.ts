import type { Knex } from 'knex'
import { rowsOf } from '../../api/derive/rows-of.ts'
import { bookLr } from '../../api/dispatches/booking/book-lr.ts'
import { proposeLr } from '../../api/dispatches/booking/propose-lr.ts'
import { reportEvent } from '../../api/dispatches/events/report-event.ts'
import { now } from '../../api/platform/clock.ts'
import { mulDiv } from '../../resources/define/amounts.ts'
import { addDays, addWorkingDays, dayOf, isSunday } from '../../resources/define/dates.ts'
import type { LrInput } from '../../resources/dispatches/commands/booking.ts'
import { needsEway } from '../../resources/dispatches/eway.ts'
import { type Lr, lr } from '../../resources/dispatches/lr.ts'
import type { TrackingEvent } from '../../resources/dispatches/tracking-event.ts'
import type { DeliveryStatus } from '../../resources/trade.ts'
import { callerNamed, savePaper } from '../orders.ts'
import type { Past } from './past.ts'

/** Who dispatches at which plant; the other plants dispatch nothing in the demo. */
export const desks: Readonly<Record<string, string>> = {
  '1201': 'dispatch',
  '1202': 'dispatch_north',
  '1203': 'dispatch_south',
}

/**
 * Books the invoices of an order on an LR, as the dispatch desk of its plant, with the portal's proposal, or another
 * transporter. Returns the id of the LR, or null where nothing waits.
 */
export async function bookConsignment(
  { trx, rows, home }: Past,
  orderId: number,
  transporterCode?: string,
): Promise<number | null> {
  const waiting: { id: number; plant: string }[] = await trx('invoice')
    .join('plant', 'plant.id', 'invoice.plantId')
    .where({ orderId, dispatchStatus: 'PENDING' })
    .whereIn('plant.code', Object.keys(desks))
    .select('invoice.id', 'plant.code as plant')
  if (waiting.length === 0) return null
  const invoiceIds = waiting.map(({ id }) => id)
  const caller = await callerNamed(trx, rows, desks[waiting[0]!.plant]!)
  const proposal = await proposeLr(trx, { invoiceIds, deliveryIds: null, transMode: null, lrDate: null }, caller)
  const wanted = proposal.transporters.find(({ code }) => code === transporterCode)
  const proposed = proposal.transporters.find(({ id }) => id === proposal.transporterId)
  const transporter = wanted ?? proposed ?? proposal.transporters[0]!
  const number = 10_400 + orderId * 7 + (await lrsOf(trx, orderId)).length
  const byWeight = mulDiv(transporter.lane?.ratePerKg ?? 0, proposal.actualWeightKg, 1000)
  const { lrDate, transMode, freightTerms, packages, actualWeightKg, declaredValue, hasHazard } = proposal
  const input: LrInput = {
    ...{ isOda: false, isPickup: false, isDoorDelivery: false, sizes: null },
    lrDate,
    transMode,
    freightTerms,
    packages,
    actualWeightKg,
    declaredValue,
    hasHazard,
    lrNo: `${transporter.code.slice(0, 2)}${number}`,
    transporterId: transporter.id,
    vehicleNo: `MH04KX${1000 + (number % 9000)}`,
    driverName: null,
    driverMobile: null,
    chargedWeightKg: actualWeightKg,
    freightAmount: Math.max(byWeight, transporter.lane?.minFreight ?? 450_00),
    otherCharges: 0,
    consolidatedEwayNo: null,
    distanceKm: 150 + (number % 900),
    isOverDimensional: false,
    partBAt: null,
    bookedAt: null,
    backdateReason: null,
    termsReason: null,
    valueReason: null,
    unNumber: hasHazard ? (proposal.unNumber ?? 'UN1993') : null,
    tremCardId: hasHazard
      ? (proposal.tremCardId ?? (await savePaper(rows, home, 'LR', `TREM card of LR ${number}`, caller.author)))
      : null,
    driverIsTrained: hasHazard,
    loggerNo: proposal.cold.length > 0 ? `TL-${number}` : null,
    remarks: null,
    lines: proposal.lines.map(({ invoiceId, deliveryId, ewayValue, ewayBillNo, ewayAbove }, index) => ({
      invoiceId,
      deliveryId,
      packages: null,
      packagesInAll: null,
      challanNo: null,
      ewayBillNo:
        ewayBillNo ?? (needsEway(ewayValue, ewayAbove) ? `2710${String(number * 10 + index).padStart(8, '0')}` : null),
      ewayValidTo: null,
      items: null,
    })),
  }
  const { id } = await bookLr(trx, input, caller, caller.author)
  return id
}

/** The LRs with goods of an order. */
export const lrsOf = (trx: Knex, orderId: number): Promise<Lr[]> =>
  rowsOf(trx, lr, rows =>
    rows.whereIn(
      'id',
      trx('lr_line').join('invoice', 'invoice.id', 'lr_line.invoiceId').where({ orderId }).select('lrId'),
    ),
  )

/** Who dispatches what an LR carries. */
export async function deskOfLr({ trx, rows }: Past, { plantId }: Pick<Lr, 'plantId'>) {
  const site = await trx('plant')
    .where({ id: plantId ?? 0 })
    .first('code')
  // The sister business has no desk here: customer service follows it.
  return callerNamed(trx, rows, desks[site?.code] ?? 'csc_agent')
}

/** Reports an event of a consignment, as its dispatch desk. */
export async function reportConsignment(past: Past, lrId: number, eventCode: DeliveryStatus, said: Said = {}) {
  const row = await lrWith(past.trx, lrId)
  const { author } = await deskOfLr(past, row)
  const { location = null, receivedBy = null } = said
  const event = { eventCode, ...at(), location, receivedBy, source: 'PORTAL' as const, ...WORDS[eventCode] }
  await reportEvent(past.trx, row, { remarks: null, ...event }, true, author)
}

/** Reports an event of a consignment as its transporter; a loss or a return then waits for the desk. */
export async function reportAsTransporter({ trx, rows }: Past, lrId: number, eventCode: DeliveryStatus) {
  const { author } = await callerNamed(trx, rows, 'transporter')
  const event = { eventCode, ...at(), location: 'Bhiwandi', source: 'TRANSPORTER' as const }
  await reportEvent(trx, await lrWith(trx, lrId), { ...event, remarks: 'Back at our hub' }, false, author)
}

/** Where an event was, and who took the goods. */
interface Said {
  location?: string | null
  receivedBy?: string | null
}

export async function lrWith(trx: Knex, id: number): Promise<Lr> {
  const [row] = await rowsOf(trx, lr, rows => rows.where({ id }))
  return row!
}

/** What is said of an event that is no good news. */
const WORDS: Partial<Record<DeliveryStatus, { remarks: string; reason?: TrackingEvent['reason'] }>> = {
  UNDELIVERED: { remarks: 'The gate was closed: to be tried again', reason: 'CLOSED' },
  RETURNED: { remarks: 'Refused at the gate: the purchase order was closed meanwhile', reason: 'REFUSED' },
  PARTIAL_DELIVERED: { remarks: 'One carton is missing, the transporter looks for it' },
  LOST: { remarks: 'The vehicle has burnt out near Bharuch: claim with the insurance' },
}

const signers = ['R. Kulkarni', 'S. Joshi', 'M. Agrawal', 'P. Reddy', 'K. Subramanian', 'A. Verma', 'N. D’Souza']

/**
 * Writes into the diary how a consignment arrives, so many working days after the day that was promised, or before it:
 * on the way, at the hub where it is late, out for delivery, delivered. `then` learns the day and is told before it.
 */
export async function letArrive(past: Past, lrId: number, late: number, then: (day: string) => void): Promise<void> {
  const { trx, diary } = past
  const { lrDate, expectedDeliveryDate: due, plantId, toCityId } = await lrWith(trx, lrId)
  const day = arrivalDay(lrDate, due, late)
  const from = await trx('plant')
    .join('state_city', 'state_city.id', 'plant.cityId')
    .where('plant.id', plantId ?? 0)
  const [{ name: to }] = await trx('state_city').where({ id: toCityId }).select('name')
  const report = (on: string, code: DeliveryStatus, location: string, receivedBy: string | null = null) =>
    diary.on(on, () => reportConsignment(past, lrId, code, { location, receivedBy }))
  const next = addDays(lrDate, 1)
  if (next < day) report(next, 'IN_TRANSIT', from[0]?.name ?? to)
  if (late > 0) report(due > next ? due : next, 'AT_HUB', to)
  report(day, 'OUT_FOR_DELIVERY', to)
  report(day, 'DELIVERED', to, signers[lrId % signers.length]!)
  then(day)
}

function arrivalDay(lrDate: string, due: string, late: number): string {
  if (late > 0) return addWorkingDays(due, late, new Set())
  const early = addDays(due, late)
  return early <= lrDate || isSunday(early) ? due : early
}

/** Now, as the day and hour of an event. */
const at = () => ({ eventOn: dayOf(now()), eventAt: now() })
