import type { Knex } from 'knex'
import type { Order } from '../../../resources/orders/order.ts'
import { orderProcess } from '../../../resources/orders/order-process.ts'
import type { SapAnswer } from '../../../resources/platform/sap-status.ts'
import { readOrder } from '../../orders/move-order.ts'
import { confirmOrder } from '../../orders/sap/confirm-order.ts'
import { isFreeOfCharge } from '../../orders/sap/free-of-charge.ts'
import { orderMessage } from '../../orders/sap/order-message.ts'
import { cancelMessages, noteAbsentInSap } from '../../outbox/messages-of-order.ts'
import { now } from '../../platform/clock.ts'
import { conflict } from '../../platform/errors.ts'
import type { SapAdapter } from '../adapter.ts'
import { deletedOrder, type SalesOrderStatus } from '../documents/sales-order-status.ts'
import { saveOrderStatus, wrongNumber } from '../documents/save-order-status.ts'
import { sapAuthor } from '../sap-author.ts'
import { callSap } from '../sap-connection.ts'
import { foundOrder } from '../sending/found-orders.ts'
import type { CreatedSalesOrder } from '../sending/sales-order-message.ts'
import { type SapRowError, type SaveOutcome, saveDocument } from './pull.ts'
import { recordRead } from './sync-run.ts'

/**
 * Reads the state of one order from SAP and saves it at once; the reading is recorded among the others, with who
 * requested it, if anybody did. An order without a SAP number is searched for by ours. Throws 503 when SAP cannot
 * answer now, and nothing has changed.
 */
export async function readOrderFromSap(db: Knex, order: Order, requestedById: number | null): Promise<SapAnswer> {
  const trigger = requestedById === null ? ('SCHEDULE' as const) : ('MANUAL' as const)
  const read = { filterCode: order.orderNo, trigger, requestedById, startedAt: now() }
  const orderInSap = await callSap(db, sap => lookUp(db, sap, order)).catch(async (error: Error) => {
    await recordRead(db, 'ORDER_STATUS', { ...read, status: 'FAILED', errorText: error.message }, [])
    throw error
  })
  const last = await db('order_step').where({ orderId: order.id }).max({ id: 'id' }).first()
  const { outcome, wrong } = await saveDocument(db, (trx, note) => takeAnswer(trx, order, orderInSap, note))
  const failed = wrong.map(({ column, code, message }) => ({ number: order.orderNo, column, code, message }))
  const status = wrong.length > 0 ? 'PARTIAL' : 'OK'
  const counts = { rowsRead: orderInSap === null ? 0 : 1, rowsUpdated: outcome === 'updated' ? 1 : 0 }
  const run = await recordRead(db, 'ORDER_STATUS', { ...read, ...counts, status }, failed)
  const steps = await stepsSince(db, order.id, last?.id ?? 0)
  const sentences = steps.length > 0 ? steps : wrong.length > 0 ? [] : [words(order, orderInSap, outcome)]
  return { runId: run.id, status, says: [...sentences, ...wrong.map(({ message }) => message)] }
}

/** What SAP has of an order: all of it by its own number, or only its number by ours; null where it has none. */
type OrderInSap = SalesOrderStatus | CreatedSalesOrder | null

async function lookUp(db: Knex, sap: SapAdapter, order: Order): Promise<OrderInSap> {
  const { id, orderNo, sapOrderNo } = order
  if (sapOrderNo === null) {
    const message = await orderMessage(db, id)
    const salesOrder = foundOrder(message, await sap.findSalesOrders(orderNo, message.isFreeOfCharge))
    if (salesOrder && 'doubt' in salesOrder) throw conflict('DOUBTFUL', salesOrder.doubt)
    return salesOrder
  }
  const askedAt = now()
  return (
    (await sap.salesOrder(sapOrderNo, await isFreeOfCharge(db, order))) ?? deletedOrder(sapOrderNo, orderNo, askedAt)
  )
}

async function takeAnswer(
  trx: Knex,
  { id }: Order,
  orderInSap: OrderInSap,
  note: (wrong: SapRowError) => void,
): Promise<SaveOutcome> {
  if (orderInSap === null) {
    await noteAbsentInSap(trx, id)
    return 'same'
  }
  if ('sapOrderNo' in orderInSap) return saveOrderStatus(trx, orderInSap, { isFull: true, note })
  const order = await readOrder(trx, id)
  if (order.sapOrderNo !== null) return 'later'
  if (order.status !== 'APPROVED') throw wrongNumber(orderInSap.salesOrder, order.orderNo)
  await cancelMessages(trx, order.id)
  await confirmOrder(trx, order.id, orderInSap, sapAuthor)
  return 'updated'
}

/** The new lines of the order's history since a row. */
async function stepsSince(db: Knex, orderId: number, id: number): Promise<string[]> {
  const rows: { step: keyof typeof orderProcess.steps; remark: string | null }[] = await db('order_step')
    .where({ orderId })
    .where('id', '>', id)
    .whereNull('actorId')
    .orderBy('id')
    .select('step', 'remark')
  return rows.map(({ step, remark }) => [orderProcess.steps[step].label, remark].filter(Boolean).join(': '))
}

function words({ orderNo }: Order, orderInSap: OrderInSap, outcome: SaveOutcome): string {
  if (orderInSap === null) return `SAP has no order with our number ${orderNo}`
  if (outcome === 'later')
    return 'The order is being changed here just now, or a cancellation of it is on its way to SAP: ask again in a moment'
  return outcome === 'same' ? 'SAP has nothing new of this order' : 'The order is updated from SAP'
}
