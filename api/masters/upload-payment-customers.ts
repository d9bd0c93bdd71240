import type { RowCheck } from '../derive/extend.ts'
import { changesAny } from '../derive/save/candidate.ts'
import { readSettings } from '../platform/settings.ts'

/** The merchant account is one that the settings name, because money paid to another would not be ours. */
export const checkMerchantAccounts: RowCheck = async (db, candidates) => {
  const changed = candidates.filter(candidate => changesAny(candidate, 'merchantAccount'))
  if (changed.length === 0) return
  const { 'payment.merchant_accounts': written } = await readSettings(db)
  const known = written
    .split(',')
    .map(account => account.trim())
    .filter(Boolean)
  for (const { row, faults } of changed) {
    if (known.includes(String(row.merchantAccount))) continue
    const message = `Merchant account must be ${known.join(' or ')}: others are added under Settings, payment.merchant_accounts`
    faults.push({ field: 'merchantAccount', code: 'UNKNOWN_REF', message })
  }
}
