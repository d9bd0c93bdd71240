import { createHash } from 'node:crypto'
import type { Knex } from 'knex'
import { withDefaults } from '../../../resources/define/validate.ts'
import type { CheckoutInput } from '../../../resources/payments/commands/cart.ts'
import { type PaymentTransaction, paymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import type { PaymentAccount } from '../../../resources/settings/payment-account.ts'
import type { Author } from '../../derive/save/author.ts'
import { insertRows } from '../../derive/save/write.ts'
import { today } from '../../platform/clock.ts'
import { refused } from '../../platform/errors.ts'
import { nextNumber } from '../../platform/number-series.ts'
import { addAttempt, lockUntilFromNow } from '../attempts/attempts.ts'
import { eligibilityOf, type GatewayMeans } from '../eligibility.ts'

/** Who checks out for which customer, by which request. */
export interface Checkout {
  customerId: number
  userId: number
  author: Author
  /** The `Idempotency-Key` of the request. */
  key: string
  input: CheckoutInput
  means: GatewayMeans
}

/** The terms and the account by which the customer pays. Throws 422 where they do not pay online today. */
export async function demandEligible(trx: Knex, { customerId, means }: Checkout) {
  const eligibility = await eligibilityOf(trx, customerId, means)
  if (eligibility.isEligible) return eligibility
  throw refused([{ field: '', code: 'NOT_ELIGIBLE', message: eligibility.why }])
}

type What = Pick<PaymentTransaction, 'amount' | 'advanceAmount' | 'cartId'>

/** Makes a payment and its first attempt, which has not begun at the gateway yet. Amounts in paise: its plan and what is paid ahead come to `amount`. */
export async function createPayment(
  trx: Knex,
  what: What,
  { id: accountId, gateway, companyCode }: PaymentAccount,
  { customerId, userId, author, key, input }: Checkout,
): Promise<PaymentTransaction> {
  const row: Partial<PaymentTransaction> = {
    ...what,
    ...{ customerId, userId, accountId, gateway, companyCode },
    txnNo: await nextNumber(trx, 'PT', today()),
    isAdvance: what.cartId === null,
    lockUntil: await lockUntilFromNow(trx),
    idempotencyKey: key,
    requestHash: createHash('sha256').update(JSON.stringify(input)).digest('hex'),
  }
  const [made] = await insertRows(trx, paymentTransaction, [withDefaults(paymentTransaction, row)], author)
  await addAttempt(trx, made!, author)
  return made!
}
