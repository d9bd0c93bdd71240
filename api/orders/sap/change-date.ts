import type { Knex } from 'knex'
import { addDays } from '../../../resources/define/dates.ts'
import { dayText } from '../../../resources/define/show.ts'
import type { Order } from '../../../resources/orders/order.ts'
import { orderLine } from '../../../resources/orders/order-line.ts'
import { scheduleLine } from '../../../resources/orders/schedule-line.ts'
import type { OrderChangeMessage } from '../../../resources/sap/messages.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { updateRows } from '../../derive/save/write.ts'
import { isDateOnItsWay } from '../../outbox/messages-of-order.ts'
import { enqueueForSap } from '../../outbox/outbox.ts'
import { today } from '../../platform/clock.ts'
import { conflict, invalidField } from '../../platform/errors.ts'
import type { StepCommand } from '../approvals/decide.ts'
import { isUnderWay } from '../cancel/record-cancellation.ts'
import { moveOrder, placeOf, readOrder } from '../move-order.ts'
import { isFreeOfCharge } from './free-of-charge.ts'

/** The payload in the outbox: what SAP is asked to change, and the order that follows. */
export type DateChangeMessage = OrderChangeMessage & { orderId: number; requestedDeliveryDate: string }

/** The requested day may be so many days after the order. */
const MOST_DAYS = 365

/** Asks SAP for another requested day of what is still to come; the order keeps its own until SAP has agreed. */
export async function changeRequestedDate(trx: Knex, order: Order, command: StepCommand): Promise<Order> {
  const { requestedDeliveryDate: day, remark, author } = command
  demandPossibleDay(order, day)
  if (await isDateOnItsWay(trx, order.id))
    throw conflict('NOT_ALLOWED_STATE', 'Another requested date is on its way to SAP: wait for the answer')
  const said = `${dayText(day!)} instead of ${dayText(order.requestedDeliveryDate)}`
  const words = [said, remark].filter(Boolean).join('. ').slice(0, 500)
  const moved = await moveOrder(trx, order, { step: 'changeDate', ...placeOf(order), remark: words }, author)
  const payload: DateChangeMessage = {
    orderId: order.id,
    sapOrderNo: order.sapOrderNo!,
    isFreeOfCharge: await isFreeOfCharge(trx, order),
    requestedDeliveryDate: day!,
  }
  await enqueueForSap(trx, {
    messageType: 'ORDER_CHANGE',
    ownerType: 'ORDER',
    ownerId: order.id,
    orderId: order.id,
    idempotencyKey: `ORDER_CHANGE-${order.orderNo}-${moved.rowVersion}`,
    payload,
  })
  return moved
}

function demandPossibleDay(order: Order, day: string | null) {
  const field = 'requestedDeliveryDate'
  if (day === null) throw invalidField(field, 'REQUIRED', 'Requested date is required: say on which day it is wanted')
  if (day === order.requestedDeliveryDate)
    throw invalidField(field, 'RANGE', `Requested date is ${dayText(day)} already: choose another day`)
  const last = addDays(order.orderDate, MOST_DAYS)
  if (day < today() || day > last)
    throw invalidField(field, 'RANGE', `Requested date must be from today to ${dayText(last)}`)
}

/** Records that SAP has taken another requested day, for the order and each delivery that has not left. */
export async function recordChangedDate(
  trx: Knex,
  { orderId, requestedDeliveryDate: day }: DateChangeMessage,
  author: Author,
) {
  const order = await readOrder(trx, orderId)
  if (!isUnderWay(order)) return
  const lines = await rowsOf(trx, orderLine, rows =>
    rows.where({ orderId }).whereIn('lineStatus', ['OPEN', 'PARTIALLY_DISPATCHED']),
  )
  const ids = lines.map(({ id }) => id)
  const deliveries = await rowsOf(trx, scheduleLine, rows => rows.whereIn('orderLineId', ids))
  const coming = deliveries.filter(({ qty, deliveredQty }) => deliveredQty < qty)
  await updateRows(trx, scheduleLine, coming, { requestedDate: day }, author)
  const remark = `${dayText(day)} instead of ${dayText(order.requestedDeliveryDate)}`
  const changes = { requestedDeliveryDate: day }
  await moveOrder(trx, order, { step: 'dateChanged', ...placeOf(order), remark, changes }, author)
}

/** Records in the history why SAP refused another requested day; nothing else changes. */
export async function recordRefusedDate(trx: Knex, orderId: number, errorText: string, author: Author) {
  const order = await readOrder(trx, orderId)
  if (!isUnderWay(order)) return
  await moveOrder(trx, order, { step: 'dateKept', ...placeOf(order), remark: errorText.slice(0, 500) }, author)
}
