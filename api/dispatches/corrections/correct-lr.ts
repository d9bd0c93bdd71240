import type { Knex } from 'knex'
import type { Fault } from '../../../resources/define/validate.ts'
import type { LineInput, LrInput } from '../../../resources/dispatches/commands/booking.ts'
import { type SaidFact, saidFacts } from '../../../resources/dispatches/events/facts.ts'
import { hadEnded } from '../../../resources/dispatches/eway.ts'
import { type Lr, lr } from '../../../resources/dispatches/lr.ts'
import { ewayEndedFault, ewayTakenFault } from '../../../resources/dispatches/lr-faults.ts'
import { type LrLine, lrLine } from '../../../resources/dispatches/lr-line.ts'
import { lrLineItem } from '../../../resources/dispatches/lr-line-item.ts'
import type { Call } from '../../derive/call.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { changesIn, staleRowError, updateEach, updateRow } from '../../derive/save/write.ts'
import { dispatchOrder } from '../../orders/dispatch-order.ts'
import { now, today } from '../../platform/clock.ts'
import { invalid } from '../../platform/errors.ts'
import { readSettings } from '../../platform/settings.ts'
import { billHolding, demandFitsBill, rematchBill } from '../bills/rematch-bill.ts'
import { holdEwayBills, takenEwayBills } from '../booking/eway-numbers.ts'
import { demandFreeNumber } from '../booking/free-number.ts'
import { endByDistance, type PreparedLr, prepareLr } from '../booking/prepare-lr.ts'
import { partsByDelivery, writeLines } from '../booking/write-lines.ts'
import { correctFacts, formerNumber, recountFacts } from '../events/follow-journey.ts'
import { followGoodsOf } from '../events/invoices-of-lr.ts'
import { recalculateFreight } from '../freight/recalculate-freight.ts'
import { recheckPod } from '../pods/recheck-pod.ts'
import { faultsOfCorrection } from './faults-of-correction.ts'
import { followCorrection } from './follow-correction.ts'
import { sharePackages } from './packages-of-lines.ts'
import type { CorrectionInput } from './refuse-fixed.ts'
import { shipToOf, whatFollows } from './what-follows.ts'

/**
 * Corrects an LR that is held, with the reason in its history, and undoes what followed from what was wrong: its promise, the
 * freight and its shares, claim, POD, e-way bills, the bill that holds it, the orders where its invoices change, and what
 * customers were told. Throws 400 with faults at the fields, 409 when somebody changed the LR meanwhile or its number is
 * taken, and 422 where the bill that holds it could not.
 */
export async function correctLr(
  trx: Knex,
  before: Lr,
  { rowVersion, reason, fields, lines, ewayBills }: CorrectionInput,
  call: Call,
  by: Author,
): Promise<void> {
  if (before.rowVersion !== rowVersion) throw await staleRowError(trx, lr, before.id)
  const author = { ...by, reason }
  const stored = await rowsOf(trx, lrLine, rows => rows.where('lrId', before.id).orderBy('id'))
  const asked: Partial<Lr> = { ...(await whatFollows(trx, before, fields, stored)), ...stated(before, fields) }
  const after: Lr = { ...before, ...asked }
  const prepared = lines ? await prepareLr(trx, await inputOf(trx, before, after, lines), call, before.id) : null
  const faults = [
    ...(await faultsOfCorrection(trx, { before, after, stored, isRebooked: lines !== null })),
    ...(prepared ? await sameShipTo(trx, stored, prepared) : []),
  ]
  if (faults.length > 0) throw invalid(faults)
  const bill = await billHolding(trx, before.id)
  if (bill) await demandFitsBill(trx, bill, before, after)
  if (after.lrNo !== before.lrNo || after.transporterId !== before.transporterId || after.fy !== before.fy)
    await demandFreeNumber(trx, after)
  const corrected = changesIn(before, asked as Lr)
  const changes: Partial<Lr> = { ...corrected, ...formerNumber(before, after.lrNo) }
  if (fields.expectedDeliveryDate && fields.expectedDeliveryDate !== before.expectedDeliveryDate)
    changes.expectedDateReason = reason
  // What the desk was asked to do about its invoices is done with these.
  if (prepared) changes.deskTask = null
  const written = await updateRow(trx, lr, before, changes, author)
  if (prepared) await replaceLines(trx, written, stored, prepared, author)
  else if ('packages' in corrected) await sharePackages(trx, written, author)
  await correctEwayBills(trx, before, written, ewayBills ?? [], author, call)
  await correctFacts(trx, before.id, factsIn(corrected, fields, after), author)
  await recountFacts(trx, before.id, author)
  await recalculateFreight(trx, before.id, author)
  if ('packages' in corrected) await recheckPod(trx, before.id, author)
  await followCorrection(trx, before, author)
  if (bill) await rematchBill(trx, bill, before.id, author)
}

/** The fields that somebody corrects, of which those that are sent as they are ask nothing. */
const stated = (before: Lr, fields: CorrectionInput['fields']): Partial<Lr> => changesIn(before, fields as Lr)

/** What of a correction the events of the LR say; Part B is said of the vehicle that the goods are on. */
function factsIn(
  corrected: Partial<Lr>,
  { partBAt }: CorrectionInput['fields'],
  { vehicleNo }: Lr,
): Partial<Pick<Lr, SaidFact>> {
  const said = Object.fromEntries(saidFacts.filter(name => name in corrected).map(name => [name, corrected[name]]))
  if (partBAt === undefined || !('partBAt' in corrected)) return said
  return { ...said, partBVehicleNo: partBAt === null ? null : vehicleNo }
}

/** The LR as a person would enter it again, with these invoices. */
async function inputOf(trx: Knex, before: Lr, after: Lr, lines: LineInput[]): Promise<LrInput> {
  const kept = await rowsOf(trx, lrLine, rows => rows.where('lrId', after.id))
  const named = await billedNow(trx, after.id, lines)
  return {
    ...after,
    bookedAt: null,
    sizes: null,
    // Day, terms, value and weight of the LR are asked about only where this correction changes them.
    backdateReason: after.backdateReason ?? 'Corrected',
    termsReason: after.termsReason ?? unlessOther(before, after, 'freightTerms'),
    valueReason: after.valueReason ?? unlessOther(before, after, 'declaredValue'),
    remarks: after.remarks ?? unlessOther(before, after, 'actualWeightKg'),
    lines: named.map(line => ({
      ...line,
      ewayBillNo: line.ewayBillNo ?? kept.find(one => isOf(one, line))?.ewayBillNo ?? null,
    })),
  }
}

const unlessOther = (before: Lr, after: Lr, name: keyof Lr) => (before[name] === after[name] ? 'Corrected' : null)

/** The lines with the invoice that bills the goods now in place of a cancelled one under which the LR holds them. */
async function billedNow(trx: Knex, lrId: number, lines: readonly LineInput[]): Promise<LineInput[]> {
  const again: { booked: number; now: number }[] = await trx('lr_line_item as item')
    .join('lr_line as line', 'line.id', 'item.lrLineId')
    .join('invoice as before', 'before.id', 'line.invoiceId')
    .join('invoice_line_goods as link', 'link.deliveryLineId', 'item.deliveryLineId')
    .where({ 'item.lrId': lrId, 'before.isCancelled': 1 })
    .whereIn(
      'line.invoiceId',
      lines.flatMap(({ invoiceId }) => invoiceId ?? []),
    )
    .distinct('line.invoiceId as booked', 'link.invoiceId as now')
    .orderBy('now')
  const placed = lines.flatMap(line => {
    const next = again.filter(({ booked }) => booked === line.invoiceId)
    return next.length === 0 ? [line] : next.map(({ now }) => ({ ...line, invoiceId: now }))
  })
  return placed.filter(
    ({ invoiceId }, index) => invoiceId === null || placed.findIndex(one => one.invoiceId === invoiceId) === index,
  )
}

/** Whether a line of the LR is of an invoice as it is entered, or of a delivery that is never billed. */
const isOf = (line: LrLine, named: Pick<LineInput, 'invoiceId' | 'deliveryId'>) =>
  named.invoiceId === null
    ? line.invoiceId === null && line.deliveryId === named.deliveryId
    : line.invoiceId === named.invoiceId

async function sameShipTo(trx: Knex, stored: readonly LrLine[], { dispatched }: PreparedLr): Promise<Fault[]> {
  const shipToId = await shipToOf(trx, stored)
  if (shipToId === null || dispatched[0]!.chosen.shipTo!.id === shipToId) return []
  const message = 'Invoices must go to the ship-to of the LR: make another LR for other places'
  return [{ field: 'lines', code: 'ONE_SHIP_TO', message }]
}

/** Takes invoices off an LR that is still booked, adds others, and changes those that stay; the orders follow. */
async function replaceLines(trx: Knex, lrRow: Lr, stored: readonly LrLine[], prepared: PreparedLr, author: Author) {
  const wanted = new Set(
    prepared.dispatched.flatMap(({ chosen, line, part }) =>
      partsByDelivery({ chosen, line, part }, 0).map(({ row }) => `${row.deliveryId}/${row.invoiceId}`),
    ),
  )
  const isStaying = ({ deliveryId, invoiceId }: LrLine) => wanted.has(`${deliveryId}/${invoiceId}`)
  const ids = stored.map(({ id }) => id)
  const goods: number[] = await trx('lr_line_item').whereIn('lrLineId', ids).pluck('deliveryLineId')
  await trx(lrLineItem.name.replaceAll('-', '_')).whereIn('lrLineId', ids).delete()
  const gone = stored.filter(line => !isStaying(line))
  await trx('lr_line')
    .whereIn(
      'id',
      gone.map(({ id }) => id),
    )
    .delete()
  await writeLines(trx, lrRow, prepared.dispatched, author, stored.filter(isStaying), stored)
  const remark = `LR ${lrRow.lrNo} corrected`
  const freed = gone.flatMap(({ invoiceId }) => invoiceId ?? [])
  await followGoodsOf(trx, { invoiceIds: freed, deliveryLineIds: goods }, remark, author)
  const dispatched = new Set(prepared.dispatched.flatMap(({ chosen }) => chosen.orderIds))
  for (const orderId of dispatched) await dispatchOrder(trx, orderId, remark, author)
}

/** Writes other e-way bills, and other ends where the distance or the vehicle's time changed; a typed end wins. */
async function correctEwayBills(
  trx: Knex,
  before: Lr,
  after: Lr,
  ewayBills: NonNullable<CorrectionInput['ewayBills']>,
  author: Author,
  call: Call,
) {
  const settings = await readSettings(trx)
  const [was, is] = [endByDistance(before, settings), endByDistance(after, settings)]
  const lines = await rowsOf(trx, lrLine, rows => rows.where('lrId', after.id))
  const documents = await documentsOf(trx, lines)
  const faults: Fault[] = []
  const corrections = lines.flatMap(line => {
    const typed = ewayBills.find(one => isOf(line, one))
    const ewayBillNo = typed ? typed.ewayBillNo : line.ewayBillNo
    if (line.ewayBillNo !== null && ewayBillNo === null) {
      const index = ewayBills.indexOf(typed!)
      const message = 'E-way bill cannot be taken off: enter the one that replaces it'
      faults.push({ field: `ewayBills[${index}].ewayBillNo`, code: 'REQUIRED', message })
    }
    const proposed = line.ewayValidTo === null || line.ewayValidTo === was || typed ? is : line.ewayValidTo
    const ewayValidTo = ewayBillNo === null ? null : (typed?.ewayValidTo ?? proposed ?? line.ewayValidTo)
    const ewayDocNo =
      ewayBillNo === line.ewayBillNo ? line.ewayDocNo : (line.challanNo ?? documents.get(line.id) ?? null)
    const changes = changesIn(line, { ewayBillNo, ewayDocNo, ewayValidTo } as LrLine)
    if (Object.keys(changes).length === 0) return []
    return [{ before: line, asked: { ...changes, ewayWarnedAt: null } }]
  })
  const strange = ewayBills.findIndex(one => !lines.some(line => isOf(line, one)))
  if (strange >= 0)
    faults.push({
      field: `ewayBills[${strange}].invoiceId`,
      code: 'UNKNOWN_REF',
      message: 'Invoice must be one of this LR',
    })
  faults.push(...(await faultsOfTyped(trx, after, ewayBills, call)))
  if (faults.length > 0) throw invalid(faults)
  await updateEach(trx, lrLine, corrections, author)
  await holdEwayBills(trx, after.id)
}

/** The document that a new e-way bill of each line names: the invoice that bills its goods now, else its delivery. */
async function documentsOf(trx: Knex, lines: readonly LrLine[]): Promise<Map<number, string>> {
  const rows: { id: number; invoiceNo: string | null; deliveryNo: string }[] = await trx('lr_line')
    .join('sap_delivery', 'sap_delivery.id', 'lr_line.deliveryId')
    .leftJoin('lr_line_item as item', 'item.lrLineId', 'lr_line.id')
    .leftJoin('invoice_line_goods as link', 'link.deliveryLineId', 'item.deliveryLineId')
    .leftJoin('invoice', 'invoice.id', 'link.invoiceId')
    .whereIn(
      'lr_line.id',
      lines.map(({ id }) => id),
    )
    .orderBy('invoice.id', 'desc')
    .select('lr_line.id', 'invoice.invoiceNo', 'sap_delivery.deliveryNo')
  return new Map(rows.map(({ id, invoiceNo, deliveryNo }) => [id, invoiceNo ?? deliveryNo]))
}

/** E-way bills that were typed: of another movement, or ended before the goods left. */
async function faultsOfTyped(
  trx: Knex,
  { id, lrDate }: Lr,
  ewayBills: NonNullable<CorrectionInput['ewayBills']>,
  call: Call,
): Promise<Fault[]> {
  const taken = await takenEwayBills(trx, ewayBills, call, id)
  return ewayBills.flatMap(({ ewayBillNo, ewayValidTo }, index): Fault[] => {
    const field = `ewayBills[${index}].ewayBillNo`
    if (ewayBillNo === null) return []
    if (taken[index]) return [ewayTakenFault(field, ewayBillNo, taken[index])]
    return ewayValidTo !== null && hadEnded(ewayValidTo, { lrDate, today: today(), now: now() })
      ? [ewayEndedFault(field, ewayBillNo, ewayValidTo)]
      : []
  })
}
