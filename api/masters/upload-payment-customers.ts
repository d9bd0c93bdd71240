import { paymentAccount } from '../../resources/settings/payment-account.ts'
import type { RowCheck } from '../derive/extend.ts'
import { rowsOf, whereConfirmed } from '../derive/rows-of.ts'
import { changesAny } from '../derive/save/candidate.ts'
import { isProduction } from '../platform/environment.ts'

/** The merchant account is ours at that gateway, else the money would not be; in production it is a live one. */
export const checkMerchantAccounts: RowCheck = async (db, candidates) => {
  const changed = candidates.filter(candidate => changesAny(candidate, 'merchantAccount', 'gateway'))
  if (changed.length === 0) return
  const accounts = await rowsOf(db, paymentAccount, rows => whereConfirmed(rows.where('isActive', 1)).orderBy('code'))
  for (const { row, faults } of changed) {
    const named = accounts.filter(({ code }) => code === row.merchantAccount)
    if (named.length === 0) {
      const codes = [...new Set(accounts.map(({ code }) => code))].join(' or ')
      const message = codes
        ? `Merchant account must be ${codes}: others are added under Payment Accounts`
        : 'Merchant account must be one of Payment Accounts, where there is none yet: add it there first'
      faults.push({ field: 'merchantAccount', code: 'UNKNOWN_REF', message })
    } else if (!named.some(({ gateway }) => gateway === row.gateway)) {
      const message = `Gateway must be ${named[0]!.gateway}, where the account ${named[0]!.code} is`
      faults.push({ field: 'gateway', code: 'NOT_ALLOWED', message })
    } else if (isProduction() && !named.some(({ gateway, mode }) => gateway === row.gateway && mode === 'LIVE')) {
      const message = `Merchant account must be a live one: ${named[0]!.code} is a test account`
      faults.push({ field: 'merchantAccount', code: 'NOT_ALLOWED', message })
    }
  }
}
