import type { Row } from '../define/resource.ts'
import type { reasonCode } from '../settings/reason-code.ts'
import type { OrderAction } from './order-process.ts'

/** The type of reasons that each step's reason is chosen from. */
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
