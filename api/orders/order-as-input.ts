import type { Knex } from 'knex'
import { pick } from '../../resources/define/pick.ts'
import type { Order } from '../../resources/orders/order.ts'
import { headerAsInput, lineAsInput, type OrderInput, termNames } from '../../resources/orders/order-input.ts'
import { type OrderLine, orderLine } from '../../resources/orders/order-line.ts'
import { scheduleLine } from '../../resources/orders/schedule-line.ts'
import { rowsOf } from '../derive/rows-of.ts'

/**
 * Turns a saved order back into order input, so that it can be priced and checked again; of its lines the open ones, or
 * those that are given.
 */
export async function inputOfOrder(db: Knex, order: Order, given?: readonly OrderLine[]): Promise<OrderInput> {
  const lines =
    given ??
    (await rowsOf(db, orderLine, rows => rows.where({ orderId: order.id, lineStatus: 'OPEN' }).orderBy('lineNo')))
  const deliveries = await rowsOf(db, scheduleLine, rows => rows.where({ orderId: order.id }).orderBy('scheduleNo'))
  const ofLine = Map.groupBy(deliveries, ({ orderLineId }) => orderLineId)
  return {
    ...headerAsInput(order),
    lines: lines.map(line => lineAsInput(line, ofLine.get(line.id) ?? [], order.requestedDeliveryDate)),
  }
}

/** The same with the terms that the order has, whatever is agreed by now. */
export const inputByItsTerms = async (db: Knex, order: Order): Promise<OrderInput> => ({
  ...(await inputOfOrder(db, order)),
  ...pick(order, termNames),
})
