import * as sap from '../../../resources/orders/sap/commands.ts'
import { type Bound, bind } from '../../derive/command/serve-commands.ts'
import { failedFor, resubmitWith, retryAlike, stuckFor } from './failed-orders.ts'

/** What is asked of orders that did not reach SAP. */
export const sapOrderCommands: readonly Bound[] = [
  bind(sap.listInError, (_, { trx, person }) => failedFor(trx, person)),
  bind(sap.resubmitAlike, ({ errorCode }, { trx, person, call }) => resubmitWith(trx, errorCode, person, call)),
  bind(sap.listStuck, (_, { trx, person }) => stuckFor(trx, person)),
  bind(sap.retryStuck, async (asked, { trx, person, author }) => ({
    results: await retryAlike(trx, asked, person, author),
  })),
]
