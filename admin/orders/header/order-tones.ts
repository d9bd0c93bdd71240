import { tonesOf } from '../../../resources/define/state-tones.ts'
import { orderStates } from '../../../resources/trade.ts'

/** How an order is doing in each state. */
export const orderTones = tonesOf(orderStates)
