import { payments } from '../access.ts'
import { customer } from '../access-control/customer.ts'
import { choice, money, reference, text } from '../define/fields.ts'
import { type Row, record } from '../define/resource.ts'
import { uploadOutstanding } from '../masters/upload-outstanding.ts'
import { paymentTransaction } from './payment-transaction.ts'
import { withinPayments } from './scopes.ts'

/** What of a payment settles one open item; negative for a credit that is used. */
export const paymentAllocation = record({
  path: 'payment-allocations',
  name: 'payment-allocation',
  title: 'Payment Allocations',
  purpose: 'The open items each payment settles, with TDS deducted.',
  fields: {
    transactionId: reference(paymentTransaction, { label: 'Transaction' }),
    customerId: reference(customer),
    itemId: reference(uploadOutstanding, { label: 'Open item' }),
    documentNo: text({ max: 16, label: 'Document no' }),
    amount: money({ hint: 'Negative for a credit that is used' }),
    tdsAmount: money({ min: 0, default: 0, label: 'TDS' }),
    balanceBefore: money({
      optional: true,
      label: 'Open before',
      hint: 'Open amount when the payment succeeded; used to find what SAP has cleared',
    }),
    clearingStatus: choice(['OPEN', 'CLEARED', 'SHORT', 'SETTLED', 'RELEASED'], {
      default: 'OPEN',
      hint: 'Settled: SAP took less and Finance said why. Released: paid another way first, the amount is on account',
    }),
  },
  key: ['transactionId', 'itemId'],
  display: ['documentNo'],
  list: ['transactionId', 'documentNo', 'amount', 'tdsAmount', 'clearingStatus'],
  filters: ['clearingStatus', 'customerId'],
  totals: ['amount', 'tdsAmount'],
  search: ['documentNo'],
  sort: ['documentNo'],
  indexes: [['itemId', 'clearingStatus'], ['customerId']],
  access: payments,
  openIf: { clearingStatus: ['OPEN', 'SHORT'] },
  within: withinPayments,
})

export type PaymentAllocation = Row<typeof paymentAllocation>
