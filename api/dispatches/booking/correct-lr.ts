import type { Knex } from 'knex'
import type { Fault } from '../../../resources/define/validate.ts'
import type { LineInput, LrInput } from '../../../resources/dispatches/commands/booking.ts'
import { hadEnded } from '../../../resources/dispatches/eway.ts'
import { invoice } from '../../../resources/dispatches/invoice.ts'
import { type Lr, lr } from '../../../resources/dispatches/lr.ts'
import {
  ewayEndedFault,
  ewayTakenFault,
  faultsOfGoods,
  faultsOfWeight,
} from '../../../resources/dispatches/lr-faults.ts'
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
import { followLrs } from '../events/invoices-of-lr.ts'
import { recalculateFreight } from '../freight/recalculate-freight.ts'
import { demandFreeNumber } from './book-lr.ts'
import { holdEwayBills, takenEwayBills } from './eway-numbers.ts'
import { expectedFreightOf } from './expected-freight.ts'
import { careOf } from './lr-notes.ts'
import { endByDistance, type PreparedLr, prepareLr } from './prepare-lr.ts'
import type { CorrectionInput } from './refuse-fixed.ts'
import { writeLines } from './write-lines.ts'

/**
 * Corrects an LR, with the reason in its history: its invoices while it is booked, with the orders following, other
 * fields while they are open. The day on which it was first expected stays. Throws 400 with faults at the fields, 409
 * when somebody changed the LR meanwhile or its number is taken.
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
  const after: Lr = { ...before, ...fields }
  const stored = await rowsOf(trx, lrLine, rows => rows.where('lrId', before.id).orderBy('id'))
  const prepared = lines ? await prepareLr(trx, await inputOf(trx, after, lines), call, before.id) : null
  const faults = [
    ...(await faultsOf(trx, after, stored, lines !== null)),
    ...(prepared ? await sameShipTo(trx, stored, prepared) : []),
  ]
  if (faults.length > 0) throw invalid(faults)
  if (after.lrNo !== before.lrNo || after.transporterId !== before.transporterId) await demandFreeNumber(trx, after)
  const changes: Partial<Lr> = {
    ...changesIn(before, fields as Lr),
    ...(await consequences(trx, before, after, stored)),
  }
  if (fields.expectedDeliveryDate && fields.expectedDeliveryDate !== before.expectedDeliveryDate)
    changes.expectedDateReason = reason
  // What the desk was asked to do about its invoices is done with these.
  if (prepared) changes.deskTask = null
  const written = await updateRow(trx, lr, before, changes, author)
  if (prepared) await replaceLines(trx, written, stored, prepared, author)
  await correctEwayBills(trx, before, written, ewayBills ?? [], author, call)
  await recalculateFreight(trx, before.id, author)
}

/** The LR as a person would enter it again, with these invoices. */
async function inputOf(trx: Knex, after: Lr, lines: LineInput[]): Promise<LrInput> {
  const kept = await rowsOf(trx, lrLine, rows => rows.where('lrId', after.id))
  return {
    ...after,
    // The day of the LR and its weight are no part of this correction.
    backdateReason: after.backdateReason ?? 'Corrected',
    remarks: after.remarks ?? 'Corrected',
    lines: lines.map(line => ({
      ...line,
      ewayBillNo: line.ewayBillNo ?? kept.find(({ invoiceId }) => invoiceId === line.invoiceId)?.ewayBillNo ?? null,
    })),
  }
}

async function faultsOf(trx: Knex, after: Lr, stored: readonly LrLine[], isRebooked: boolean): Promise<Fault[]> {
  const faults: Fault[] = []
  if (after.chargedWeightKg < after.actualWeightKg)
    faults.push({
      field: 'chargedWeightKg',
      code: 'RANGE',
      message: 'Charged weight must not be less than the actual weight',
    })
  if (after.expectedDeliveryDate < after.lrDate)
    faults.push({
      field: 'expectedDeliveryDate',
      code: 'RANGE',
      message: 'Expected delivery date must not be before the day of the LR',
    })
  if (isRebooked || after.businessLine !== 'CORE') return faults
  const settings = await readSettings(trx)
  const products = await goodsOf(trx, after.id)
  const transporter = await trx('transporter')
    .where({ id: after.transporterId })
    .first('name', 'transModes', 'isActive')
  const modes: string[] = transporter ? JSON.parse(transporter.transModes) : []
  if (!transporter?.isActive || !modes.includes(after.transMode)) {
    const message = transporter?.isActive
      ? `Transporter ${transporter.name} does not carry ${after.transMode}: choose another, or another mode`
      : 'Transporter must be an active one: choose another'
    faults.push({ field: 'transporterId', code: 'TRANS_MODE', message })
  }
  return [
    ...faults,
    ...faultsOfWeight({ ...after, lines: stored, weightTolerance: settings['lr.weight_tolerance_pct'] }),
    ...faultsOfGoods({ ...after, ...(await careOf(trx, [{ lines: products }])), unNumber: after.unNumber }),
  ]
}

const goodsOf = (trx: Knex, lrId: number) =>
  trx('lr_line_item')
    .join('invoice_line', 'invoice_line.id', 'lr_line_item.invoiceLineId')
    .where('lr_line_item.lrId', lrId)
    .select('invoice_line.productId')

async function sameShipTo(trx: Knex, stored: readonly LrLine[], { dispatched }: PreparedLr): Promise<Fault[]> {
  const known = stored.flatMap(({ invoiceId }) => invoiceId ?? [])
  const first = await trx('invoice').whereIn('id', known).orderBy('id').first('shipToId')
  if (!first || dispatched[0]!.chosen.shipTo!.id === first.shipToId) return []
  const message = 'Invoices must go to the ship-to of the LR: make another LR for other places'
  return [{ field: 'lines', code: 'ONE_SHIP_TO', message }]
}

/** What follows from corrected fields: what the transporter should charge by its lane. */
async function consequences(trx: Knex, before: Lr, after: Lr, stored: readonly LrLine[]): Promise<Partial<Lr>> {
  const names = ['transporterId', 'transMode', 'chargedWeightKg'] as const
  if (after.plantId === null || names.every(name => before[name] === after[name])) return {}
  const shipTo = await trx('invoice')
    .join('ship_to', 'ship_to.id', 'invoice.shipToId')
    .whereIn(
      'invoice.id',
      stored.flatMap(({ invoiceId }) => invoiceId ?? []),
    )
    .first('ship_to.stateId', 'ship_to.cityId')
  if (!shipTo) return {}
  return { expectedFreight: await expectedFreightOf(trx, { ...after, ...shipTo, plantId: after.plantId }) }
}

/** Takes invoices off an LR that is still booked, adds others, and changes those that stay; the orders follow. */
async function replaceLines(trx: Knex, lrRow: Lr, stored: readonly LrLine[], prepared: PreparedLr, author: Author) {
  const staying = new Set(prepared.dispatched.map(({ chosen }) => chosen.invoice.id))
  const gone = stored.filter(({ invoiceId }) => !staying.has(invoiceId!))
  const freed = gone.flatMap(({ invoiceId }) => invoiceId ?? [])
  const ids = stored.map(({ id }) => id)
  await trx(lrLineItem.name.replaceAll('-', '_')).whereIn('lrLineId', ids).delete()
  await trx('lr_line')
    .whereIn(
      'id',
      gone.map(({ id }) => id),
    )
    .delete()
  await writeLines(
    trx,
    lrRow,
    prepared.dispatched,
    author,
    stored.filter(({ invoiceId }) => staying.has(invoiceId!)),
  )
  const remark = `LR ${lrRow.lrNo} corrected`
  const dispatched = new Set(prepared.dispatched.flatMap(({ chosen }) => chosen.orderIds))
  const rows = await rowsOf(trx, invoice, found => found.whereIn('id', freed))
  await followLrs(trx, rows, remark, author)
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
  const faults: Fault[] = []
  const corrections = lines.flatMap(line => {
    const typed = ewayBills.find(({ invoiceId }) => invoiceId === line.invoiceId)
    const ewayBillNo = typed ? typed.ewayBillNo : line.ewayBillNo
    if (line.ewayBillNo !== null && ewayBillNo === null) {
      const index = ewayBills.indexOf(typed!)
      const message = 'E-way bill cannot be taken off: enter the one that replaces it'
      faults.push({ field: `ewayBills[${index}].ewayBillNo`, code: 'REQUIRED', message })
    }
    const proposed = line.ewayValidTo === null || line.ewayValidTo === was || typed ? is : line.ewayValidTo
    const ewayValidTo = ewayBillNo === null ? null : (typed?.ewayValidTo ?? proposed ?? line.ewayValidTo)
    const changes = changesIn(line, { ewayBillNo, ewayValidTo } as LrLine)
    if (Object.keys(changes).length === 0) return []
    return [{ before: line, asked: { ...changes, ewayWarnedAt: null } }]
  })
  const strange = ewayBills.findIndex(({ invoiceId }) => !lines.some(line => line.invoiceId === invoiceId))
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
