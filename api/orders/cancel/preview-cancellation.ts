import type { Knex } from 'knex'
import { refusalOf } from '../../../resources/define/flow.ts'
import {
  type CancelLook,
  type CancelPick,
  type CancelPreview,
  type CancelRow,
  MOST_CANCELLED,
} from '../../../resources/orders/cancel/cancel-sheet.ts'
import { beforeSap, cancellableStates } from '../../../resources/orders/cancel/cancel-states.ts'
import { cancellable } from '../../../resources/orders/cancel/cancellable.ts'
import { order as orders } from '../../../resources/orders/order.ts'
import { orderFlow } from '../../../resources/orders/order-flow.ts'
import { plainOrder } from '../../../resources/orders/order-guards.ts'
import { orderLine } from '../../../resources/orders/order-line.ts'
import type { OrderState } from '../../../resources/trade.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { readRow } from '../../derive/row-codec.ts'
import { invalidField } from '../../platform/errors.ts'

/**
 * Previews the lines in the person's scope that match a filter, in four queries whatever their number. The last order
 * is returned with all its lines or not at all.
 */
export async function previewByFilter(db: Knex, filter: CancelPick, person: Person): Promise<CancelLook> {
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
  const found: Found[] = await rows.orderBy(['order.id', 'order_line.lineNo']).limit(MOST_CANCELLED + 1)
  const beyond = found[MOST_CANCELLED]
  const shown = beyond ? found.filter(({ orderId }) => orderId !== beyond.orderId) : found
  const narrowed = productId !== null || plantId !== null
  const part = { lineNo: narrowed ? 1 : null, cancelQty: null, reasonCode: null }
  const lines = await weighed(db, shown, person, () => part)
  return { lines, more: beyond !== undefined, unknown: [], lineless: [] }
}

/** Previews the lines that rows of a file name. Throws 400 where their orders have more lines than one run allows. */
export async function previewByRows(db: Knex, asked: readonly CancelRow[], person: Person): Promise<CancelLook> {
  const found: Found[] = await linesInScope(db, person)
    .whereIn(
      'order.orderNo',
      asked.map(({ orderNo }) => orderNo),
    )
    .orderBy(['order.id', 'order_line.lineNo'])
  const rowOf = ({ orderNo, lineNo }: Found) =>
    asked.find(row => row.orderNo === orderNo && row.lineNo === lineNo) ??
    asked.find(row => row.orderNo === orderNo && row.lineNo === null)
  const named = found.filter(line => rowOf(line) !== undefined)
  if (named.length > MOST_CANCELLED) {
    const message = `These orders have ${named.length} lines, and one run holds ${MOST_CANCELLED}: take some orders out`
    throw invalidField('rows', 'LENGTH', message)
  }
  const known = new Set(found.map(({ orderNo }) => orderNo))
  const unknown = [...new Set(asked.map(({ orderNo }) => orderNo))].filter(orderNo => !known.has(orderNo))
  const lineless = asked.filter(
    row => row.lineNo !== null && known.has(row.orderNo) && !named.some(line => rowOf(line) === row),
  )
  return { lines: await weighed(db, named, person, line => rowOf(line)!), more: false, unknown, lineless }
}

interface Found extends Record<string, unknown> {
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

type Part = Pick<CancelRow, 'lineNo' | 'cancelQty' | 'reasonCode'>

async function weighed(
  db: Knex,
  found: readonly Found[],
  person: Person,
  partOf: (line: Found) => Part,
): Promise<CancelPreview[]> {
  const open: { ownerType: string; ownerId: number; status: string }[] = await db('sap_outbox')
    .whereIn('status', ['READY', 'RETRY', 'SENDING', 'FAILED_TECH'])
    .where(any =>
      any
        .where(ofLine =>
          ofLine.where('ownerType', 'ORDER_LINE').whereIn(
            'ownerId',
            found.map(({ id }) => id),
          ),
        )
        .orWhere(ofOrder =>
          ofOrder.where('ownerType', 'ORDER').whereIn('ownerId', [...new Set(found.map(line => line.orderId))]),
        ),
    )
    .select('ownerType', 'ownerId', 'status')
  const asked = new Set(open.filter(row => row.ownerType === 'ORDER_LINE').map(({ ownerId }) => ownerId))
  const sending = new Set(
    open.filter(row => row.ownerType === 'ORDER' && row.status === 'SENDING').map(row => row.ownerId),
  )
  return found.map(row => {
    const part = partOf(row)
    const line = readRow(orderLine, row)
    const weighing = beforeSap.includes(row.orderStatus)
      ? wholeOrder(row, part, sending.has(row.orderId), person)
      : openLine(row, part, cancellable(line, asked.has(line.id)), person)
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
      cancelQty: weighing.why === null ? (weighing.cancelQty ?? line.qty) : 0,
      why: weighing.why,
      reasonCode: part.reasonCode,
    }
  })
}

interface Weighed {
  why: string | null
  cancelQty?: number
}

const actorsOf = ({ placedById }: Found, person: Person) =>
  placedById === person.id ? [...person.roles, 'owner' as const] : [...person.roles]

/** Before SAP has the order, it is cancelled as a whole. */
function wholeOrder(row: Found, { lineNo }: Part, isSending: boolean, person: Person): Weighed {
  const subject = { ...plainOrder, status: row.orderStatus, isSending }
  const refusal = refusalOf(orderFlow, 'cancel', subject, actorsOf(row, person))
  if (refusal) return { why: refusal.message }
  return { why: lineNo === null ? null : 'SAP does not have the order yet: it can only be cancelled whole' }
}

/** Once SAP has the order, its open quantity is cancelled line by line. */
function openLine(row: Found, { cancelQty }: Part, found: ReturnType<typeof cancellable>, person: Person): Weighed {
  const subject = { ...plainOrder, status: row.orderStatus, isCancellable: true }
  const refusal = refusalOf(orderFlow, 'cancelOpen', subject, actorsOf(row, person))
  if (refusal) return { why: refusal.message }
  if ('why' in found) return { why: found.why }
  if (cancelQty !== null && cancelQty > found.qty) return { why: 'More is asked than is open' }
  return { why: null, cancelQty: cancelQty ?? found.qty }
}
