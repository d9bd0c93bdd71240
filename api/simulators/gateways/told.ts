import type { WordMeaning } from '../../../resources/payments/gateways/word-table.ts'
import type { SimulatedPayment } from './ledger.ts'

/** What the gateway says of a payment, true or not. */
export interface Told {
  payment: SimulatedPayment
  status: WordMeaning
  amount: string
  /** What was refunded of it, in whole paise, with the gateway's number of the last refund. */
  refunded?: { amount: number; ref: string; at: string }
}
