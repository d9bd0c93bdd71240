import type { Knex } from 'knex'
import { pick } from '../../resources/define/pick.ts'
import type { Order } from '../../resources/orders/order.ts'
import { headerFields, type OrderInput } from '../../resources/orders/order-input.ts'
import { orderLine } from '../../resources/orders/order-line.ts'
import { scheduleLine } from '../../resources/orders/schedule-line.ts'
import { rowsOf } from '../derive/rows-of.ts'
import { chosenTermsOf } from './terms/own-terms.ts'

/** Turns a saved order with its open lines back into order input, so that it can be priced and checked again. */
export async function inputOfOrder(db: Knex, order: Order): Promise<OrderInput> {
  const lines = await rowsOf(db, orderLine, rows =>
    rows.where({ orderId: order.id, lineStatus: 'OPEN' }).orderBy('lineNo'),
  )
  const deliveries = await rowsOf(db, scheduleLine, rows => rows.where({ orderId: order.id }).orderBy('scheduleNo'))
  const ofLine = Map.groupBy(deliveries, ({ orderLineId }) => orderLineId)
  return {
    ...headerAsInput(order),
    lines: lines.map(line => ({
      productId: line.productId,
      qty: line.qty,
      manualDiscountPct: line.manualDiscountPct,
      promoCode: line.promoCode,
      plantId: line.sourceRule === 'MANUAL' ? line.plantId : null,
      eudDocumentId: line.eudDocumentId,
      requestedBatchNo: line.requestedBatchNo,
      singleBatchRequired: line.singleBatchRequired,
      shippingInstruction: line.shippingInstruction,
      schedules: splitOf(ofLine.get(line.id) ?? [], order.requestedDeliveryDate),
    })),
  }
}

/** The header of a saved order as order input; of its terms those that were chosen, so that others follow the agreement. */
export const headerAsInput = (order: Order): Omit<OrderInput, 'lines'> => ({
  ...pick(order, headerFields),
  ...chosenTermsOf(order),
})

/** A single delivery on the order's requested day follows from the header, so it is no schedule of the line. */
function splitOf(deliveries: { scheduleNo: number; requestedDate: string; qty: number }[], requestedDate: string) {
  if (deliveries.length === 1 && deliveries[0]!.requestedDate === requestedDate) return []
  return deliveries.map(({ scheduleNo, requestedDate, qty }) => ({ scheduleNo, requestedDate, qty }))
}
