import { ConfigError, MERCHANT_VARIABLES } from '../../platform/config.ts'
import type { GatewayKind } from './gateway.ts'

/** A merchant account at a gateway, with what the environment holds of it. */
export interface GatewayAccount {
  /** Where its payment page is, and where it answers questions: addresses without a slash at the end. */
  payAt: string
  askAt: string
  /** By the names of its kind: `MERCHANT_ID`. */
  identities: Readonly<Record<string, string>>
  /** What it signs with, and while that is being changed, what it signed with before. */
  secret: string
  oldSecret: string | null
}

type Variables = Readonly<Record<string, string | undefined>>

/**
 * Reads an account from the environment: `PAYMENT_PAYU1_KEY` of the account PAYU1. Throws ConfigError with one sentence
 * for a bad name or a missing variable, which concerns this account alone.
 */
export function readAccount(
  variables: Variables,
  name: string,
  kind: Pick<GatewayKind, 'identities' | 'secret'>,
  addresses: Pick<GatewayAccount, 'payAt' | 'askAt'>,
): GatewayAccount {
  if (!/^[A-Z0-9_]{1,30}$/.test(name))
    throw new ConfigError(`The account "${name}" must be named with at most 30 capital letters, digits and _.`)
  const variable = (part: string) => `${MERCHANT_VARIABLES}${name}_${part}`
  const needed = (part: string) => {
    const value = variables[variable(part)]
    if (!value) throw new ConfigError(`${variable(part)} is missing: set it as the gateway gave it for ${name}.`)
    return value
  }
  return {
    payAt: withoutSlash(addresses.payAt),
    askAt: withoutSlash(addresses.askAt),
    identities: Object.fromEntries(kind.identities.map(part => [part, needed(part)])),
    secret: needed(kind.secret),
    oldSecret: variables[variable(`${kind.secret}_OLD`)] || null,
  }
}

const withoutSlash = (address: string) => address.replace(/\/+$/, '')
