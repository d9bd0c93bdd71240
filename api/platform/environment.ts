import type { Config } from './config.ts'

type Environment = Config['environment']
/** The lists of hosts in the environment. */
type Hosts = Pick<Config, 'egressAllow' | 'paymentHosts' | 'ewayHosts'>

let current: { environment: Environment } & Hosts = {
  environment: 'development',
  egressAllow: [],
  paymentHosts: [],
  ewayHosts: [],
}

/** Says where this thread runs, at its start: the server and the thread of imports each say it for themselves. */
export function setEnvironment(environment: Environment, hosts: Partial<Hosts> = {}): void {
  const { egressAllow = [], paymentHosts = [], ewayHosts = [] } = hosts
  current = { environment, egressAllow, paymentHosts, ewayHosts }
}

/** Whether this thread runs in production, for checks of rows, which get no settings. */
export const isProduction = (): boolean => current.environment === 'production'

/** The hosts of an inner network that the portal may call in production: `EGRESS_ALLOW`. */
export const egressAllowed = (): readonly string[] => current.egressAllow

/** The hosts that payment accounts may name besides those of the gateways: `PAYMENT_HOSTS`. */
export const morePaymentHosts = (): readonly string[] => current.paymentHosts

/** The hosts that accounts at the e-way portal may name besides those of NIC: `EWAY_HOSTS`. */
export const moreEwayHosts = (): readonly string[] => current.ewayHosts
