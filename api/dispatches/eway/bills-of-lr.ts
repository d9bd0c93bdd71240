import type { Knex } from 'knex'
import { withDefaults } from '../../../resources/define/validate.ts'
import { type EwayBillRow, ewayBill } from '../../../resources/dispatches/eway/eway-bill.ts'
import { type Lr, lr } from '../../../resources/dispatches/lr.ts'
import { type LrLine, lrLine } from '../../../resources/dispatches/lr-line.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { type Author, systemAuthor } from '../../derive/save/author.ts'
import { changesIn, insertRows, updateEach, updateRow } from '../../derive/save/write.ts'
import { accountOfPlant } from './account-of-plant.ts'
import { enqueueCall } from './enqueue.ts'

const noting = systemAuthor('a number on an LR')

/** The e-way bills of LRs, those that ended or were cancelled too. */
export const billsOfLrs = (trx: Knex, lrIds: readonly number[]): Promise<EwayBillRow[]> =>
  rowsOf(trx, ewayBill, rows => rows.whereIn('lrId', [...lrIds]).orderBy('id'))

/**
 * Keeps an e-way bill for each number that an LR holds: SAP's where its invoice has the number, else typed by hand. What
 * the portal said of one stays; SAP's are read from the portal where its GSTIN has an account.
 */
export async function noteTypedBills(trx: Knex, lrId: number): Promise<void> {
  const lines = await rowsOf(trx, lrLine, rows => rows.where({ lrId }).whereNotNull('ewayHeld'))
  const numbers = lines.map(({ ewayBillNo }) => ewayBillNo!)
  const known = await rowsOf(trx, ewayBill, rows =>
    rows.where(any => any.whereIn('ewayBillNo', numbers).orWhere('lrId', lrId)),
  )
  if (lines.length === 0 && known.length === 0) return
  const [of] = await rowsOf(trx, lr, rows => rows.where({ id: lrId }))
  const sapNumbers: string[] = await trx('invoice').whereIn('ewayBillNo', numbers).pluck('ewayBillNo')
  const byNumber = new Map(known.map(bill => [bill.ewayBillNo, bill]))
  const asked = (line: LrLine) => typedBill(line, of!, sapNumbers.includes(line.ewayBillNo!))
  const fresh = lines.filter(({ ewayBillNo }) => !byNumber.has(ewayBillNo!))
  const made =
    fresh.length === 0
      ? []
      : await insertRows(
          trx,
          ewayBill,
          fresh.map(line => withDefaults(ewayBill, asked(line))),
          noting,
        )
  const changed = lines.flatMap(line => {
    const before = byNumber.get(line.ewayBillNo!)
    if (!before) return []
    const { via: _, status: __, docType, docNo, vehicleNo, distanceKm, validTo, ...place } = asked(line)
    const isTyped = before.fetchedAt === null && (before.via === 'HAND' || before.via === 'SAP')
    const next = isTyped ? { ...place, docType, docNo, vehicleNo, distanceKm, validTo } : place
    const changes = changesIn(before, { ...before, ...next })
    return Object.keys(changes).length > 0 ? [{ before, asked: changes }] : []
  })
  const gone = known.filter(
    ({ ewayBillNo, lrId: on, via }) =>
      on === lrId && (via === 'HAND' || via === 'SAP') && !numbers.includes(ewayBillNo),
  )
  await updateEach(
    trx,
    ewayBill,
    [...changed, ...gone.map(before => ({ before, asked: { lrId: null, lrLineId: null } }))],
    noting,
  )
  await adopt(
    trx,
    made.filter(({ via }) => via === 'SAP'),
  )
}

const typedBill = (line: LrLine, of: Lr, isSap: boolean) => ({
  ewayBillNo: line.ewayBillNo!,
  docType: line.challanNo !== null && line.challanNo === line.ewayDocNo ? ('CHL' as const) : ('INV' as const),
  docNo: line.ewayDocNo,
  invoiceId: line.invoiceId,
  lrId: of.id,
  lrLineId: line.id,
  plantId: of.plantId,
  transporterId: of.transporterId,
  via: isSap ? ('SAP' as const) : ('HAND' as const),
  status: 'ACTIVE' as const,
  validTo: line.ewayValidTo,
  distanceKm: of.distanceKm,
  vehicleNo: of.partBVehicleNo,
})

/** SAP's e-way bills are read from the portal, never made again. */
async function adopt(trx: Knex, bills: readonly EwayBillRow[]): Promise<void> {
  for (const bill of bills) {
    const account = await accountOfPlant(trx, bill.plantId)
    if (account) await enqueueFetch(trx, bill, account.gstin, 'adopt')
  }
}

/** Has the portal say how an e-way bill stands. `key` keeps the question from being asked twice. */
export const enqueueFetch = (trx: Knex, bill: EwayBillRow, gstin: string, key: string): Promise<boolean> =>
  enqueueCall(trx, {
    action: 'GETEWAYBILL',
    gstin,
    ewayBillId: bill.id,
    lrId: bill.lrId,
    lrLineId: null,
    plantId: bill.plantId,
    payload: { ewbNo: bill.ewayBillNo },
    idempotencyKey: `get-${bill.id}-${key}`,
  })

/** Writes what the portal says of an e-way bill, and its number and end on the lines of its LR. Returns the bill. */
export async function saveBill(
  trx: Knex,
  before: EwayBillRow,
  said: Partial<EwayBillRow>,
  author: Author,
): Promise<EwayBillRow> {
  const changes = changesIn(before, { ...before, ...said })
  const after = Object.keys(changes).length > 0 ? await updateRow(trx, ewayBill, before, changes, author) : before
  await projectBill(trx, after, author)
  return after
}

/** The lines of an LR show number and end of their e-way bill; of one that is cancelled they show none. */
export async function projectBill(trx: Knex, bill: EwayBillRow, author: Author): Promise<void> {
  if (bill.lrId === null) return
  const lines = await rowsOf(trx, lrLine, rows => rows.where({ lrId: bill.lrId }).where('ewayBillNo', bill.ewayBillNo))
  const isLive = bill.status !== 'CANCELLED' && bill.status !== 'REJECTED'
  const next = isLive
    ? { ewayValidTo: bill.validTo }
    : { ewayBillNo: null, ewayDocNo: null, ewayValidTo: null, ewayHeld: null }
  const changed = lines.flatMap(before => {
    const changes = changesIn(before, { ...before, ...next })
    return Object.keys(changes).length > 0 ? [{ before, asked: changes }] : []
  })
  await updateEach(trx, lrLine, changed, author)
}
