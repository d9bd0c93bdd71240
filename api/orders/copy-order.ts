import type { Knex } from 'knex'
import { addDays } from '../../resources/define/dates.ts'
import { order as orders } from '../../resources/orders/order.ts'
import { type Author, updateRow } from '../derive/write.ts'
import { today } from '../platform/clock.ts'
import type { Person } from '../platform/person.ts'
import type { Order } from './move-order.ts'
import { headerAsInput } from './order-as-input.ts'
import { createDraft } from './save-order.ts'

/** Makes a new draft of an order that ended, with all its lines, priced today (§D.2, 22). */
export async function copyOrder(trx: Knex, order: Order, person: Person, author: Author): Promise<Order> {
  const lines: { productId: number; qty: number; manualDiscountPct: number }[] = await trx('order_line')
    .where({ orderId: order.id })
    .orderBy('lineNo')
    .select('productId', 'qty', 'manualDiscountPct')
  const soonest = addDays(today(), 1)
  const input = {
    ...headerAsInput(order),
    requestedDeliveryDate: order.requestedDeliveryDate > soonest ? order.requestedDeliveryDate : soonest,
    lines: lines.map(line => ({
      ...line,
      promoCode: null,
      plantId: null,
      requestedBatchNo: null,
      singleBatchRequired: false,
      shippingInstruction: null,
      schedules: [],
    })),
  }
  const draft = await createDraft(trx, input, person, author)
  const changes = { replacesOrderId: order.id }
  return updateRow(trx, orders, draft, changes, author)
}
