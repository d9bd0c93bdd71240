import type { OrderState } from '../../trade.ts'
import { orderFlow } from '../order-flow.ts'

/** Where an order is cancelled whole (§D.2, 18). */
export const beforeSap: readonly OrderState[] = orderFlow.steps.cancel.from
/** Where SAP has it, and is asked to take out what is open, line by line (§D.2, 19). */
export const inSap: readonly OrderState[] = orderFlow.steps.cancelOpen.from
export const cancellableStates = [...beforeSap, ...inSap]
