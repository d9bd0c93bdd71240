import { isForTrials, webAddress } from '../define/web-address.ts'
import type { GatewayName } from './payment-words.ts'

/** The hosts of each gateway, live and for tests; PAYMENT_HOSTS of the environment names further ones. */
export const gatewayHosts: Readonly<Record<GatewayName, readonly string[]>> = {
  MOCK: [],
  PAYU: ['secure.payu.in', 'info.payu.in', 'api.payu.in', 'test.payu.in', 'sandboxsecure.payu.in'],
  CCAVENUE: [
    'secure.ccavenue.com',
    'api.ccavenue.com',
    'login.ccavenue.com',
    'test.ccavenue.com',
    'apitest.ccavenue.com',
    'logintest.ccavenue.com',
  ],
  BILLDESK: ['pgi.billdesk.com', 'www.billdesk.com', 'api.billdesk.com', 'uat.billdesk.com', 'uat1.billdesk.com'],
}

/** Where the addresses of an account may lead besides the hosts of its gateway. */
interface Surroundings {
  isProduction: boolean
  paymentHosts: readonly string[]
}

/**
 * Whether an account at a gateway may name an address: a host of that gateway or of PAYMENT_HOSTS, and outside production
 * this very machine, where the simulators run.
 */
export function mayName(gateway: GatewayName, address: string, around: Surroundings): boolean {
  const read = webAddress(address)
  if (!read) return false
  if (isForTrials(read)) return !around.isProduction
  return [...gatewayHosts[gateway], ...around.paymentHosts].includes(read.host)
}
