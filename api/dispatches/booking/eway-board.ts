import type { Knex } from 'knex'
import type {
  EwayAwaited,
  EwayBill,
  EwayBoard,
  EwayCallShown,
} from '../../../resources/dispatches/commands/booking-desk.ts'
import { ewayCall } from '../../../resources/dispatches/eway/eway-call.ts'
import { lr } from '../../../resources/dispatches/lr.ts'
import type { DeliveryStatus } from '../../../resources/trade.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { billedGoodsOnLrs, invoiceNoOrCorrected } from '../../goods/billed-on-lrs.ts'
import { readSettings } from '../../platform/settings.ts'
import { linesThatNeedBills } from './eway-missing.ts'

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
    .leftJoin('eway_bill', 'eway_bill.ewayBillNo', 'lr_line.ewayBillNo')
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
    .select('lr.deliveryStatus', 'lr.expectedDeliveryDate', 'eway_bill.id as billId')
    .select(db.raw("coalesce(??, 'ACTIVE') as ??", ['eway_bill.status', 'status']))
    .select(db.raw("coalesce(??, 'UNKNOWN') as ??", ['eway_bill.holder', 'holder']))
    .select(db.raw("coalesce(??, 'NONE') as ??", ['eway_bill.task', 'task']), 'eway_bill.taskDue', 'eway_bill.taskText')
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
  const [calls, awaited] = [await callsOf(db, plantId, person), await awaitedOf(db, plantId, person)]
  return { plants, extensionHours, bills: rows.slice(0, MOST), isCut: rows.length > MOST, calls, awaited }
}

/** The calls of the portal that wait or failed, but for those that were done later. */
async function callsOf(db: Knex, plantId: number | null, person: Person): Promise<EwayCallShown[]> {
  const open = restrict(
    db('eway_call').whereIn('eway_call.status', ['READY', 'SENDING', 'RETRY', 'FAILED_BUSINESS', 'FAILED_TECH']),
    db,
    ewayCall,
    person,
    'read',
  )
  const rows: EwayCallShown[] = await open
    .leftJoin('eway_bill', 'eway_bill.id', 'eway_call.ewayBillId')
    .leftJoin('lr', 'lr.id', 'eway_call.lrId')
    .leftJoin('lr_line', 'lr_line.id', 'eway_call.lrLineId')
    .leftJoin('invoice', 'invoice.id', 'lr_line.invoiceId')
    .where(some => (plantId === null ? some : some.where('eway_call.plantId', plantId)))
    // Reading one again is no task of anybody.
    .whereNot('eway_call.action', 'GETEWAYBILL')
    // What was mended since, or made by hand, has its number.
    .where(some => some.whereNull('eway_call.lrLineId').orWhereNull('lr_line.ewayBillNo'))
    .orderBy('eway_call.id', 'desc')
    .limit(MOST)
    .select('eway_call.id', 'eway_call.action', 'eway_call.status', 'eway_call.errorText', 'eway_call.errorField')
    .select('eway_call.nextAttemptAt', 'eway_call.attempts', 'eway_bill.ewayBillNo', 'lr.id as lrId', 'lr.lrNo')
    .select('invoice.invoiceNo as docNo')
  return [
    ...new Map(
      rows.toReversed().map(row => [`${row.lrId} ${row.ewayBillNo} ${row.docNo} ${row.action}`, row]),
    ).values(),
  ].toReversed()
}

/** Goods on their way above the threshold without an e-way bill, of plants with an account at the portal. */
async function awaitedOf(db: Knex, plantId: number | null, person: Person): Promise<EwayAwaited[]> {
  const gstins = db('eway_account').where('isActive', 1).select('gstin')
  const asked = db('eway_call')
    .whereNotNull('lrLineId')
    .whereIn('status', ['READY', 'SENDING', 'RETRY', 'FAILED_BUSINESS'])
    .select('lrLineId')
  const lines = restrict(db('lr').join('lr_line', 'lr_line.lrId', 'lr.id'), db, lr, person, 'read')
  const rows: WithoutBill[] = await lines
    .join('plant', 'plant.id', 'lr.plantId')
    .join('invoice', 'invoice.id', 'lr_line.invoiceId')
    .join('customer', 'customer.id', 'invoice.soldToId')
    .whereIn('plant.gstin', gstins)
    .whereIn('lr.deliveryStatus', ['BOOKED', 'IN_TRANSIT', 'AT_HUB'])
    .whereNull('lr_line.ewayBillNo')
    .whereNotIn('lr_line.id', asked)
    // No threshold is lower, so that most goods are not looked at further.
    .where('lr_line.invoiceValue', '>', db('e_way_threshold').where('isActive', 1).min('amount'))
    .where(some => (plantId === null ? some : some.where('lr.plantId', plantId)))
    .orderBy('lr_line.id')
    .select('lr_line.id as lineId', 'lr.id as lrId', 'lr.lrNo', 'invoice.invoiceNo as docNo')
    .select('lr_line.invoiceValue as value', 'invoice.irn', 'customer.gstin', 'lr_line.challanNo')
  const needing = await linesThatNeedBills(
    db,
    rows.map(row => ({ ...row, id: row.lineId, invoiceValue: Number(row.value) })),
  )
  return needing
    .map(({ line: { lineId, lrId, lrNo, docNo, irn, gstin, challanNo }, value }) => {
      const waitsForIrn = irn === null && gstin !== null && challanNo === null
      return { lineId, lrId, lrNo, docNo, value, waitsForIrn }
    })
    .sort((a, b) => a.lineId - b.lineId)
    .slice(0, MOST)
}

/** A line of an LR without an e-way bill, with what its need depends on. */
interface WithoutBill extends Omit<EwayAwaited, 'waitsForIrn'> {
  irn: string | null
  gstin: string | null
  challanNo: string | null
}
