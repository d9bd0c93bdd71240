import type { RefundTable } from './refund-table.ts'
import { gatewayStates, returnReasons, type WordTable } from './word-table.ts'

/** The gateway of demonstrations speaks in our own words. */
export const mockWords: WordTable = Object.fromEntries([...gatewayStates, ...returnReasons].map(word => [word, [word]]))

/** How the gateway of demonstrations answers about refunds. */
export const mockRefundWords: RefundTable = {
  SETTLED: ['SETTLED'],
  ACCEPTED: ['ACCEPTED'],
  NOT_YET: ['NOT_YET'],
  ASK_STATUS: ['KNOWN'],
  FAILED: ['FAILED'],
}
