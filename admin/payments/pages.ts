import { recordPage, recordPages, reportPage } from '../derive/record-pages.ts'
import type { Page } from '../shell/page-list.ts'

const readPayments = { action: 'read', subject: 'transaction-view/transactions-view' } as const
/** What waits for SAP is for those who settle it. */
const settlePayments = { action: 'read', subject: 'payment-tasks' } as const
const readCaptures = { action: 'read', subject: 'transaction-view/payment-captures' } as const
const paymentList = () => import('./payment-list.tsx')

/** The lists over the payments share one page. */
const paymentListPages: readonly Page[] = [
  {
    path: '/transaction-view/pending-transactions',
    title: 'Transactions Pending To Process',
    group: 'transaction-view',
    purpose: 'Payments not decided yet.',
    who: readPayments,
    count: { resource: readPayments.subject, query: { status: { $in: ['CREATED', 'PENDING'] } } },
    load: paymentList,
  },
  {
    path: '/transaction-view/failed-transactions',
    title: 'Failed Transactions',
    group: 'transaction-view',
    purpose: 'Payments that failed or were cancelled.',
    who: readPayments,
    count: {
      resource: readPayments.subject,
      query: { status: { $in: ['FAILED', 'CANCELLED'] }, daysSinceStarted: { $lt: 7 } },
    },
    load: paymentList,
  },
  {
    path: '/transaction-view/transaction-stuck',
    title: 'Transaction Stuck For SAP Integration',
    group: 'transaction-view',
    purpose: 'Payments not posted in SAP.',
    who: settlePayments,
    count: { resource: readCaptures.subject, query: { isStuck: true } },
    load: paymentList,
  },
  {
    path: '/transaction-view/outstanding-transactions',
    title: 'Outstanding Transactions',
    group: 'transaction-view',
    purpose: 'Payments posted in SAP, invoices not cleared yet.',
    who: settlePayments,
    count: { resource: readCaptures.subject, query: { postingStatus: { $in: ['POSTED', 'MANUAL'] } } },
    load: paymentList,
  },
  {
    path: '/transaction-view/money-to-decide',
    title: 'Money To Decide',
    group: 'transaction-view',
    purpose: 'Captured money that settles nothing yet.',
    who: settlePayments,
    count: { resource: readCaptures.subject, query: { isToDecide: true } },
    load: paymentList,
  },
  {
    path: '/transaction-view/money-on-account',
    title: 'Money On Account',
    group: 'transaction-view',
    purpose: 'Money of customers that settles no invoice yet.',
    who: { action: 'read', subject: 'capture-allocations' },
    load: () => import('./money-on-account.tsx'),
  },
  {
    path: '/transaction-view/captures-not-settled',
    title: 'Captures Not Settled',
    group: 'transaction-view',
    purpose: 'Money that gateways have not passed on yet.',
    who: settlePayments,
    load: paymentList,
  },
  {
    path: '/transaction-view/payment-captures',
    title: 'Payment Captures',
    heading: 'Captures',
    group: 'transaction-view',
    purpose: 'What gateways took from payers.',
    who: settlePayments,
    load: recordPage(readCaptures.subject),
  },
  {
    path: '/transaction-view/payment-captures/show/:id',
    title: 'Payment Capture',
    who: readCaptures,
    load: () => import('./payment-capture.tsx'),
  },
  {
    path: '/transaction-view/payment-tasks',
    title: 'Payment Tasks',
    group: 'transaction-view',
    purpose: 'Clearings that differ from what was paid.',
    who: settlePayments,
    count: { resource: settlePayments.subject, query: { status: 'OPEN' } },
    load: paymentList,
  },
  {
    path: '/payment-tasks/show/:id',
    title: 'Payment Task',
    who: settlePayments,
    load: recordPage(settlePayments.subject),
  },
  {
    path: '/transaction-view/transaction-data',
    title: 'Transaction Data',
    heading: 'All payment data',
    group: 'transaction-view',
    purpose: 'Every column of every payment.',
    who: { action: 'read', subject: 'payment-callbacks' },
    load: paymentList,
  },
]

/** The pages of payments. */
export const paymentPages: readonly Page[] = [
  { path: '/notifyurl', title: '', who: 'public', load: () => import('./notifyurl.tsx') },
  {
    path: '/successurl',
    title: 'Payment Successful',
    who: 'public',
    load: () => import('./gateway-return.tsx'),
  },
  {
    path: '/failureurl',
    title: 'Payment Failed',
    who: 'public',
    load: () => import('./gateway-return.tsx'),
  },
  {
    path: '/pay-success',
    title: 'Payment Successful',
    who: 'public',
    load: () => import('./pay-success.tsx'),
  },
  {
    path: '/pay-error',
    title: 'Payment Failed',
    who: 'public',
    load: () => import('./pay-error.tsx'),
  },
  {
    path: '/transaction-view/payment-cart',
    title: 'Payment Cart',
    group: 'transaction-view',
    purpose: 'Select the open items to pay.',
    who: { action: 'read', subject: 'payment-carts' },
    load: () => import('./payment-cart.tsx'),
  },
  {
    path: '/transaction-view/view-selected-invoices',
    title: 'View Selected Invoices',
    who: { action: 'approve', subject: 'payment-carts' },
    load: () => import('./view-selected-invoices.tsx'),
  },
  {
    path: '/transaction-view/transactions-view',
    title: 'Transactions View',
    heading: 'Payments',
    group: 'transaction-view',
    purpose: 'Your payments, with gateway, status and receipt.',
    who: readPayments,
    load: () => import('./transactions-view.tsx'),
  },
  {
    path: '/transaction-view/transactions-view/show/:id',
    title: 'Payment',
    who: readPayments,
    load: () => import('./transactions-view.tsx'),
  },
  ...paymentListPages,
  ...recordPages(
    {
      path: '/transaction-view/settlement-rows',
      title: 'Settlement Rows',
      group: 'transaction-view',
      one: 'Settlement Row',
    },
    'transaction-view/settlement-rows',
  ),
  {
    path: '/transaction-view/settlement-rows/import',
    title: 'Import Gateway Settlement',
    who: { action: 'import', subject: 'transaction-view/settlement-rows' },
    load: () => import('./import-settlement.tsx'),
  },
  ...recordPages(
    {
      path: '/transaction-view/transfers',
      title: 'Transfers to the Bank',
      group: 'transaction-view',
      count: { resource: 'transaction-view/transfers', query: { bankState: 'MISSING' } },
      one: 'Transfer',
    },
    'transaction-view/transfers',
  ),
  ...recordPages(
    {
      path: '/transaction-view/bank-lines',
      title: 'Bank Lines',
      group: 'transaction-view',
      count: { resource: 'transaction-view/bank-lines', query: { status: { $in: ['UNKNOWN', 'OFFERED'] } } },
      one: 'Bank Line',
    },
    'transaction-view/bank-lines',
  ),
  {
    path: '/transaction-view/bank-lines/import',
    title: 'Import Bank Statement',
    who: { action: 'import', subject: 'transaction-view/bank-lines' },
    load: () => import('./import-bank-statement.tsx'),
  },
  ...recordPages(
    {
      path: '/transaction-view/payment-adjustments',
      title: 'Gateway Adjustments',
      group: 'transaction-view',
      one: 'Gateway Adjustment',
    },
    'transaction-view/payment-adjustments',
  ),
  ...recordPages(
    {
      path: '/transaction-view/payment-differences',
      title: 'Payment Differences',
      group: 'transaction-view',
      count: { resource: 'transaction-view/payment-differences', query: { status: { $in: ['OPEN', 'PROPOSED'] } } },
      one: 'Payment Difference',
    },
    'transaction-view/payment-differences',
  ),
  {
    path: '/transaction-view/daily-totals',
    title: 'Daily Payment Totals',
    group: 'transaction-view',
    who: { action: 'read', subject: 'transaction-view/daily-totals' },
    load: reportPage,
  },
  ...recordPages(
    {
      path: '/transaction-view/payment-refunds',
      title: 'Payment Refunds',
      group: 'transaction-view',
      count: { resource: 'transaction-view/payment-refunds', query: { status: 'PROPOSED' } },
      one: 'Payment Refund',
    },
    'transaction-view/payment-refunds',
  ),
  ...recordPages(
    {
      path: '/transaction-view/tds-certificates',
      title: 'TDS Certificates',
      group: 'transaction-view',
      count: { resource: 'transaction-view/tds-certificates', query: { isMissing: true } },
      one: 'TDS Certificate',
    },
    'transaction-view/tds-certificates',
  ),
]
