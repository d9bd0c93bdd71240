import type { PaymentTransaction } from './payment-transaction.ts'
import type { CallbackResult } from './payment-words.ts'

/** The answer of `GET payments/result`: how a payment stands; the amount in paise. */
export type PaymentResult = Pick<PaymentTransaction, 'txnNo' | 'status' | 'amount'>

/** What became of one of the payments that `POST payments/check` and `payments/cancel` looked at, with a sentence. */
export interface CheckedPayment extends Pick<PaymentTransaction, 'id' | 'txnNo' | 'status'> {
  /** Null where the gateway was not asked. */
  result: CallbackResult | null
  message: string
}

/** The most payments that are looked at in one request, for each waits for its gateway. */
export const MOST_CHECKED = 20
