import { type ListCondition, type Worklist, worklist } from '../define/process/worklist.ts'
import { captureAllocation } from './money/capture-allocation.ts'
import { paymentCapture } from './money/payment-capture.ts'
import { undecided, unpaidStates } from './payment-states.ts'
import { paymentTask } from './payment-task.ts'
import { paymentTransaction } from './payment-transaction.ts'

/** Rows of captures that hold rupees on account now. */
export const onAccount: readonly ListCondition[] = [
  { field: 'target', operator: 'in', value: ['ON_ACCOUNT'] },
  { field: 'clearingStatus', operator: 'in', value: ['OPEN', 'CLEARED', 'SHORT', 'SETTLED'] },
]

/** Payments of which nobody knows yet whether they succeed. */
export const pendingTransactions = worklist(paymentTransaction, {
  grid: 'transaction-view/pending-transactions',
  title: 'Transactions Pending To Process',
  purpose: 'Payments that are not decided yet, the oldest first: check their status with the gateway.',
  list: ['txnNo', 'customerId', 'amount', 'hoursSinceStarted', 'gateway', 'status', 'initiatedAt', 'createdAt'],
  sort: ['createdAt'],
  only: () => [{ field: 'status', operator: 'in', value: undecided }],
})

/** Payments that came to nothing. */
export const failedTransactions = worklist(paymentTransaction, {
  grid: 'transaction-view/failed-transactions',
  title: 'Failed Transactions',
  purpose: 'Payments that failed or were cancelled. A late success is still found by asking the gateway again.',
  list: ['txnNo', 'customerId', 'amount', 'daysSinceStarted', 'status', 'failureText', 'gateway', 'createdAt'],
  sort: ['-createdAt'],
  only: () => [{ field: 'status', operator: 'in', value: unpaidStates }],
})

/** Captures that SAP should have posted or cleared by now. */
export const stuckTransactions = worklist(paymentCapture, {
  grid: 'transaction-view/transaction-stuck',
  title: 'Transaction Stuck For SAP Integration',
  purpose: 'Captures not posted or not cleared in SAP: retry, or enter the SAP document.',
  list: [
    ...['transactionId', 'customerId', 'amount', 'daysSinceCaptured', 'postingStatus', 'postingText'],
    ...['clearingRequest', 'clearingText', 'namedSapDoc', 'capturedAt', 'receiptNo'],
  ],
  sort: ['capturedAt'],
  only: () => [{ field: 'isStuck', operator: 'eq', value: 'true' }],
})

/** Captures that stand in SAP, whose invoices are still open there. */
export const outstandingTransactions = worklist(paymentCapture, {
  grid: 'transaction-view/outstanding-transactions',
  title: 'Outstanding Transactions',
  purpose: 'Captures posted in SAP whose invoices are not cleared there yet, the oldest first.',
  list: [
    ...['transactionId', 'customerId', 'amount', 'daysSinceCaptured', 'capturedAt', 'postingStatus'],
    ...['sapAccountingDoc', 'postedAt'],
  ],
  sort: ['capturedAt'],
  only: () => [{ field: 'postingStatus', operator: 'in', value: ['POSTED', 'MANUAL'] }],
})

/** Every payment with every column. */
export const transactionData = worklist(paymentTransaction, {
  grid: 'transaction-view/transaction-data',
  title: 'Transaction Data',
  purpose: 'Every column of every payment, to examine and export; its page holds what the gateway sent.',
  list: [
    ...Object.entries(paymentTransaction.fields).flatMap(([name, { secret }]) => (secret ? [] : [name])),
    'createdAt',
  ],
  sort: ['-createdAt'],
  only: () => [],
})

/** Captures of which rupees have no place yet, those first that are due first. */
export const moneyToDecide = worklist(paymentCapture, {
  grid: 'transaction-view/money-to-decide',
  title: 'Money To Decide',
  purpose: 'Money that gateways took and that settles nothing yet: apply it, keep it on account or refund it.',
  list: ['customerId', 'unresolvedAmount', 'fit', 'decideBy', 'ownerId', 'amount', 'transactionId', 'capturedAt'],
  sort: ['decideBy'],
  totals: ['unresolvedAmount'],
  only: () => [{ field: 'isToDecide', operator: 'eq', value: 'true' }],
})

/** Captures that no settlement file of their gateway has named. */
export const unsettledCaptures = worklist(paymentCapture, {
  grid: 'transaction-view/captures-not-settled',
  title: 'Captures Not Settled',
  purpose: 'Money that gateways took and have not passed on yet, the oldest first.',
  list: ['customerId', 'amount', 'capturedAt', 'accountId', 'gatewayTxnId', 'transactionId', 'postingStatus'],
  sort: ['capturedAt'],
  totals: ['amount'],
  only: () => [
    { field: 'settlementDate', operator: 'null', value: true },
    { field: 'status', operator: 'in', value: ['CAPTURED', 'PART_RETURNED'] },
  ],
})

/** Rupees that lie on the accounts of customers. */
export const moneyOnAccount = worklist(captureAllocation, {
  grid: 'transaction-view/money-on-account',
  title: 'Money On Account',
  purpose: 'Money of customers that settles no invoice yet, the oldest first: apply it to their open items.',
  list: ['customerId', 'amount', 'transactionId', 'clearingStatus', 'createdAt'],
  sort: ['createdAt'],
  totals: ['amount'],
  only: () => onAccount,
})

/** What Finance has to settle by hand. */
export const paymentTasks = worklist(paymentTask, {
  grid: 'transaction-view/payment-tasks',
  title: 'Payment Tasks',
  purpose: 'Payment issues for Finance: short clearings, double captures, fraud, money on account.',
  list: [
    'transactionId',
    'transactionId.customerId',
    'kind',
    'amount',
    'details',
    'status',
    'daysOpen',
    'createdAt',
    'doneById',
    'reason',
  ],
  sort: ['-createdAt'],
  only: () => [],
})

export const paymentLists: readonly Worklist[] = [
  pendingTransactions,
  failedTransactions,
  stuckTransactions,
  outstandingTransactions,
  transactionData,
  moneyToDecide,
  unsettledCaptures,
  moneyOnAccount,
  paymentTasks,
]
