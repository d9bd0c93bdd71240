import type { Knex } from 'knex'
import { shareOut, sum } from '../../resources/define/amounts.ts'
import { fyOf, instantOf } from '../../resources/define/dates.ts'
import { freightShares } from '../../resources/dispatches/freight-share.ts'
import { invoice } from '../../resources/dispatches/invoice.ts'
import { type Lr, lr } from '../../resources/dispatches/lr.ts'
import { lrFaults } from '../../resources/dispatches/lr-faults.ts'
import { lrLine } from '../../resources/dispatches/lr-line.ts'
import { type Shipment, shipment } from '../../resources/dispatches/shipment.ts'
import { type TrackingEvent, trackingEvent } from '../../resources/dispatches/tracking-event.ts'
import { transporter } from '../../resources/masters/transporter.ts'
import { plant } from '../../resources/settings/plant.ts'
import { rowsOf } from '../derive/rows-of.ts'
import { type Author, insertRows, updateRows } from '../derive/save/write.ts'
import type { Call } from '../derive/service.ts'
import { dispatchOrder } from '../orders/dispatch-order.ts'
import { now, today } from '../platform/clock.ts'
import { conflict, invalid, refused } from '../platform/errors.ts'
import { nextNumber } from '../platform/number-series.ts'
import { readSettings } from '../platform/settings.ts'
import { expectedOn } from './expected-on.ts'
import { type InvoiceForLr, readInvoicesForLr } from './invoices-to-dispatch.ts'
import type { LrInput } from './lr-input.ts'
import { petroleumOn } from './lr-notes.ts'

/**
 * Saves an LR over invoices, all in the given transaction: the LR with its lines and freight shares, the customer's
 * shipment with its first event, the invoices as ON_LR, and their orders as dispatched. Throws 400 with faults at the
 * fields, and 409 when an invoice is on another LR or the LR exists already.
 */
export async function bookLr(
  trx: Knex,
  input: LrInput,
  call: Call,
  author: Author,
): Promise<{ id: number; shipmentNo: string }> {
  const chosen = await readInvoicesForLr(trx, input.invoiceIds, call)
  await check(trx, input, chosen)
  // The invoices first: of two LRs over one invoice, the second fails here.
  const invoices = chosen.map(({ invoice: row }) => row)
  await updateRows(trx, invoice, invoices, { dispatchStatus: 'ON_LR' }, author)
  const made = await insertLr(trx, input, chosen, author)
  await insertLines(trx, made, chosen, author)
  const shipmentNo = await insertShipment(trx, made, chosen[0]!, author)
  const orders = new Set(chosen.flatMap(({ order }) => order?.id ?? []))
  for (const orderId of orders) await dispatchOrder(trx, orderId, `LR ${made.lrNo}`, author)
  return { id: made.id, shipmentNo }
}

async function check(trx: Knex, input: LrInput, chosen: InvoiceForLr[]) {
  const [carrier] = await rowsOf(trx, transporter, rows => rows.where('id', input.transporterId))
  const faults = lrFaults({
    ...input,
    today: today(),
    ewayThreshold: (await readSettings(trx))['eway.threshold'],
    invoices: chosen.map(({ asRules }) => asRules),
    petroleum: await petroleumOn(trx, chosen),
    transporter: carrier ?? null,
  })
  if (faults.length > 0) throw invalid(faults)
  const key = { lrNo: input.lrNo, transporterId: input.transporterId, fy: fyOf(input.lrDate) }
  if (await trx('lr').where(key).first('id')) {
    throw conflict(
      'DUPLICATE_KEY',
      `LR no ${input.lrNo} of this transporter is entered already in this financial year`,
      {},
      'lrNo',
    )
  }
}

async function insertLr(
  trx: Knex,
  { invoiceIds, ...input }: LrInput,
  chosen: InvoiceForLr[],
  author: Author,
): Promise<Lr> {
  const { invoice: first, shipTo } = chosen[0]!
  const [site] = await rowsOf(trx, plant, rows => rows.where('id', first.plantId))
  if (site!.cityId === null) {
    throw refused([
      { field: 'invoiceIds', code: 'NO_CITY', message: `Plant ${site!.code} has no city yet: enter it under Plants` },
    ])
  }
  const way = {
    plantId: first.plantId,
    stateId: shipTo!.stateId,
    cityId: shipTo!.cityId,
    transMode: input.transMode,
    lrDate: input.lrDate,
  }
  const row: Partial<Lr> = {
    ...input,
    fy: fyOf(input.lrDate),
    businessLine: 'CORE',
    plantId: first.plantId,
    fromCityId: site!.cityId,
    toCityId: shipTo!.cityId,
    expectedDeliveryDate: await expectedOn(trx, way),
    deliveryStatus: 'BOOKED',
    podStatus: 'NONE',
    billStatus: 'UNBILLED',
  }
  const [made] = await insertRows(trx, lr, [row], author)
  return made!
}

async function insertLines(trx: Knex, made: Lr, chosen: InvoiceForLr[], author: Author) {
  const lines = chosen.map(({ invoice: row, lines }) => ({
    lrId: made.id,
    invoiceId: row.id,
    weightKg: sum(lines.map(line => line.grossWeightKg)),
    invoiceValue: row.grossValue,
  }))
  const freight = freightShares(made.freightAmount + made.otherCharges, lines)
  const weights = lines.map(line => line.weightKg)
  const packages = shareOut(made.packages, sum(weights) > 0 ? weights : lines.map(() => 1))
  const rows = lines.map((line, index) => ({ ...line, packages: packages[index], freightShare: freight[index] }))
  await insertRows(trx, lrLine, rows, author)
}

async function insertShipment(trx: Knex, made: Lr, { shipTo }: InvoiceForLr, author: Author): Promise<string> {
  const shipmentNo = await nextNumber(trx, 'SH', today())
  const row: Partial<Shipment> = {
    shipmentNo,
    lrId: made.id,
    businessLine: 'CORE',
    customerId: shipTo!.customerId,
    shipToPincode: shipTo!.pincode,
    notifyMobile: shipTo!.mobile,
    notifyEmail: shipTo!.email,
  }
  const [shipmentRow] = await insertRows(trx, shipment, [row], author)
  const city = await trx('state_city').where({ id: made.fromCityId }).first('name')
  // Not later than what happened on the LR's own day, so that an event of that day still moves the consignment.
  const morning = instantOf(made.lrDate, '09:00')
  const event: Partial<TrackingEvent> = {
    shipmentId: shipmentRow!.id,
    lrId: made.id,
    eventCode: 'BOOKED',
    eventAt: morning < now() ? morning : now(),
    location: city?.name ?? null,
    source: author.source === 'UI' ? 'PORTAL' : 'API',
  }
  await insertRows(trx, trackingEvent, [event], author)
  return shipmentNo
}
