import type { OrderState } from '../../../resources/trade.ts'
import type { Tone } from '../../derive/record/record-header.ts'

/** How an order is doing in each state. */
export const orderTones: Record<OrderState, Tone> = {
  DRAFT: 'end',
  PENDING: 'wait',
  APPROVED: 'wait',
  IN_ERROR: 'bad',
  CONFIRMED: 'ok',
  PARTIALLY_DISPATCHED: 'go',
  DISPATCHED: 'go',
  DELIVERED: 'ok',
  CLOSED: 'ok',
  REJECTED: 'bad',
  CANCELLED: 'end',
  DEAD: 'end',
  DELETED: 'end',
}
