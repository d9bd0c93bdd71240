import type { GatewayName } from '../payment-words.ts'
import { billdeskWords } from './billdesk-words.ts'
import { ccavenueWords } from './ccavenue-words.ts'
import { mockWords } from './mock-words.ts'
import { payuWords } from './payu-words.ts'
import type { WordTable } from './word-table.ts'

/** The words of each gateway for payments. */
export const gatewayWords: Readonly<Record<GatewayName, WordTable>> = {
  MOCK: mockWords,
  PAYU: payuWords,
  CCAVENUE: ccavenueWords,
  BILLDESK: billdeskWords,
}
