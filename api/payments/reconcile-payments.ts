import type { Knex } from 'knex'
import { sum } from '../../resources/define/amounts.ts'
import { rupees } from '../../resources/define/show.ts'
import { type PaymentAllocation, paymentAllocation } from '../../resources/payments/payment-allocation.ts'
import { isPaid, unpaidStates } from '../../resources/payments/payment-states.ts'
import { type PaymentTransaction, paymentTransaction } from '../../resources/payments/payment-transaction.ts'
import { type SapOutbox, sapOutbox } from '../../resources/platform/sap-outbox.ts'
import { rowsOf } from '../derive/rows-of.ts'
import type { Book } from '../platform/books.ts'
import type { ClearingMessage } from '../sap/sending/clearing-request.ts'
import type { PaymentMessage } from '../sap/sending/journal-entry.ts'

const PAGE = 500

/** Finds all inconsistencies between payments, what they settle, their receipts, messages and locks, as sentences. */
export async function findPaymentDifferences(db: Knex): Promise<string[]> {
  const differences: string[] = []
  for (let after = 0; ; ) {
    const payments = await rowsOf(db, paymentTransaction, rows =>
      rows.where('id', '>', after).orderBy('id').limit(PAGE),
    )
    const last = payments.at(-1)
    if (!last) break
    const ids = payments.map(({ id }) => id)
    const allocations = await rowsOf(db, paymentAllocation, rows => rows.whereIn('transactionId', ids))
    const messages = await rowsOf(db, sapOutbox, rows => rows.where({ ownerType: 'PAYMENT' }).whereIn('ownerId', ids))
    for (const payment of payments)
      differences.push(
        ...differencesOf(
          payment,
          allocations.filter(({ transactionId }) => transactionId === payment.id),
          messages.filter(({ ownerId }) => ownerId === payment.id),
        ),
      )
    after = last.id
  }
  return [...differences, ...(await lockedByFailed(db))]
}

/** Payments beside what they settle, their receipts, messages and locks. */
export const paymentBook: Book = {
  name: 'payment-books',
  at: '04:45',
  about: 'Payments differ from what they settle',
  differences: findPaymentDifferences,
}

function differencesOf(
  payment: PaymentTransaction,
  allocations: readonly PaymentAllocation[],
  messages: readonly SapOutbox[],
): string[] {
  const { txnNo, amount, unallocatedAmount, status, receiptNo, postingStatus } = payment
  const differences: string[] = []
  const settled = sum(allocations.filter(one => one.clearingStatus !== 'RELEASED').map(one => one.amount))
  if (settled + unallocatedAmount !== amount)
    differences.push(
      `Payment ${txnNo} of ${rupees(amount)} settles ${rupees(settled)} with ${rupees(unallocatedAmount)} on account`,
    )
  const paid = isPaid({ status })
  if (paid !== (receiptNo !== null))
    differences.push(
      `Payment ${txnNo} ${paid ? 'was paid and has no receipt' : `has receipt ${receiptNo} and was not paid`}`,
    )
  const due = paid && postingStatus !== 'NOT_DUE' ? 1 : 0
  const postings = messages.filter(one => one.messageType === 'PAYMENT_POST')
  const sent = postings.filter(one => due === 1 || one.status !== 'CANCELLED')
  if (sent.length !== due) differences.push(`Payment ${txnNo} has ${sent.length} messages to SAP instead of ${due}`)
  for (const { payload } of sent) {
    const posted = (payload as PaymentMessage).amount
    if (posted !== amount) differences.push(`Payment ${txnNo} of ${rupees(amount)} goes to SAP with ${rupees(posted)}`)
  }
  const clearings = messages.filter(one => one.messageType === 'PAYMENT_CLEAR')
  return [...differences, ...clearingDifferences(payment, clearings)]
}

/** How far each request to clear is, by its message: what has ended, or was withdrawn, is not being asked for. */
const requestsOf = {
  QUEUED: ['READY', 'SENDING', 'RETRY'],
  DONE: ['DONE'],
  STUCK: ['FAILED_TECH', 'FAILED_BUSINESS'],
} as const satisfies Record<string, readonly SapOutbox['status'][]>

function clearingDifferences(
  { txnNo, amount, clearingRequest, sapAccountingDoc }: PaymentTransaction,
  messages: readonly SapOutbox[],
): string[] {
  const sent = messages.filter(one => one.status !== 'CANCELLED')
  const due = clearingRequest === 'NONE' ? 0 : 1
  if (sent.length !== due) return [`Payment ${txnNo} has ${sent.length} requests to clear it in SAP instead of ${due}`]
  const [message] = sent
  if (!message || clearingRequest === 'NONE') return []
  const { payment, document } = message.payload as ClearingMessage
  const requestStatuses: readonly SapOutbox['status'][] = requestsOf[clearingRequest]
  return [
    ...(requestStatuses.includes(message.status)
      ? []
      : [`The clearing of payment ${txnNo} is ${clearingRequest}, and its message to SAP ${message.status}`]),
    ...(payment.amount === amount
      ? []
      : [`SAP is asked to clear payment ${txnNo} of ${rupees(amount)} with ${rupees(payment.amount)}`]),
    ...(document.accountingDocument === sapAccountingDoc
      ? []
      : [`SAP is asked to clear payment ${txnNo} with ${document.accountingDocument} instead of ${sapAccountingDoc}`]),
  ]
}

async function lockedByFailed(db: Knex): Promise<string[]> {
  const rows: { documentNo: string; txnNo: string }[] = await db('upload_outstanding')
    .join('payment_transaction', 'payment_transaction.id', 'upload_outstanding.lockedById')
    .whereIn('payment_transaction.status', [...unpaidStates])
    .orderBy('upload_outstanding.id')
    .select('documentNo', 'txnNo')
  return rows.map(
    ({ documentNo, txnNo }) => `Open item ${documentNo} is locked by payment ${txnNo}, which did not succeed`,
  )
}
