import type { Knex } from 'knex'
import { type PaymentTransaction, paymentTransaction } from '../../resources/payments/payment-transaction.ts'
import { rowsOf } from '../derive/rows-of.ts'

/** A payment, locked until the transaction ends. */
export async function lockPayment(trx: Knex, id: number): Promise<PaymentTransaction> {
  const [payment] = await rowsOf(trx, paymentTransaction, rows => rows.where({ id }).forUpdate())
  if (!payment) throw new Error(`There is no payment ${id}`)
  return payment
}
