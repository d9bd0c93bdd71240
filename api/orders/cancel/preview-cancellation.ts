import type { Knex } from 'knex'
import { refusalOf } from '../../../resources/define/process/process.ts'
import type {
  CancelFilter,
  CancelLinePreview,
  CancelRunPreview,
} from '../../../resources/orders/cancel/cancel-lines.ts'
import { type CancelRow, MOST_CANCELLED, orderNoOf } from '../../../resources/orders/cancel/cancel-sheet.ts'
import { cancellableStates, statesBeforeSap } from '../../../resources/orders/cancel/cancel-states.ts'
import { cancellable } from '../../../resources/orders/cancel/cancellable.ts'
import { order as orders } from '../../../resources/orders/order.ts'
import { plainOrder } from '../../../resources/orders/order-guards.ts'
import { orderLine } from '../../../resources/orders/order-line.ts'
import { orderProcess } from '../../../resources/orders/order-process.ts'
import type { OrderState } from '../../../resources/trade.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { decodeRow } from '../../derive/row-codec.ts'
import { invalidField } from '../../platform/errors.ts'

/**
 * Previews the lines in the person's scope that match a filter, in four queries whatever their number. The last order
 * is returned with all its lines or not at all.
 */
export async function previewByFilter(db: Knex, filter: CancelFilter, person: Person): Promise<CancelRunPreview> {
  const { sbuId, customerId, productId, plantId, status, customerPoNo, from, to } = filter
  const rows = linesInScope(db, person)
    .whereIn('order.status', status === null ? cancellableStates : [status])
    .whereNotIn('order_line.lineStatus', ['REJECTED', 'CANCELLED', 'DELETED'])
  if (sbuId !== null) rows.where('order.sbuId', sbuId)
  if (customerId !== null) rows.where('order.customerId', customerId)
  if (productId !== null) rows.where('order_line.productId', productId)
  if (plantId !== null) rows.where('order_line.plantId', plantId)
  if (customerPoNo !== null) rows.where('order.customerPoNo', customerPoNo)
  if (from !== null) rows.where('order.orderDate', '>=', from)
  if (to !== null) rows.where('order.orderDate', '<=', to)
  const candidates: CandidateLine[] = await rows.orderBy(['order.id', 'order_line.lineNo']).limit(MOST_CANCELLED + 1)
  const beyond = candidates[MOST_CANCELLED]
  const shown = beyond ? candidates.filter(({ orderId }) => orderId !== beyond.orderId) : candidates
  const isPartial = productId !== null || plantId !== null
  const requested = { lineNo: isPartial ? 1 : null, cancelQty: null, reasonCode: null }
  const lines = await assessLines(db, shown, person, () => requested)
  return { lines, more: beyond !== undefined, unknown: [], lineless: [] }
}

/** Previews the lines that rows of a file name. Throws 400 where their orders have more lines than one run allows. */
export async function previewByRows(db: Knex, rows: readonly CancelRow[], person: Person): Promise<CancelRunPreview> {
  const requested = rows.map(row => ({ ...row, orderNo: orderNoOf(row.orderNo) }))
  const candidates: CandidateLine[] = await linesInScope(db, person)
    .whereIn(
      'order.orderNo',
      requested.map(({ orderNo }) => orderNo),
    )
    .orderBy(['order.id', 'order_line.lineNo'])
  const rowOf = ({ orderNo, lineNo }: CandidateLine) =>
    requested.find(row => row.orderNo === orderNo && row.lineNo === lineNo) ??
    requested.find(row => row.orderNo === orderNo && row.lineNo === null)
  const matching = candidates.filter(line => rowOf(line) !== undefined)
  if (matching.length > MOST_CANCELLED) {
    const message = `These orders have ${matching.length} lines, and one run holds ${MOST_CANCELLED}: take some orders out`
    throw invalidField('rows', 'LENGTH', message)
  }
  const orderNumbers = new Set(candidates.map(({ orderNo }) => orderNo))
  const unknown = [...new Set(requested.map(({ orderNo }) => orderNo))].filter(orderNo => !orderNumbers.has(orderNo))
  const lineless = requested.filter(
    row => row.lineNo !== null && orderNumbers.has(row.orderNo) && !matching.some(line => rowOf(line) === row),
  )
  return { lines: await assessLines(db, matching, person, line => rowOf(line)!), more: false, unknown, lineless }
}

interface CandidateLine extends Record<string, unknown> {
  id: number
  orderId: number
  orderNo: string
  lineNo: number
  orderStatus: OrderState
  placedById: number
  customer: string
  product: string
}

function linesInScope(db: Knex, person: Person): Knex.QueryBuilder {
  const rows = db('order')
    .join('order_line', 'order_line.orderId', 'order.id')
    .join('customer', 'customer.id', 'order.customerId')
    .join('products', 'products.id', 'order_line.productId')
  return restrict(rows, db, orders, person, 'read').select(
    'order_line.*',
    'order.orderNo',
    'order.placedById',
    'order.status as orderStatus',
    'customer.name as customer',
    'products.code as product',
  )
}

type RequestedPart = Pick<CancelRow, 'lineNo' | 'cancelQty' | 'reasonCode'>

async function assessLines(
  db: Knex,
  candidates: readonly CandidateLine[],
  person: Person,
  requestOf: (line: CandidateLine) => RequestedPart,
): Promise<CancelLinePreview[]> {
  const openMessages: OpenMessage[] = await db('sap_outbox')
    .whereIn('status', ['READY', 'RETRY', 'SENDING', 'FAILED_TECH'])
    .where(any =>
      any
        .where(ofLine =>
          ofLine.where('ownerType', 'ORDER_LINE').whereIn(
            'ownerId',
            candidates.map(({ id }) => id),
          ),
        )
        .orWhere(ofOrder =>
          ofOrder.where('ownerType', 'ORDER').whereIn('ownerId', [...new Set(candidates.map(line => line.orderId))]),
        ),
    )
    .select('ownerType', 'ownerId', 'status', 'uncertainSince')
  const beingCancelled = new Set(
    openMessages.filter(row => row.ownerType === 'ORDER_LINE').map(({ ownerId }) => ownerId),
  )
  const ofOrders = new Map(openMessages.filter(row => row.ownerType === 'ORDER').map(row => [row.ownerId, row]))
  return candidates.map(row => {
    const requested = requestOf(row)
    const line = decodeRow(orderLine, row)
    const assessment = statesBeforeSap.includes(row.orderStatus)
      ? wholeOrder(row, requested, ofOrders.get(row.orderId), person)
      : openLine(row, requested, cancellable(line, beingCancelled.has(line.id)), person)
    return {
      id: row.id,
      orderId: row.orderId,
      orderNo: row.orderNo,
      orderStatus: row.orderStatus,
      customer: row.customer,
      lineNo: row.lineNo,
      product: row.product,
      uom: line.uom,
      qty: line.qty,
      cancelQty: assessment.why === null ? (assessment.cancelQty ?? line.qty) : 0,
      why: assessment.why,
      reasonCode: requested.reasonCode,
    }
  })
}

/** A message to SAP that is not done, of an order or of one of its lines. */
interface OpenMessage {
  ownerType: string
  ownerId: number
  status: string
  uncertainSince: string | null
}

interface Assessment {
  why: string | null
  cancelQty?: number
}

const actorsOf = ({ placedById }: CandidateLine, person: Person) =>
  placedById === person.id ? [...person.roles, 'owner' as const] : [...person.roles]

/** Before SAP has the order, it is cancelled as a whole. */
function wholeOrder(
  row: CandidateLine,
  { lineNo }: RequestedPart,
  message: OpenMessage | undefined,
  person: Person,
): Assessment {
  const isSending = message?.status === 'SENDING'
  const mayBeInSap = typeof message?.uncertainSince === 'string'
  const subject = { ...plainOrder, status: row.orderStatus, isSending, mayBeInSap }
  const refusal = refusalOf(orderProcess, 'cancel', subject, actorsOf(row, person))
  if (refusal) return { why: refusal.message }
  return { why: lineNo === null ? null : 'SAP does not have the order yet: it can only be cancelled whole' }
}

/** Once SAP has the order, its open quantity is cancelled line by line. */
function openLine(
  row: CandidateLine,
  { cancelQty }: RequestedPart,
  open: ReturnType<typeof cancellable>,
  person: Person,
): Assessment {
  const subject = { ...plainOrder, status: row.orderStatus, isCancellable: true }
  const refusal = refusalOf(orderProcess, 'cancelOpen', subject, actorsOf(row, person))
  if (refusal) return { why: refusal.message }
  if ('why' in open) return { why: open.why }
  if (cancelQty !== null && cancelQty > open.qty) return { why: 'The quantity is more than is open' }
  return { why: null, cancelQty: cancelQty ?? open.qty }
}
