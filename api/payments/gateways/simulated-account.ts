import type { GatewayAccount, GatewayKind } from './gateway.ts'

/** Where a simulated gateway is found, by its name in lower case. */
export const simulatorPath = (name: string) => `/gateway/${name}`

/**
 * The account that the portal has at a simulated gateway: both derive its secret from one of the portal's own. `url` is
 * where the portal asks, `page` where the browser pays.
 */
export function simulatedAccount(
  name: string,
  { identities, refundIdentities = [] }: Pick<GatewayKind, 'identities' | 'refundIdentities'>,
  secret: string,
  { url, page }: { url: string; page: string },
): GatewayAccount {
  return {
    payAt: `${page}${simulatorPath(name)}`,
    askAt: `${url}${simulatorPath(name)}`,
    identities: Object.fromEntries(
      [...identities, ...refundIdentities].map(part => [part, `SIM${part.replaceAll('_', '')}`]),
    ),
    secret: `${secret}-${name}`,
    oldSecret: null,
    refundApi: true,
  }
}
