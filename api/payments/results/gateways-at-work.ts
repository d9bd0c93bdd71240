import type { Knex } from 'knex'
import type { PaymentAccount } from '../../../resources/settings/payment-account.ts'
import { ConfigError } from '../../platform/config.ts'
import { unavailable } from '../../platform/errors.ts'
import { type Gateway, type GatewayPayment, unknown, type Verified } from '../gateways/gateway.ts'

type Open = (account: PaymentAccount) => Gateway

const connected = new WeakMap<Knex, Open>()

/** Registers how a portal opens its payment accounts; each of several portals in one process has its own. */
export const connectGateways = (db: Knex, open: Open) => void connected.set(db, open)

/** Opens the gateway of a payment account. Throws 503 with a sentence where the portal cannot use the account now. */
export function gatewayOf(db: Knex, account: PaymentAccount): Gateway {
  const open = connected.get(db)
  if (!open) throw unavailable('The payment gateways are not connected yet: try again in a moment')
  try {
    return open(account)
  } catch (error) {
    if (error instanceof ConfigError) throw unavailable(error.message)
    throw error
  }
}

/** Whether this portal asks gateways already. */
export const hasGateways = (db: Knex): boolean => connected.has(db)

/**
 * Asks the gateway of an account what became of a payment; never inside a transaction, for it may be slow. An account that
 * cannot be used leaves the payment unknown.
 */
export const askAbout = (db: Knex, account: PaymentAccount, payment: GatewayPayment): Promise<Verified> =>
  withGateway(db, account, gateway => gateway.verify(payment))

/** Asks about one capture by the gateway's own number; one whose orders are captured once answers that it is not found. */
export const askAboutCapture = (
  db: Knex,
  account: PaymentAccount,
  payment: GatewayPayment,
  gatewayTxnId: string,
): Promise<Verified> =>
  withGateway(
    db,
    account,
    async gateway =>
      gateway.verifyCapture?.(payment, gatewayTxnId) ?? unknown('NOT_FOUND', 'The gateway takes an order once'),
  )

async function withGateway(
  db: Knex,
  account: PaymentAccount,
  ask: (gateway: Gateway) => Promise<Verified>,
): Promise<Verified> {
  let gateway: Gateway
  try {
    gateway = gatewayOf(db, account)
  } catch (error) {
    return unknown('ERROR', (error as Error).message)
  }
  return ask(gateway)
}
