import { integer } from '../define/fields.ts'
import { withinOrders } from '../orders/order-visibility.ts'
import type { Role } from '../roles.ts'

/**
 * How many lines of this month's orders a sourcing row decided. It counts the orders of everybody, so that people who
 * read only a part of the orders do not get it.
 */
export const usedThisMonth = integer({
  label: 'Used this month',
  hint: 'Order lines of this month sourced by this row',
  hiddenFrom: Object.keys(withinOrders) as Role[],
})
