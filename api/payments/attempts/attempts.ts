import type { Knex } from 'knex'
import { type PaymentAttempt, paymentAttempt } from '../../../resources/payments/money/payment-attempt.ts'
import type { PaymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { insertRows } from '../../derive/save/write.ts'
import { secondsFromNow } from '../../platform/clock.ts'
import { readSettings } from '../../platform/settings.ts'

/** The order number of the n-th attempt at a gateway: that of the payment, then with R and the count. */
const orderNoOf = (txnNo: string, n: number) => (n === 1 ? txnNo : `${txnNo}R${n}`)

/** Adds an attempt to a payment whose lock the caller holds. */
export async function addAttempt(trx: Knex, payment: PaymentTransaction, author: Author): Promise<PaymentAttempt> {
  const n = (await attemptsOf(trx, [payment.id])).length + 1
  const row = {
    transactionId: payment.id,
    n,
    gatewayOrderNo: orderNoOf(payment.txnNo, n),
    isUnknownWord: false,
    askCount: 0,
  }
  const [attempt] = await insertRows(trx, paymentAttempt, [row], author)
  return attempt!
}

/** The attempts of payments, oldest first. */
export const attemptsOf = (db: Knex, transactionIds: readonly number[]): Promise<PaymentAttempt[]> =>
  rowsOf(db, paymentAttempt, rows => rows.whereIn('transactionId', [...transactionIds]).orderBy(['transactionId', 'n']))

/** The attempt of an order number at a gateway. */
export const attemptNamed = async (db: Knex, gatewayOrderNo: string): Promise<PaymentAttempt | undefined> =>
  (await rowsOf(db, paymentAttempt, rows => rows.where({ gatewayOrderNo })))[0]

/** An attempt, locked until the transaction ends, which holds its payment already. */
export const lockAttempt = async (trx: Knex, id: number): Promise<PaymentAttempt> =>
  (await rowsOf(trx, paymentAttempt, rows => rows.where({ id }).forUpdate()))[0]!

/** Until when a payment that goes to its gateway now holds its invoices. */
export async function lockUntilFromNow(db: Knex): Promise<string> {
  const { 'payment.lock_hours': hours } = await readSettings(db)
  return secondsFromNow(hours * 3600)
}
