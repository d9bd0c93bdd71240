import { tonesOf } from '../../../resources/define/state-tones.ts'
import { heldTone, type OrderStatusFacts } from '../../../resources/orders/order-status.ts'
import { type OrderState, orderStates } from '../../../resources/trade.ts'

/** How an order is doing in each state. */
export const orderTones = tonesOf(orderStates)

/** How an order is doing: one that SAP holds waits. */
export const toneOfOrder = (order: OrderStatusFacts) =>
  heldTone(order) ?? orderTones[order.status as OrderState] ?? 'end'
