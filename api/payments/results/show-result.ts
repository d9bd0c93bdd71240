import type { Knex } from 'knex'
import type { PaymentResult } from '../../../resources/payments/commands/results.ts'
import { type PaymentTransaction, paymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { notFound } from '../../platform/errors.ts'
import { opensResult } from './result-link.ts'

/** How a payment stands, for whoever came back from the gateway with the token, or may read the payment. Throws 404. */
export async function showResult(
  db: Knex,
  { txn, token }: { txn: string; token: string | null },
  reader: Person | undefined,
): Promise<PaymentResult> {
  const [payment] = await rowsOf(db, paymentTransaction, rows => rows.where('txnNo', txn))
  const isShown = payment && ((await opensResult(db, token, payment.id)) || (await mayRead(db, payment, reader)))
  if (!isShown) throw notFound('This payment is not shown here: sign in, and look under Transactions')
  return payment
}

async function mayRead(db: Knex, { id }: PaymentTransaction, reader: Person | undefined): Promise<boolean> {
  if (!reader?.ability.can('read', paymentTransaction.path)) return false
  const row = db('payment_transaction').where('payment_transaction.id', id)
  return Boolean(await restrict(row, db, paymentTransaction, reader, 'read').first('payment_transaction.id'))
}
