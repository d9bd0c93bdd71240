import type { Knex } from 'knex'
import { customer } from '../../../resources/access-control/customer.ts'
import { shipTo } from '../../../resources/access-control/ship-to.ts'
import { mulDiv } from '../../../resources/define/amounts.ts'
import { quantityText, rupees } from '../../../resources/define/show.ts'
import { samePrice } from '../../../resources/orders/approvals/changed-price.ts'
import type { ConfirmedLine } from '../../../resources/orders/line-change.ts'
import { isPricedAs, netRupees } from '../../../resources/orders/line-price.ts'
import type { Order } from '../../../resources/orders/order.ts'
import { type OrderLine, orderLine } from '../../../resources/orders/order-line.ts'
import { qtyInSap, resizedLine } from '../../../resources/orders/sap/confirmed.ts'
import { lineInSap } from '../../../resources/orders/sap/sap-terms.ts'
import { plant } from '../../../resources/settings/plant.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { updateEach } from '../../derive/save/write.ts'
import { isUnderWay, placeByLines } from '../../orders/cancel/record-cancellation.ts'
import { deliverOrder } from '../../orders/dispatch-order.ts'
import { moveOrder, readOrder } from '../../orders/move-order.ts'
import { recalculateTotals } from '../../orders/recalculate-totals.ts'
import { reserve } from '../../orders/reserve.ts'
import { linesBeingCancelled } from '../../outbox/messages-of-order.ts'
import { readSettings } from '../../platform/settings.ts'
import type { SalesOrderItemStatus, SalesOrderStatus } from '../documents/sales-order-status.ts'
import { SapRowError, type SaveOutcome } from '../reading/pull.ts'
import { applyRequestedDays } from './apply-requested-days.ts'
import { announceShifts, applySapDates } from './apply-sap-dates.ts'
import { type LineInSap, pairItems } from './pair-items.ts'

/**
 * Updates an order with what SAP reports of it: changed quantities, prices and plants, rejected or deleted items, and
 * confirmed dates; deleting the sales order cancels the order. Returns 'later' while a cancellation requested here is
 * in progress. Throws RowError for a change that the order's status no longer permits; items that match no line are
 * noted.
 */
export async function applySapChanges(
  trx: Knex,
  order: Order,
  document: SalesOrderStatus,
  note: (wrong: SapRowError) => void,
  author: Author,
): Promise<SaveOutcome> {
  const about = `Sales order ${document.sapOrderNo}`
  const lines = await rowsOf(trx, orderLine, rows => rows.where('orderId', order.id).orderBy('lineNo'))
  const noteMismatch = (wrong: string) => note(new SapRowError('sapItemNo', `${about}: ${wrong}`))
  const pairs = await pairItems(trx, order, lines, document, noteMismatch)
  const beingCancelled = new Set(await linesBeingCancelled(trx, order.id))
  const applicable = pairs.filter(({ line }) => !beingCancelled.has(line.id))
  const resized = applicable.find(isResized)
  if (resized && !isUnderWay(order)) {
    const message = `${about}: SAP changed line ${resized.line.lineNo}, and order ${order.orderNo} cannot follow: it is ${order.status} here`
    throw new SapRowError('qty', message, 'NOT_ALLOWED_STATE')
  }
  const terms = isUnderWay(order) ? await sapTermChanges(trx, order, applicable, note) : new Map()
  const changes = applicable.flatMap(pair => changeOf(order, pair, terms.get(pair.line.id)))
  const after = await updateEach(
    trx,
    orderLine,
    changes.map(({ line, columns }) => ({ before: line, asked: columns })),
    author,
  )
  const now = new Map(after.map(line => [line.id, line]))
  const current = applicable.map(({ line, item }) => ({ line: now.get(line.id) ?? line, item }))
  const { changed, shifts } = await applySapDates(trx, order, current, author)
  if (changes.length > 0) await updateOrder(trx, order, document, changes, now, author)
  await announceShifts(trx, order.id, shifts, author)
  const asked = await applyRequestedDays(trx, order.id, document, current, author)
  if (beingCancelled.size > 0) return 'later'
  return changes.length > 0 || changed || asked ? 'updated' : 'same'
}

type SapLineChange = LineInSap & { columns: Partial<OrderLine> }

const isResized = ({ line, item }: LineInSap) => qtyInSap(item, line) !== line.qty - line.cancelledQty

/** The changes of a line. Terms come first, because added quantity costs the new price. */
function changeOf(order: Order, { line, item }: LineInSap, terms: Partial<OrderLine> = {}): SapLineChange[] {
  const size = isResized({ line, item })
    ? resizedLine({ ...line, ...terms }, qtyInSap(item, line), item?.freightValue ?? null)
    : {}
  const unit = isUnderWay(order) ? unitColumns(line, item) : {}
  const columns = { ...terms, ...size, ...unit }
  if (Object.keys(columns).length === 0) return []
  const first = line.confirmedJson === null && isUnderWay(order) ? { confirmedJson: asConfirmed(line) } : {}
  return [{ line, item, columns: { ...columns, ...first } }]
}

/** Another unit in SAP changes no amount of the line; it is noted once. */
function unitColumns(line: OrderLine, item: SalesOrderItemStatus | null): Partial<OrderLine> {
  const sapUom = item?.sapUom
  if (sapUom === undefined || sapUom === (line.sapUom ?? line.uom)) return {}
  return { sapUom: sapUom === line.uom ? null : sapUom }
}

/** The line as SAP had it until now, which is shown beside what it is since. */
const asConfirmed = ({ qty, cancelledQty, uom, netPrice, priceUnit, plantId, sapUom }: OrderLine): ConfirmedLine => ({
  qty: qty - cancelledQty,
  uom: sapUom ?? uom,
  netPrice,
  priceUnit,
  plantId,
})

/** Updates the order after its lines changed: totals, status, history and reservations. */
async function updateOrder(
  trx: Knex,
  before: Order,
  document: SalesOrderStatus,
  changes: readonly SapLineChange[],
  now: ReadonlyMap<number, OrderLine>,
  author: Author,
) {
  const { order, left } = await recalculateTotals(trx, before, author)
  const plants = await plantCodes(trx, changes)
  const reasons = await rejectionTexts(trx, changes)
  const sentences = changes.map(change => changeText(change, now.get(change.line.id)!, { plants, reasons }))
  const remark = (document.isDeleted ? 'Deleted in SAP' : sentences.join('. ')).slice(0, 500)
  const reasonCodeId = await reasonOf(trx, document, changes)
  const place = placeByLines(order, left)
  const cancelled = place.status === 'CANCELLED' ? { cancelReasonId: reasonCodeId } : {}
  const tellsBuyers = await isNewsForBuyers(trx, changes, now)
  const move = { step: 'sapChanged' as const, ...place, remark, reasonCodeId, tellsBuyers, changes: cancelled }
  await moveOrder(trx, order, move, author)
  if (changes.some(isResized)) await deliverOrder(trx, order.id, 'What was not delivered is cancelled', author)
  await reserveChanged(trx, await readOrder(trx, order.id))
}

/** Whether buyers are mailed: of quantities and plants always, of prices unless a person has switched it off. */
async function isNewsForBuyers(trx: Knex, changes: readonly SapLineChange[], now: ReadonlyMap<number, OrderLine>) {
  if (changes.some(change => isResized(change) || change.columns.plantId !== undefined)) return true
  const isRepriced = changes.some(
    change => !samePrice(now.get(change.line.id)!, change.line) || freightText(change, now.get(change.line.id)!),
  )
  return isRepriced && (await readSettings(trx))['sap.mail_price_changes']
}

/** Reserves the new quantities. Throws RowError when a promo code or document does not permit them. */
async function reserveChanged(trx: Knex, order: Order) {
  try {
    await reserve(trx, order)
  } catch (error) {
    const { code, message } = error as { code?: number; message: string }
    if (code !== 422) throw error
    throw new SapRowError('qty', `Sales order ${order.sapOrderNo}: ${message}`, 'NOT_ALLOWED')
  }
}

async function plantCodes(trx: Knex, changes: readonly SapLineChange[]): Promise<Map<number, string>> {
  const ids = changes.flatMap(({ line, columns }) => [line.plantId, columns.plantId ?? null].filter(id => id !== null))
  const rows: { id: number; code: string }[] = await trx('plant').whereIn('id', ids).select('id', 'code')
  return new Map(rows.map(({ id, code }) => [id, code]))
}

function changeText(
  change: SapLineChange,
  now: OrderLine,
  { plants, reasons }: { plants: ReadonlyMap<number, string>; reasons: ReadonlyMap<string, string> },
): string {
  const { line, item } = change
  const qty = qtyInSap(item, line)
  if (item === null) return `Line ${line.lineNo} deleted in SAP`
  if (qty === 0)
    return `Line ${line.lineNo} refused in SAP${reasons.has(item.rejectionCode!) ? `: ${reasons.get(item.rejectionCode!)}` : ''}`
  const parts = [
    isResized(change) && `${quantityText(line.qty - line.cancelledQty)} → ${quantityText(qty)} ${line.uom}`,
    change.columns.sapUom !== undefined && `unit ${line.sapUom ?? line.uom} → ${now.sapUom ?? now.uom}`,
    !samePrice(now, line) && `${netRupees(line)} → ${netRupees(now)}`,
    freightText(change, now),
    now.plantId !== line.plantId &&
      `from ${plants.get(now.plantId!)} instead of ${plants.get(line.plantId!) ?? 'nowhere'}`,
  ]
  return `Line ${line.lineNo}: ${parts.filter(Boolean).join(', ')}`
}

/** Freight that only grew with the quantity is no news of its own. */
function freightText(change: SapLineChange, now: OrderLine): string | false {
  const { line } = change
  if (now.freightValue === line.freightValue || change.columns.freightValue === undefined) return false
  return `freight ${rupees(line.freightValue)} → ${rupees(now.freightValue)}`
}

/** What SAP's rejection reasons of these items mean, by code. */
async function rejectionTexts(trx: Knex, changes: readonly LineInSap[]): Promise<Map<string, string>> {
  const codes = changes.flatMap(({ item }) => item?.rejectionCode ?? [])
  if (codes.length === 0) return new Map()
  const rows: { code: string; staff: string }[] = await trx('sap_code_text')
    .where({ field: 'REJECTION', isActive: 1 })
    .whereIn('code', codes)
    .select('code', 'staff')
  return new Map(rows.map(({ code, staff }) => [code, staff]))
}

/** The id of our reason code that corresponds to SAP's rejection code of the first rejected line, or to a deletion. */
async function reasonOf(
  trx: Knex,
  { isDeleted }: SalesOrderStatus,
  changes: readonly LineInSap[],
): Promise<number | null> {
  const code = changes.find(({ item }) => item?.rejectionCode)?.item?.rejectionCode
  if (!code && !isDeleted) return null
  const reasons = trx('reason_code').where({ reasonType: 'CANCEL', isActive: 1 })
  const named = isDeleted ? reasons.where('code', 'SAPDELETED') : reasons.where('sapRejectionCode', code)
  return (await named.orderBy('id').first('id'))?.id ?? null
}

/**
 * The changes that SAP's prices, freight and plants make to lines not yet dispatched, by line id. A plant unknown to the portal
 * is noted, and the line keeps its plant.
 */
async function sapTermChanges(
  trx: Knex,
  order: Order,
  pairs: readonly LineInSap[],
  note: (wrong: SapRowError) => void,
): Promise<Map<number, Partial<OrderLine>>> {
  const open = pairs.filter(({ line, item }) => item?.rejectionCode === null && isToCome(line))
  const plants = await rowsOf(trx, plant, rows => rows)
  const differing = open.filter(({ line, item }) => {
    const from = plants.find(({ id }) => id === line.plantId)
    const isMoved = (item!.plant ?? from?.code) !== from?.code
    return isMoved || isRepriced(line, item!) || otherFreight(line, item!) !== null
  })
  const changes = new Map<number, Partial<OrderLine>>()
  if (differing.length === 0) return changes
  const [to] = await rowsOf(trx, shipTo, rows => rows.where('id', order.shipToId))
  const [billTo] = await rowsOf(trx, customer, rows => rows.where('id', order.billToId))
  for (const { line, item } of differing) {
    const { plant: code, netPrice, discounts, sapItemNo } = item!
    const newPlant = plants.find(one => one.code === code) ?? null
    if (code !== null && !newPlant) {
      const message = `Sales order ${order.sapOrderNo}: item ${Number(sapItemNo)} comes from plant ${code}, which the portal does not know`
      note(new SapRowError('plantId', message))
    }
    const from = plants.find(({ id }) => id === line.plantId) ?? null
    const supply = { shipTo: to!, billTo: billTo! }
    const terms = { netPrice, discounts, freightValue: otherFreight(line, item!), plant: newPlant }
    const changed = lineInSap(line, terms, from, supply, order.orderDate)
    if (Object.keys(changed).length > 0) changes.set(line.id, changed)
  }
  return changes
}

const isRepriced = (line: OrderLine, { netPrice: price, discounts }: SalesOrderItemStatus) =>
  price !== null && !isPricedAs(line, { price, discounts })

/** SAP's freight where it is another; null where it is ours, of the whole line or of the part that SAP still has. */
function otherFreight(line: OrderLine, { freightValue, qty }: SalesOrderItemStatus): number | null {
  if (freightValue === null || freightValue === line.freightValue) return null
  return freightValue === mulDiv(line.freightValue, qty, line.qty) ? null : freightValue
}

/** Dispatched and invoiced lines keep the price and plant of their invoice. */
const isToCome = ({ lineStatus }: OrderLine) => lineStatus === 'OPEN' || lineStatus === 'PARTIALLY_DISPATCHED'
