import { payments } from '../access.ts'
import { customer } from '../access-control/customer.ts'
import { money, reference, text } from '../define/fields.ts'
import { type Row, record } from '../define/resource.ts'
import { uploadOutstanding } from '../masters/upload-outstanding.ts'
import { paymentTransaction } from './payment-transaction.ts'
import { withinPayments } from './scopes.ts'

/** What a payer means to settle of one open item; negative for a credit that is used. It is a plan and holds no money. */
export const paymentAllocation = record({
  path: 'payment-allocations',
  name: 'payment-allocation',
  title: 'Payment Plans',
  purpose: 'The open items each payment is meant for, with TDS deducted.',
  fields: {
    transactionId: reference(paymentTransaction, { label: 'Transaction' }),
    customerId: reference(customer),
    itemId: reference(uploadOutstanding, { label: 'Open item' }),
    documentNo: text({ max: 16, label: 'Document no' }),
    amount: money({ hint: 'Negative for a credit that is used' }),
    tdsAmount: money({ min: 0, default: 0, label: 'TDS' }),
  },
  key: ['transactionId', 'itemId'],
  display: ['documentNo'],
  list: ['transactionId', 'documentNo', 'amount', 'tdsAmount'],
  filters: ['customerId'],
  totals: ['amount', 'tdsAmount'],
  search: ['documentNo'],
  sort: ['documentNo'],
  indexes: [['itemId'], ['customerId']],
  access: payments,
  openIf: 'never',
  within: withinPayments,
})

export type PaymentAllocation = Row<typeof paymentAllocation>
