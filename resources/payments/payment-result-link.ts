import { paymentBooks } from '../access.ts'
import { instant, reference, text } from '../define/fields.ts'
import { record } from '../define/resource.ts'
import { paymentTransaction } from './payment-transaction.ts'

/** A token that shows the status and amount of one payment for 15 minutes, also to whose login has expired meanwhile. */
export const paymentResultLink = record({
  path: 'payment-result-links',
  name: 'payment-result-link',
  title: 'Payment Result Links',
  purpose: 'The result links of payments, until they expire.',
  fields: {
    transactionId: reference(paymentTransaction, { label: 'Transaction' }),
    tokenHash: text({ max: 64, unique: true, secret: true }),
    expiresAt: instant({ label: 'Ends at' }),
  },
  key: [],
  display: ['transactionId'],
  list: ['createdAt', 'transactionId', 'expiresAt'],
  search: [],
  sort: ['-id'],
  indexes: [['transactionId'], ['expiresAt']],
  access: paymentBooks,
})
