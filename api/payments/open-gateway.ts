import { addressesIn, originOf } from '../../resources/define/web-address.ts'
import { mayName } from '../../resources/payments/gateway-hosts.ts'
import type { GatewayName } from '../../resources/payments/payment-words.ts'
import type { PaymentAccount } from '../../resources/settings/payment-account.ts'
import { type Config, ConfigError } from '../platform/config.ts'
import { type Simulators, simulatorSecret } from '../platform/simulators.ts'
import { readAccount } from './gateways/account.ts'
import { billdesk } from './gateways/billdesk.ts'
import { ccavenue } from './gateways/ccavenue.ts'
import type { Gateway, GatewayAccount, GatewayKind } from './gateways/gateway.ts'
import { mock } from './gateways/mock.ts'
import { payu } from './gateways/payu.ts'
import { simulatedAccount } from './gateways/simulated-account.ts'

const kinds: Readonly<Record<GatewayName, GatewayKind>> = {
  MOCK: mock,
  PAYU: payu,
  CCAVENUE: ccavenue,
  BILLDESK: billdesk,
}

/** A payment account at work: its gateway, and the origins to which its payment page may be posted. */
export interface OpenAccount {
  gateway: Gateway
  formOrigins: readonly string[]
}

/**
 * Opens the gateway of a payment account: the simulated one where the account names no address. Throws ConfigError with one sentence where the environment lacks a secret, where
 * production has no simulator, where a MOCK or TEST account stands in production, or where a stored address may not be
 * used; all other accounts keep working.
 */
export function openGateway(
  config: Pick<Config, 'merchantVariables' | 'paymentHosts' | 'environment' | 'home' | 'secret'>,
  account: PaymentAccount,
  simulators: Pick<Simulators, 'url' | 'page'> | null,
): OpenAccount {
  const { gateway, payAt, askAt, code, mode, refundApi } = account
  if (account.confirmStatus === 'PENDING')
    throw new ConfigError(`The payment account ${code} waits for confirmation by another person.`)
  if (config.environment === 'production' && mode === 'TEST')
    throw new ConfigError(
      `The payment account ${code} is for tests: production takes money through live accounts only.`,
    )
  const addresses = [payAt, askAt, ...addressesIn(account.formHosts ?? '')].filter(address => address !== null)
  const around = { isProduction: config.environment === 'production', paymentHosts: config.paymentHosts }
  // Rows from before addresses were checked may hold anything.
  if (!addresses.every(address => mayName(gateway, address, around)))
    throw new ConfigError(
      `The payment account ${code} has an address that is none, or none of ${gateway}: correct it under Settings, Payment Accounts, or name its host in PAYMENT_HOSTS.`,
    )
  const own =
    payAt === null || askAt === null
      ? { ...simulated(config, gateway, simulators), refundApi }
      : readAccount(config.merchantVariables, code, kinds[gateway], { payAt, askAt, refundApi })
  const origins = [own.payAt, ...addressesIn(account.formHosts ?? '')].flatMap(address => originOf(address) ?? [])
  return { gateway: kinds[gateway].open(own), formOrigins: [...new Set(origins)] }
}

function simulated(
  config: Pick<Config, 'environment' | 'secret'>,
  gateway: GatewayName,
  simulators: Pick<Simulators, 'url' | 'page'> | null,
): GatewayAccount {
  if (config.environment === 'production')
    throw new ConfigError(`The gateway ${gateway} is not simulated in production: give the account its addresses.`)
  if (!simulators) throw new ConfigError('The simulated gateways have not started yet: try again in a moment.')
  return simulatedAccount(gateway.toLowerCase(), kinds[gateway], simulatorSecret(config, 'gateway'), simulators)
}
