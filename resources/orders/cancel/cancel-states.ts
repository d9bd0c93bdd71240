import type { OrderState } from '../../trade.ts'
import { orderFlow } from '../order-flow.ts'

/** The states in which an order is cancelled whole. */
export const statesBeforeSap: readonly OrderState[] = orderFlow.steps.cancel.from
/** The states in which SAP has the order, so that open quantities are cancelled line by line. */
export const statesInSap: readonly OrderState[] = orderFlow.steps.cancelOpen.from
export const cancellableStates = [...statesBeforeSap, ...statesInSap]
