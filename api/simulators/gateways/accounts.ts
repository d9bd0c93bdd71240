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
