import type { Knex } from 'knex'
import { rupees } from '../../../resources/define/show.ts'
import { LEAST_NET } from '../../../resources/payments/cart-rules.ts'
import type { PaymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { refused } from '../../platform/errors.ts'
import { type Checkout, createPayment, demandEligible } from './create-payment.ts'

/** Makes a payment of so many paise on account, tied to no item and no order. Throws 422 where advances are not agreed. */
export async function payAdvance(trx: Knex, amount: number, checkout: Checkout): Promise<PaymentTransaction> {
  const { terms, account } = await demandEligible(trx, checkout)
  const refuse = (code: string, message: string) => refused([{ field: 'advanceAmount', code, message }])
  if (!terms.allowAdvance)
    throw refuse('ADVANCE_NOT_AGREED', 'Advance payments are not agreed with you: contact our accounts department')
  if (amount < LEAST_NET || amount > terms.maxTxnAmount)
    throw refuse('ADVANCE_RANGE', `Pay from ${rupees(LEAST_NET)} to ${rupees(terms.maxTxnAmount)} at once`)
  return createPayment(trx, { amount, advanceAmount: amount, cartId: null }, account, checkout)
}
