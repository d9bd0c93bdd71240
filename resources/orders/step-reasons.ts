import type { Row } from '../define/resource.ts'
import type { reasonCode } from '../settings/reason-code.ts'
import type { OrderAction } from './order-flow.ts'

/** From which reasons a step's own is chosen. */
export const reasonsOf: Partial<Record<OrderAction, Row<typeof reasonCode>['reasonType']>> = {
  reject: 'REJECT',
  sendBack: 'SEND_BACK',
  decline: 'REJECT',
  cancel: 'CANCEL',
  cancelStuck: 'CANCEL',
  cancelOpen: 'CANCEL',
  deleteLines: 'DELETE',
  delete: 'DELETE',
}
