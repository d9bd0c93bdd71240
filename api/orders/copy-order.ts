import type { Knex } from 'knex'
import { addDays } from '../../resources/define/dates.ts'
import { order as orders } from '../../resources/orders/order.ts'
import type { StoredRow } from '../derive/stored.ts'
import { type Author, updateRow } from '../derive/write.ts'
import { today } from '../platform/clock.ts'
import type { Person } from '../platform/person.ts'
import type { Order } from './move-order.ts'
import { createDraft } from './save-order.ts'

/** Makes a new draft of an order that ended, with all its lines, priced today (§D.2, 22). */
export async function copyOrder(trx: Knex, order: Order, person: Person, author: Author): Promise<Order> {
  const lines: { productId: number; qty: number; manualDiscountPct: number }[] = await trx('order_line')
    .where({ orderId: order.id })
    .orderBy('lineNo')
    .select('productId', 'qty', 'manualDiscountPct')
  const soonest = addDays(today(), 1)
  const input = {
    customerId: order.customerId,
    shipToId: order.shipToId,
    orderTypeId: order.orderTypeId,
    requestedDeliveryDate: order.requestedDeliveryDate > soonest ? order.requestedDeliveryDate : soonest,
    freightTerms: order.freightTerms,
    transMode: order.transMode,
    customerPoNo: order.customerPoNo,
    customerPoDate: order.customerPoDate,
    poAttachmentId: order.poAttachmentId,
    preferredTransporterId: order.preferredTransporterId,
    completeDelivery: order.completeDelivery,
    remarks: order.remarks,
    lines: lines.map(line => ({
      ...line,
      plantId: null,
      requestedBatchNo: null,
      singleBatchRequired: false,
      shippingInstruction: null,
      schedules: [],
    })),
  }
  const draft = await createDraft(trx, input, person, author)
  const changes = { replacesOrderId: order.id }
  return (await updateRow(trx, orders, draft as unknown as StoredRow, changes, author)) as unknown as Order
}
