import { billdeskWords } from '../../../resources/payments/gateways/billdesk-words.ts'
import { ccavenueWords } from '../../../resources/payments/gateways/ccavenue-words.ts'
import { mockWords } from '../../../resources/payments/gateways/mock-words.ts'
import { payuWords } from '../../../resources/payments/gateways/payu-words.ts'
import type { WordTable } from '../../../resources/payments/gateways/word-table.ts'
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

/** The words of each, by which a payment that is told a word comes into its state. */
export const wordTables: Readonly<Record<SimulatedName, WordTable>> = {
  mock: mockWords,
  payu: payuWords,
  ccavenue: ccavenueWords,
  billdesk: billdeskWords,
}

export type SimulatedName = keyof typeof simulatedGateways
