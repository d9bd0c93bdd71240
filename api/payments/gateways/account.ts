import { ConfigError, MERCHANT_VARIABLES } from '../../platform/config.ts'
import type { GatewayAccount, GatewayKind } from './gateway.ts'

type Variables = Readonly<Record<string, string | undefined>>

/**
 * Reads an account from the environment: `PAYMENT_PAYU1_KEY` of the account PAYU1. Throws ConfigError with one sentence
 * for a bad name or a missing variable, which concerns this account alone; what only refunds need may be missing.
 */
export function readAccount(
  variables: Variables,
  name: string,
  kind: Pick<GatewayKind, 'identities' | 'refundIdentities' | 'secret'>,
  addresses: Pick<GatewayAccount, 'payAt' | 'askAt' | 'refundApi'>,
): GatewayAccount {
  if (!/^[A-Z0-9_]{1,30}$/.test(name))
    throw new ConfigError(`The account "${name}" must be named with at most 30 capital letters, digits and _.`)
  const variable = (part: string) => `${MERCHANT_VARIABLES}${name}_${part}`
  const needed = (part: string) => {
    const value = variables[variable(part)]
    if (!value) throw new ConfigError(`${variable(part)} is missing: set it as the gateway gave it for ${name}.`)
    return value
  }
  const set = (part: string) => variables[variable(part)] || undefined
  return {
    payAt: withoutSlash(addresses.payAt),
    askAt: withoutSlash(addresses.askAt),
    identities: { ...all(kind.identities, needed), ...all(kind.refundIdentities ?? [], set) },
    refundApi: addresses.refundApi,
    secret: needed(kind.secret),
    oldSecret: variables[variable(`${kind.secret}_OLD`)] || null,
  }
}

const all = (parts: readonly string[], read: (part: string) => string | undefined): Record<string, string> =>
  Object.fromEntries(parts.flatMap(part => (read(part) === undefined ? [] : [[part, read(part)!]])))

const withoutSlash = (address: string) => address.replace(/\/+$/, '')
