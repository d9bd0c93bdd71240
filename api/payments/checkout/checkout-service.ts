import type { Knex } from 'knex'
import type { CheckedOut } from '../../../resources/payments/cart-answers.ts'
import { handOverPath } from '../../../resources/payments/hand-over-path.ts'
import { requireAuthor, requirePerson } from '../../derive/rights/require-person.ts'
import type { Call } from '../../derive/service.ts'
import { requireIdempotencyKey, runIdempotent } from '../../platform/idempotency.ts'
import { payingCustomer } from '../cart/cart-service.ts'
import type { GatewayMeans } from '../eligibility.ts'
import { checkoutCart } from './checkout-cart.ts'
import { readCheckoutInput } from './checkout-input.ts'
import type { Checkout } from './create-payment.ts'
import { payAdvance } from './pay-advance.ts'

/** `POST payments/checkout`: one payment for one `Idempotency-Key`, also where the request comes many times at once. */
export const checkoutService = (db: Knex, means: GatewayMeans) => ({
  create(body: unknown, call: Call): Promise<CheckedOut> {
    const person = requirePerson(call)
    const customerId = payingCustomer(person, 'approve')
    const author = requireAuthor(call)
    const input = readCheckoutInput(body)
    const key = requireIdempotencyKey(call)
    const checkout: Checkout = { customerId, userId: person.id, author, key, input, means }
    const pay = async (trx: Knex) => {
      const { id, txnNo, amount } =
        'advanceAmount' in input
          ? await payAdvance(trx, input.advanceAmount, checkout)
          : await checkoutCart(trx, input, checkout)
      return { id, txnNo, amount, location: handOverPath(txnNo) }
    }
    return runIdempotent(db, call, 'payments/checkout', input, pay, 'latest')
  },
})
