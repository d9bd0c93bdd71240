import type { Knex } from 'knex'
import { rowsOf } from '../../api/derive/rows-of.ts'
import { bookLr } from '../../api/dispatches/book-lr.ts'
import { proposeLr } from '../../api/dispatches/propose-lr.ts'
import { reportEvent } from '../../api/dispatches/report-event.ts'
import { now } from '../../api/platform/clock.ts'
import { mulDiv } from '../../resources/define/amounts.ts'
import { lr } from '../../resources/dispatches/lr.ts'
import type { DeliveryStatus } from '../../resources/trade.ts'
import { callerNamed } from '../orders.ts'
import type { SeedWriter } from '../seed-writer.ts'

/** Who dispatches at which plant; the other plants dispatch nothing in the demo. */
const desks: Readonly<Record<string, string>> = {
  '1201': 'dispatch',
  '1202': 'dispatch_north',
  '1203': 'dispatch_south',
}

/** Books the invoices of an order on an LR, as the dispatch desk of its plant, with the portal's proposal. */
export async function bookConsignment(trx: Knex, rows: SeedWriter, orderId: number): Promise<void> {
  const waiting: { id: number; plant: string }[] = await trx('invoice')
    .join('plant', 'plant.id', 'invoice.plantId')
    .where({ orderId, dispatchStatus: 'PENDING' })
    .whereIn('plant.code', Object.keys(desks))
    .select('invoice.id', 'plant.code as plant')
  if (waiting.length === 0) return
  const invoiceIds = waiting.map(({ id }) => id)
  const caller = await callerNamed(trx, rows, desks[waiting[0]!.plant]!)
  const { transporterId, transporters, plantId, toCityId, expectedDeliveryDate, instructions, warnings, ...proposed } =
    await proposeLr(trx, { ...caller, query: { invoiceIds } })
  const carrier = transporters.find(({ id }) => id === transporterId) ?? transporters[0]!
  const number = 10_400 + orderId * 7
  const byWeight = mulDiv(carrier.lane?.ratePerKg ?? 0, proposed.actualWeightKg, 1000)
  const input = {
    ...proposed,
    invoiceIds,
    lrNo: `${carrier.code.slice(0, 2)}${number}`,
    transporterId: carrier.id,
    vehicleNo: `MH04KX${1000 + (number % 9000)}`,
    driverName: null,
    driverMobile: null,
    chargedWeightKg: proposed.actualWeightKg,
    freightAmount: Math.max(byWeight, carrier.lane?.minFreight ?? 450_00),
    otherCharges: 0,
    ewayBillNo: proposed.ewayBillNo ?? `2710${String(number).padStart(8, '0')}`,
    remarks: null,
  }
  await bookLr(trx, input, caller, caller.author)
}

/** Reports an event of an order's consignments, as the dispatch desk. */
export async function reportConsignment(trx: Knex, rows: SeedWriter, orderId: number, eventCode: DeliveryStatus) {
  const onLrs = trx('lr_line').join('invoice', 'invoice.id', 'lr_line.invoiceId').where({ orderId })
  for (const row of await rowsOf(trx, lr, found => found.whereIn('id', onLrs.select('lrId')))) {
    const { code } = await trx('plant').where({ id: row.plantId }).first('code')
    const { author } = await callerNamed(trx, rows, desks[code]!)
    const remarks = REMARKS[eventCode] ?? null
    const event = { eventCode, eventAt: now(), location: null, remarks, source: 'PORTAL' as const }
    await reportEvent(trx, row, event, true, author)
  }
}

const REMARKS: Partial<Record<DeliveryStatus, string>> = {
  UNDELIVERED: 'The gate was closed: to be tried again',
  PARTIAL_DELIVERED: 'One carton is missing, the carrier looks for it',
  LOST: 'The vehicle has burnt out near Bharuch: claim with the insurance',
}
