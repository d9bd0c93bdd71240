import type { GatewayAccount } from '../gateways/gateway.ts'
import { simulatedBilldesk } from './billdesk.ts'
import { simulatedCcavenue } from './ccavenue.ts'
import { simulatedMock } from './mock.ts'
import { simulatedPayu } from './payu.ts'
import type { SimulatedGateway } from './simulated-gateway.ts'

export const simulatedGateways = {
  mock: simulatedMock,
  payu: simulatedPayu,
  ccavenue: simulatedCcavenue,
  billdesk: simulatedBilldesk,
} satisfies Record<string, SimulatedGateway>

export type SimulatedName = keyof typeof simulatedGateways

/** Where a simulated gateway is found. */
export const simulatorPath = (name: SimulatedName) => `/gateway/${name}`

/** The account that the shop has at a simulated gateway, of which both derive the secret from the shop's own. */
export function simulatedAccount(name: SimulatedName, secret: string, origin: string): GatewayAccount {
  const address = `${origin}${simulatorPath(name)}`
  const identities = simulatedGateways[name].kind.identities.map(part => [part, `SIM${part.replaceAll('_', '')}`])
  return {
    payAt: address,
    askAt: address,
    identities: Object.fromEntries(identities),
    secret: `${secret}-${name}`,
    oldSecret: null,
  }
}
