import type { Knex } from 'knex'
import { type PaymentCustomer, uploadPaymentCustomers } from '../../resources/masters/upload-payment-customers.ts'
import { type PaymentAccount, paymentAccount } from '../../resources/settings/payment-account.ts'
import { rowsOf, whereConfirmed, whereValidOn } from '../derive/rows-of.ts'
import { today } from '../platform/clock.ts'
import { type Config, ConfigError } from '../platform/config.ts'
import type { Log } from '../platform/log.ts'
import type { Simulators } from '../platform/simulators.ts'
import { openGateway } from './open-gateway.ts'

/** What opening a gateway needs of the process. */
export interface GatewayMeans {
  config: Pick<Config, 'merchantVariables' | 'paymentHosts' | 'environment' | 'home' | 'secret' | 'portalUrl'>
  log: Log
  /** The simulated gateways, for accounts that name no address; null in production, and until they have started. */
  around: { simulators: Pick<Simulators, 'url' | 'page'> | null }
}

/** Whether a customer pays online today: by which terms and account, or as a sentence why not. */
type Eligibility =
  | { isEligible: true; why: null; terms: PaymentCustomer; account: PaymentAccount }
  | { isEligible: false; why: string }

const NOT_SET_UP = 'Online payment is not set up for you yet: contact our accounts department'
const NOT_NOW = 'Online payment is not available at present: contact us'

/**
 * Whether a customer pays online today. Where the account of their terms cannot be opened, the log says why: that
 * sentence names variables of the environment, and is for administrators alone.
 */
export async function eligibilityOf(db: Knex, customerId: number, means: GatewayMeans): Promise<Eligibility> {
  const [terms] = await rowsOf(db, uploadPaymentCustomers, rows =>
    whereValidOn(rows.where({ customerId }), today()).orderBy('id'),
  )
  if (!terms) return { isEligible: false, why: NOT_SET_UP }
  const { merchantAccount: code, gateway } = terms
  const [account] = await rowsOf(db, paymentAccount, rows =>
    whereValidOn(whereConfirmed(rows.where({ code, gateway })), today()).orderBy('id'),
  )
  const obstacle = account
    ? whyClosed(account, means)
    : `There is no valid payment account ${code} at ${gateway}, which ${customerId} is to pay through.`
  if (account && obstacle === null) return { isEligible: true, why: null, terms, account }
  means.log.warn({ customerId, account: code, why: obstacle }, 'A customer cannot pay online')
  return { isEligible: false, why: NOT_NOW }
}

function whyClosed(account: PaymentAccount, { config, around }: GatewayMeans): string | null {
  try {
    openGateway(config, account, around.simulators)
    return null
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
}
