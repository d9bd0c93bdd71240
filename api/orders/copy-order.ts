import type { Knex } from 'knex'
import { addDays, nextWorkingDay } from '../../resources/define/dates.ts'
import type { Order } from '../../resources/orders/order.ts'
import { order as orders } from '../../resources/orders/order.ts'
import { plainLine } from '../../resources/orders/order-input.ts'
import { orderLine } from '../../resources/orders/order-line.ts'
import type { Person } from '../derive/rights/person.ts'
import { rowsOf } from '../derive/rows-of.ts'
import type { Author } from '../derive/save/author.ts'
import { updateRow } from '../derive/save/write.ts'
import { today } from '../platform/clock.ts'
import { officeHolidays } from './approvals/office-holidays.ts'
import { headerAsInput } from './order-as-input.ts'
import { createDraft } from './save-order.ts'

/**
 * Makes a new draft from an order that has ended, priced as of today. Rejected and deleted lines are left out, unless
 * the order has no others.
 */
export async function copyOrder(trx: Knex, order: Order, person: Person, author: Author): Promise<Order> {
  const all = await rowsOf(trx, orderLine, rows => rows.where({ orderId: order.id }).orderBy('lineNo'))
  const left = all.filter(line => line.lineStatus !== 'REJECTED' && line.deletedAt === order.deletedAt)
  const lines = left.length > 0 ? left : all
  const soonest = nextWorkingDay(addDays(today(), 1), await officeHolidays(trx))
  const input = {
    ...headerAsInput(order),
    requestedDeliveryDate: order.requestedDeliveryDate > soonest ? order.requestedDeliveryDate : soonest,
    lines: lines.map(({ productId, qty, manualDiscountPct }) => plainLine({ productId, qty, manualDiscountPct })),
  }
  const draft = await createDraft(trx, input, person, author)
  const changes = { replacesOrderId: order.id }
  return updateRow(trx, orders, draft, changes, author)
}
