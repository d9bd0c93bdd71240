import type { Knex } from 'knex'
import type { EwayBill, EwayBoard } from '../../../resources/dispatches/commands/booking-desk.ts'
import { lr } from '../../../resources/dispatches/lr.ts'
import type { DeliveryStatus } from '../../../resources/trade.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { billedGoodsOnLrs, invoiceNoOrCorrected } from '../../goods/billed-on-lrs.ts'
import { readSettings } from '../../platform/settings.ts'

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

/** The lines with an e-way bill of the LRs on the way that the person may read. */
export const billsOnTheWay = (db: Knex, person: Person) =>
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

/** The invoices that bill the goods of a line now. */
const invoicesOf = (db: Knex) =>
  billedGoodsOnLrs(db)
    .whereRaw('?? = ??', ['carried.id', 'lr_line.id'])
    .select(db.raw('group_concat(distinct ?)', [invoiceNoOrCorrected(db)]))

/** Whether the invoice that an e-way bill names is cancelled. */
const isStale = (db: Knex) =>
  db.raw('case when exists ? then 1 else 0 end', [
    db('invoice')
      .whereRaw('?? = ??', ['invoice.invoiceNo', 'lr_line.ewayDocNo'])
      .where('invoice.isCancelled', 1)
      .select(db.raw('1')),
  ])

/** The e-way bills of the person's plants, or of one of them, by their end. */
export async function ewayBoard(db: Knex, plantId: number | null, person: Person): Promise<EwayBoard> {
  const plants = await db('plant')
    .whereIn('id', billsOnTheWay(db, person).select('lr.plantId'))
    .orderBy('code')
    .select('id', 'code', 'name')
  const found: EwayBill[] = await billsOnTheWay(db, person)
    .join('transporter', 'transporter.id', 'lr.transporterId')
    .join('state_city', 'state_city.id', 'lr.toCityId')
    .where(some => (plantId === null ? some : some.where('lr.plantId', plantId)))
    .orderByRaw('lr_line.ewayValidTo is null, lr_line.ewayValidTo, lr_line.id')
    .limit(MOST + 1)
    .select('lr.id as lrId', 'lr.lrNo', 'lr_line.ewayBillNo', 'lr_line.ewayDocNo', 'lr_line.ewayValidTo')
    .select(db.raw('? as ??', [invoicesOf(db), 'invoiceNo']), db.raw('? as ??', [isStale(db), 'isStale']))
    .select(
      'lr.vehicleNo',
      'lr.partBVehicleNo',
      'lr.partBDue',
      'transporter.name as transporter',
      'lr.plantId',
      'state_city.name as toCity',
    )
    .select('lr.deliveryStatus', 'lr.expectedDeliveryDate')
  // An invoice of several deliveries has a line of each.
  const rows = [
    ...new Map(
      found.map(row => [
        `${row.lrId} ${row.ewayBillNo}`,
        { ...row, isStale: Boolean(row.isStale), partBDue: Boolean(row.partBDue) },
      ]),
    ).values(),
  ]
  const extensionHours = (await readSettings(db))['eway.extension_hours']
  return { plants, extensionHours, bills: rows.slice(0, MOST), isCut: rows.length > MOST }
}
