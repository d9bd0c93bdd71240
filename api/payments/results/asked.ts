import type { PaymentAttempt } from '../../../resources/payments/money/payment-attempt.ts'
import type { PaymentTransaction } from '../../../resources/payments/payment-transaction.ts'

/** What a gateway is asked about: an attempt, and its payment. */
export interface Asked {
  payment: PaymentTransaction
  attempt: PaymentAttempt
}
