import type { Knex } from 'knex'
import { quantityText } from '../../resources/define/show.ts'
import { keptInSap, resizedLine } from '../../resources/orders/confirmed.ts'
import { type OrderLine, orderLine } from '../../resources/orders/order-line.ts'
import { rowsOf } from '../derive/rows-of.ts'
import { type Author, updateRow } from '../derive/write.ts'
import { tellChange } from '../platform/live-changes.ts'
import { type Outcome, RowError } from '../sap/pull.ts'
import type { SalesOrderItemStatus, SalesOrderStatus } from '../sap/sales-order-status.ts'
import { linesBeingCancelled } from '../sap/standing.ts'
import { itemNo } from '../sap/wire.ts'
import { addUp } from './add-up.ts'
import { deliverOrder } from './dispatch-order.ts'
import { followDates, tellDates } from './follow-dates.ts'
import { moveOrder, type Order, readOrder } from './move-order.ts'
import { isUnderWay, statusLeft } from './open-cancelled.ts'
import { reserve } from './reserve.ts'

/** A line with its item in SAP. */
export interface InSap {
  line: OrderLine
  item: SalesOrderItemStatus
}

/**
 * Brings an order up to what SAP has of it (§J.5): quantities that were changed or refused there, and the days it confirms.
 * `later` while a cancellation of ours is on its way. Throws RowError where SAP changed what cannot change here any more;
 * items that do not fit are noted.
 */
export async function followSap(
  trx: Knex,
  order: Order,
  document: SalesOrderStatus,
  note: (wrong: RowError) => void,
  author: Author,
): Promise<Outcome> {
  const about = `Sales order ${document.sapOrderNo}`
  const lines = await rowsOf(trx, orderLine, rows => rows.where('orderId', order.id).orderBy('lineNo'))
  const pairs = await paired(trx, lines, document, wrong => note(new RowError('sapItemNo', `${about}: ${wrong}`)))
  const asked = new Set(await linesBeingCancelled(trx, order.id))
  const settled = pairs.filter(({ line }) => !asked.has(line.id))
  const resized = settled.filter(({ line, item }) => keptInSap(item, line) !== line.qty - line.cancelledQty)
  const [first] = resized
  if (first && !isUnderWay(order)) {
    const message = `${about}: SAP changed line ${first.line.lineNo}, and order ${order.orderNo} cannot follow: it is ${order.status} here`
    throw new RowError('qty', message, 'NOT_ALLOWED_STATE')
  }
  const sized = await resize(trx, settled, author)
  const { changed, shifts } = await followDates(trx, order, sized, author)
  if (first) await settleQuantities(trx, order, resized, author)
  await tellDates(trx, order.id, shifts, author)
  if (changed) tellChange(trx, { orders: [order.id] })
  if (asked.size > 0) return 'later'
  return first || changed ? 'updated' : 'same'
}

/** Each line with its item, by SAP's number of it. */
async function paired(
  trx: Knex,
  lines: readonly OrderLine[],
  { items }: SalesOrderStatus,
  note: (wrong: string) => void,
): Promise<InSap[]> {
  const sent = lines.filter(({ lineStatus }) => lineStatus !== 'REJECTED' && lineStatus !== 'DELETED')
  const codes = new Map<number, string>(
    (
      await trx('products')
        .whereIn(
          'id',
          sent.map(({ productId }) => productId),
        )
        .select('id', 'code')
    ).map(({ id, code }) => [id, code]),
  )
  const left = new Map(items.map(item => [item.sapItemNo, item]))
  const pairs: InSap[] = []
  for (const line of sent) {
    const no = line.sapItemNo ?? itemNo(line.lineNo)
    const item = left.get(no)
    left.delete(no)
    if (!item) {
      // A line that was cancelled before the order went to SAP was never sent.
      if (line.lineStatus !== 'CANCELLED') note(`it has no item ${Number(no)} for line ${line.lineNo}`)
    } else if (item.product !== codes.get(line.productId))
      note(`item ${Number(no)} is ${item.product}, and line ${line.lineNo} is ${codes.get(line.productId)}`)
    else if (item.uom !== line.uom) note(`item ${Number(no)} is in ${item.uom}, and line ${line.lineNo} in ${line.uom}`)
    else pairs.push({ line, item })
  }
  for (const no of left.keys()) note(`the order here has no line for item ${Number(no)}`)
  return pairs
}

/** The lines as they are once they are brought to what SAP has. */
async function resize(trx: Knex, pairs: readonly InSap[], author: Author): Promise<InSap[]> {
  const sized: InSap[] = []
  for (const { line, item } of pairs) {
    const kept = keptInSap(item, line)
    const same = kept === line.qty - line.cancelledQty
    sized.push({ line: same ? line : await updateRow(trx, orderLine, line, resizedLine(line, kept), author), item })
  }
  return sized
}

/** What follows from other quantities: totals, the state, and what the order holds of contracts and documents. */
async function settleQuantities(trx: Knex, before: Order, resized: readonly InSap[], author: Author) {
  const { order, left } = await addUp(trx, before, author)
  const remark = resized.map(said).join('. ').slice(0, 500)
  const reasonCodeId = await reasonOf(trx, resized)
  const status = statusLeft(order, left)
  const changes = status === 'CANCELLED' ? { cancelReasonId: reasonCodeId } : {}
  await moveOrder(trx, order, { step: 'sapChanged', status, remark, reasonCodeId, changes }, author)
  await deliverOrder(trx, order.id, 'What was not delivered is cancelled', author)
  await demandHeld(trx, await readOrder(trx, order.id))
}

/** More than a promo code or a document permits is not taken over; somebody must settle it with who raised it. */
async function demandHeld(trx: Knex, order: Order) {
  try {
    await reserve(trx, order)
  } catch (error) {
    const { code, message } = error as { code?: number; message: string }
    if (code !== 422) throw error
    throw new RowError('qty', `Sales order ${order.sapOrderNo}: ${message}`, 'NOT_ALLOWED')
  }
}

function said({ line, item }: InSap): string {
  const kept = keptInSap(item, line)
  const now = `${quantityText(line.qty - line.cancelledQty)} → ${quantityText(kept)} ${line.uom}`
  return kept === 0 ? `Line ${line.lineNo} refused in SAP` : `Line ${line.lineNo}: ${now}`
}

/** Our reason that stands for SAP's, of the first refused line. */
async function reasonOf(trx: Knex, resized: readonly InSap[]): Promise<number | null> {
  const code = resized.find(({ item }) => item.rejectionCode !== null)?.item.rejectionCode
  if (!code) return null
  const reasons = trx('reason_code').where({ reasonType: 'CANCEL', sapRejectionCode: code, isActive: 1 })
  return (await reasons.orderBy('id').first('id'))?.id ?? null
}
