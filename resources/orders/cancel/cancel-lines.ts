/** What a bulk cancellation reads and tells of its lines: shapes, and their types. */
import { choice, code, date, flag, integer, quantity, text } from '../../define/fields.ts'
import { pick } from '../../define/pick.ts'
import { allMaybe, many, type Read, type Told } from '../../define/shape.ts'
import { orderStates } from '../../trade.ts'
import { order } from '../order.ts'
import { orderLine } from '../order-line.ts'
import { MOST_CANCELLED } from './cancel-sheet.ts'
import { cancellableStates } from './cancel-states.ts'

const id = integer({ min: 1 })
const most = { most: MOST_CANCELLED } as const
const reasonCode = code({ max: 10, optional: true, label: 'Reason' })
const { orderNo } = order.fields

export const cancelRow = {
  orderNo,
  lineNo: integer({ min: 1, optional: true, label: 'Line' }),
  cancelQty: quantity({ min: 0.001, optional: true, label: 'Quantity to cancel' }),
  reasonCode,
}

const ofOrder = pick(order.fields, ['sbuId', 'customerId', 'customerPoNo'])
const ofLine = pick(orderLine.fields, ['productId', 'plantId'])

export const cancelFilter = {
  ...allMaybe(ofOrder),
  ...allMaybe(ofLine),
  status: choice(cancellableStates, { optional: true }),
  from: date({ optional: true, label: 'Ordered from' }),
  to: date({ optional: true, label: 'Ordered to' }),
}
/** The filter that picks the lines of a run where no file names them; null is any. */
export type CancelFilter = Read<typeof cancelFilter>

const line = {
  id,
  orderId: id,
  orderNo,
  orderStatus: choice(orderStates),
  customer: text(),
  lineNo: integer(),
  product: text({ max: 40 }),
  uom: text({ max: 3 }),
  qty: quantity(),
  cancelQty: quantity({ hint: 'What would be cancelled' }),
  why: text({ max: 500, optional: true, hint: 'Why none of it can be' }),
  reasonCode,
}
/** A line of a run before it starts: the quantity that would be cancelled, or why none. */
export type CancelLinePreview = Told<typeof line>

export const cancelRun = {
  lines: many(line, most),
  more: flag({ hint: 'More lines fit the filter than one run holds' }),
  unknown: many(text({ max: 14 }), { ...most, hint: 'Orders that are not in scope' }),
  lineless: many(cancelRow, { ...most, hint: 'Rows that name no line of their order' }),
}
/** The preview of a run. */
export type CancelRunPreview = Told<typeof cancelRun>
