import type { Knex } from 'knex'
import { type Customer, customer } from '../../../resources/access-control/customer.ts'
import type { PaymentAllocation } from '../../../resources/payments/payment-allocation.ts'
import type { PaymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { readSettings } from '../../platform/settings.ts'
import { settledBy } from '../posting/payment-message.ts'

/** What a receipt says. */
export interface ReceiptFacts {
  company: string
  payment: PaymentTransaction
  customer: Customer
  /** What the payment settles, without what was released to the account. */
  allocations: readonly PaymentAllocation[]
}

/** Reads what the receipt of a payment says. */
export async function readReceipt(db: Knex, payment: PaymentTransaction): Promise<ReceiptFacts> {
  const [buyer] = await rowsOf(db, customer, rows => rows.where({ id: payment.customerId }))
  return {
    company: (await readSettings(db))['company.name'],
    payment,
    customer: buyer!,
    allocations: await settledBy(db, [payment.id]),
  }
}
