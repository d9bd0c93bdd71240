import { type Worklist, worklist } from '../define/process/worklist.ts'
import { captureAllocation } from './money/capture-allocation.ts'
import { onAccount } from './payment-lists.ts'
import { undecided, unpaidStates } from './payment-states.ts'
import { paymentTransaction } from './payment-transaction.ts'

/** All payments of a customer, the latest first. */
export const ownPayments = worklist(paymentTransaction, {
  grid: 'transaction-view/transactions-view/own',
  title: 'My Payments',
  purpose: 'Your online payments. Open one to see the invoices it settles and to download its receipt.',
  list: ['txnNo', 'amount', 'status', 'paidAt', 'paymentMode', 'receiptNo', 'createdAt'],
  sort: ['-createdAt'],
  // Failed and refunded payments stand among the others: a sum of all of them says nothing.
  totals: [],
  only: () => [],
})

/** The payments of a customer whose result is not known yet. */
export const ownPending = worklist(paymentTransaction, {
  grid: 'transaction-view/pending-transactions/own',
  title: 'Pending Payments',
  purpose: 'Payments that the bank has not confirmed yet. Do not pay these invoices again: we keep asking the bank.',
  list: ['txnNo', 'amount', 'status', 'hoursSinceStarted', 'createdAt'],
  sort: ['createdAt'],
  only: () => [{ field: 'status', operator: 'in', value: undecided }],
})

/** The payments of a customer that came to nothing. */
export const ownFailed = worklist(paymentTransaction, {
  grid: 'transaction-view/failed-transactions/own',
  title: 'Failed Payments',
  purpose: 'Payments that did not go through. Their invoices are in your cart again, unless they were paid since.',
  list: ['txnNo', 'amount', 'status', 'failureText', 'createdAt'],
  sort: ['-createdAt'],
  only: () => [{ field: 'status', operator: 'in', value: unpaidStates }],
})

/** The money of a customer that settles no invoice yet. */
export const ownOnAccount = worklist(captureAllocation, {
  grid: 'transaction-view/money-on-account/own',
  title: 'Money On Account',
  purpose: 'Your money that settles no invoice yet. Use it for open invoices, the oldest first or as you choose.',
  list: ['transactionId', 'amount', 'createdAt'],
  sort: ['createdAt'],
  totals: ['amount'],
  only: () => onAccount,
})

/** The lists of a payer, by the address at which our own people find theirs. */
export const payerLists: Readonly<Record<string, Worklist>> = {
  '/transaction-view/transactions-view': ownPayments,
  '/transaction-view/pending-transactions': ownPending,
  '/transaction-view/failed-transactions': ownFailed,
  '/transaction-view/money-on-account': ownOnAccount,
}
