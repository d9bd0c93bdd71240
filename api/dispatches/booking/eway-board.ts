import type { Knex } from 'knex'
import type { EwayBill, EwayBoard } from '../../../resources/dispatches/eway-board.ts'
import { lr } from '../../../resources/dispatches/lr.ts'
import type { DeliveryStatus } from '../../../resources/trade.ts'
import { requireRight, restrict } from '../../derive/rights/conditions.ts'
import { requirePerson } from '../../derive/rights/require-person.ts'
import type { Call } from '../../derive/service.ts'
import { readSettings } from '../../platform/settings.ts'
import { readPlant } from './waiting-invoices.ts'

const MOST = 500
/** The goods are on the road, so that the e-way bill must be valid. */
export const onTheWay: readonly DeliveryStatus[] = [
  'BOOKED',
  'IN_TRANSIT',
  'AT_HUB',
  'OUT_FOR_DELIVERY',
  'UNDELIVERED',
  'PARTIAL_DELIVERED',
]

/** The e-way bills of the person's plants by their end: `GET /api/e-way-bills?plantId=3`. */
export async function ewayBoard(db: Knex, call: Call): Promise<EwayBoard> {
  const person = requirePerson(call)
  requireRight(person, lr, 'create')
  const plantId = readPlant(call.query?.plantId)
  const own = () =>
    restrict(
      db('lr')
        .join('lr_line', 'lr_line.lrId', 'lr.id')
        .whereIn('lr.deliveryStatus', onTheWay)
        .whereNotNull('lr_line.ewayBillNo'),
      db,
      lr,
      person,
      'read',
    )
  const plants = await db('plant')
    .whereIn('id', own().select('lr.plantId'))
    .orderBy('code')
    .select('id', 'code', 'name')
  const rows: EwayBill[] = await own()
    .join('transporter', 'transporter.id', 'lr.transporterId')
    .join('state_city', 'state_city.id', 'lr.toCityId')
    .leftJoin('invoice', 'invoice.id', 'lr_line.invoiceId')
    .where(some => (plantId === undefined ? some : some.where('lr.plantId', plantId)))
    .orderByRaw('lr_line.ewayValidTo is null, lr_line.ewayValidTo, lr_line.id')
    .limit(MOST + 1)
    .select('lr.id as lrId', 'lr.lrNo', 'invoice.invoiceNo', 'lr_line.ewayBillNo', 'lr_line.ewayValidTo')
    .select('lr.vehicleNo', 'transporter.name as transporter', 'lr.plantId', 'state_city.name as toCity')
    .select('lr.deliveryStatus', 'lr.expectedDeliveryDate')
  const extensionHours = (await readSettings(db))['eway.extension_hours']
  return { plants, extensionHours, bills: rows.slice(0, MOST), isCut: rows.length > MOST }
}
