import { labelOf } from '../../resources/define/label.ts'
import { addressesIn, webAddress } from '../../resources/define/web-address.ts'
import { gatewayHosts, mayName } from '../../resources/payments/gateway-hosts.ts'
import { type PaymentAccount, paymentAccount } from '../../resources/settings/payment-account.ts'
import type { RowCheck } from '../derive/extend.ts'
import { type Candidate, changesAny, isSettled } from '../derive/save/candidate.ts'
import { isProduction, morePaymentHosts } from '../platform/environment.ts'

/** Addresses of an account are of its gateway. In production no account is for tests: they settle with no money. */
export const checkPaymentAccounts: RowCheck = async (_db, candidates) => {
  for (const candidate of candidates) {
    checkMode(candidate)
    for (const name of ['payAt', 'askAt', 'formHosts'] as const) checkHosts(candidate, name)
  }
}

function checkMode(candidate: Candidate) {
  const { row, faults } = candidate
  if (!isProduction() || row.mode !== 'TEST') return
  if (!isSettled(candidate, 'mode') || !changesAny(candidate, 'mode', 'gateway')) return
  const message = 'Mode must be Live: production takes money through live accounts only, and none of MOCK'
  faults.push({ field: 'mode', code: 'NOT_ALLOWED', message })
}

function checkHosts(candidate: Candidate, name: 'payAt' | 'askAt' | 'formHosts') {
  const { gateway, [name]: value } = candidate.row as unknown as PaymentAccount
  if (value === null || !isSettled(candidate, name) || !changesAny(candidate, name, 'gateway')) return
  const around = { isProduction: isProduction(), paymentHosts: morePaymentHosts() }
  const other = addressesIn(value).find(address => !mayName(gateway, address, around))
  if (other === undefined) return
  const hosts = gatewayHosts[gateway].join(', ') || 'none'
  const message = `${labelOf(name, paymentAccount.fields[name])} names ${webAddress(other)?.host}, which is no host of ${gateway} (${hosts}): correct it, or have the IT administrator add the host to PAYMENT_HOSTS`
  candidate.faults.push({ field: name, code: 'NOT_ALLOWED', message })
}
