import { paymentBooks } from '../../access.ts'
import { flag, instant, integer, reference, text } from '../../define/fields.ts'
import { type Row, record } from '../../define/resource.ts'
import { paymentTransaction } from '../payment-transaction.ts'

/** One time at which a payer was handed to the gateway: a gateway takes each order number once. */
export const paymentAttempt = record({
  path: 'payment-attempts',
  name: 'payment-attempt',
  title: 'Payment Attempts',
  purpose: 'Each time a payer went to the gateway.',
  fields: {
    transactionId: reference(paymentTransaction, { label: 'Transaction' }),
    n: integer({ min: 1, label: 'Attempt' }),
    gatewayOrderNo: text({ max: 25, unique: true, label: 'Order at the gateway' }),
    lastWord: text({ max: 40, optional: true, label: 'Last word of the gateway' }),
    isUnknownWord: flag({ label: 'Word not known' }),
    startedAt: instant({ optional: true, label: 'Handed over' }),
    askCount: integer({ min: 0, default: 0, label: 'Times asked' }),
    nextAskAt: instant({ optional: true, label: 'Asked again at' }),
    endedAt: instant({ optional: true, label: 'Ended' }),
  },
  key: ['transactionId', 'n'],
  display: ['gatewayOrderNo'],
  list: ['transactionId', 'n', 'gatewayOrderNo', 'lastWord', 'startedAt', 'askCount', 'nextAskAt', 'endedAt'],
  search: ['gatewayOrderNo'],
  sort: ['-id'],
  indexes: [['nextAskAt']],
  access: paymentBooks,
})

export type PaymentAttempt = Row<typeof paymentAttempt>
