import type { RowCheck } from '../derive/extend.ts'
import { changesAny, isSettled } from '../derive/save/candidate.ts'
import { isProduction } from '../platform/environment.ts'

/** In production no account is for tests: money that nobody pays would settle invoices. */
export const checkPaymentAccounts: RowCheck = async (_db, candidates) => {
  if (!isProduction()) return
  for (const candidate of candidates) {
    const { row, faults } = candidate
    if (row.mode !== 'TEST' || !isSettled(candidate, 'mode') || !changesAny(candidate, 'mode', 'gateway')) continue
    const message = 'Mode must be Live: production takes money through live accounts only, and none of MOCK'
    faults.push({ field: 'mode', code: 'NOT_ALLOWED', message })
  }
}
