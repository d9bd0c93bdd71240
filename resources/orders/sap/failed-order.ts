/** What is told of orders that did not reach SAP: shapes, and their types. */
import { choice, date, instant, integer, text } from '../../define/fields.ts'
import { pick } from '../../define/pick.ts'
import { about, group, maybe, type Told } from '../../define/shape.ts'
import { sapOutbox } from '../../platform/sap-outbox.ts'
import { orderStates } from '../../trade.ts'
import { order } from '../order.ts'
import type { OrderIdField } from './sap-words.ts'

const id = integer({ min: 1 })
const names = { sbu: text({ max: 10 }), customerCode: text({ max: 10 }), customerName: text() }
const { orderNo, errorCode, errorText } = order.fields
const ids = { customerId: id, sbuId: id, channelId: id, orderTypeId: id } satisfies Record<OrderIdField, typeof id>

export const failedOrder = {
  ...{ id, orderNo, orderDate: date(), rowVersion: integer(), errorCode },
  errorText: about('The words of SAP or of the rule; buyers get our own', errorText),
  means: text({ max: 1_000, hint: 'The error in plain words' }),
  stoppedBy: group({ resource: text(), id }, { optional: true, hint: 'The master row that stopped it' }),
  of: group(ids, { hint: 'The ids with which a missing row is entered' }),
  statusSince: instant(),
  sapOrderNo: order.fields.sapOrderNo,
  placedById: id,
  ...names,
  placedBy: text(),
  attempts: integer({ optional: true, hint: 'How often it was sent to SAP, where SAP refused it' }),
  messageId: about('The message that SAP refused, for our own people', maybe(id)),
}
/** An order that SAP or a rule refused. */
export type FailedOrder = Told<typeof failedOrder>

const { status, ...ofMessage } = pick(sapOutbox.fields, [
  ...(['messageType', 'status', 'attempts', 'nextAttemptAt', 'errorClass', 'httpStatus', 'uncertainSince'] as const),
])
const { errorText: lastError } = sapOutbox.fields

export const stuckOrder = {
  id: about('The id of the message', id),
  ...ofMessage,
  ...{ orderId: id, orderNo, rowVersion: integer(), status: choice(orderStates), statusSince: instant(), sbuId: id },
  ...names,
  messageStatus: status,
  errorCode: maybe(text()),
  lastError,
  waitsSince: instant(),
}
/** A message to SAP that waits too long, with its order. */
export type StuckOrder = Told<typeof stuckOrder>
