import type { StateWords } from '../define/process/states.ts'
import type { OrderState } from '../trade.ts'

/** The states in which nothing more happens to an order. */
export const endedStates = [
  'REJECTED',
  'CANCELLED',
  'DEAD',
  'DELETED',
  'CLOSED',
] as const satisfies readonly OrderState[]

/** The states of an order that is neither a draft nor dispatched or ended. */
export const openStates = [
  'PENDING',
  'APPROVED',
  'IN_ERROR',
  'CONFIRMED',
  'PARTIALLY_DISPATCHED',
] as const satisfies readonly OrderState[]

/** The states of an order: its resource and its words need no more of its process. */
export const orderStates = {
  start: 'DRAFT',
  /** Of a PENDING order `pendingStep` names the approval it waits for: see `orderStatusText`. */
  states: {
    DRAFT: {},
    PENDING: { staff: 'Waiting for approval', buyer: 'Being checked' },
    APPROVED: { staff: 'Approved, not in SAP yet', buyer: 'Approved, being booked' },
    IN_ERROR: { buyer: 'Needs correction' },
    CONFIRMED: {},
    PARTIALLY_DISPATCHED: {},
    DISPATCHED: {},
    DELIVERED: {},
    CLOSED: {},
    REJECTED: {},
    CANCELLED: {},
    DEAD: { staff: 'Expired' },
    DELETED: {},
  } satisfies Record<OrderState, StateWords>,
  sets: { open: openStates, ended: endedStates, inUse: ['DRAFT', ...openStates] },
} as const
