import type { Knex } from 'knex'
import { uploadOutstanding } from '../../../resources/masters/upload-outstanding.ts'
import { handOverPath } from '../../../resources/payments/hand-over-path.ts'
import { paymentAllocation } from '../../../resources/payments/payment-allocation.ts'
import { undecided } from '../../../resources/payments/payment-states.ts'
import { type PaymentTransaction, paymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { updateRow } from '../../derive/save/write.ts'
import { conflict } from '../../platform/errors.ts'
import { transact } from '../../platform/transact.ts'
import { locksOf, recountLocks } from '../item-locks.ts'
import { lockPayment } from '../lock-payment.ts'
import { isFree } from '../money/take-capture.ts'
import { addAttempt, attemptsOf, lockUntilFromNow } from './attempts.ts'

/**
 * Makes a new attempt of a payment of which nobody knows whether it is paid, and holds its invoices anew. The attempts
 * before are asked on: one of them that succeeds late is a second capture. Throws 409 NOT_NOW where the payment is
 * decided, or an invoice is paid otherwise meanwhile.
 */
export const payAgain = (db: Knex, id: number, author: Author) =>
  transact(
    db,
    async trx => {
      const payment = await lockPayment(trx, id)
      if (!undecided.includes(payment.status))
        throw conflict('NOT_NOW', `Payment ${payment.txnNo} is decided: look at it before you pay again`)
      await demandFree(trx, payment)
      const latest = (await attemptsOf(trx, [id])).at(-1)
      // Whoever clicks twice, or never reached the gateway, uses the attempt that is there.
      const attempt = latest && latest.startedAt === null ? latest : await addAttempt(trx, payment, author)
      await updateRow(trx, paymentTransaction, payment, { lockUntil: await lockUntilFromNow(trx) }, author)
      await recountLocks(trx, await plannedItems(trx, id))
      return { id, txnNo: payment.txnNo, location: handOverPath(attempt.gatewayOrderNo) }
    },
    'latest',
  )

const plannedItems = (trx: Knex, transactionId: number): Promise<number[]> =>
  trx('payment_allocation').where({ transactionId }).orderBy('itemId').pluck('itemId')

async function demandFree(trx: Knex, payment: PaymentTransaction) {
  const plan = await rowsOf(trx, paymentAllocation, rows => rows.where({ transactionId: payment.id }))
  const ids = plan.map(({ itemId }) => itemId)
  const items = await rowsOf(trx, uploadOutstanding, rows => rows.whereIn('id', ids).orderBy('id').forUpdate())
  const locks = await locksOf(trx, ids)
  const itemOf = new Map(items.map(item => [item.id, { ...item, ...locks.get(item.id)! }]))
  const taken = plan.filter(one => !isFree(itemOf.get(one.itemId), one, payment.id))
  if (taken.length === 0) return
  const documents = taken.map(({ documentNo }) => documentNo).join(', ')
  throw conflict('NOT_NOW', `${documents} can no longer be paid by this payment: give it up and fill a new cart`)
}
