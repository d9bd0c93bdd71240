import type { OrderState } from '../../trade.ts'
import { orderProcess } from '../order-process.ts'

/** The states in which an order is cancelled whole. */
export const statesBeforeSap: readonly OrderState[] = orderProcess.steps.cancel.from
/** The states in which SAP has the order, so that open quantities are cancelled line by line. */
export const statesInSap: readonly OrderState[] = orderProcess.steps.cancelOpen.from
export const cancellableStates = [...statesBeforeSap, ...statesInSap]
