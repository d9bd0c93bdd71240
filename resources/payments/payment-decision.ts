import { paymentDecisions } from '../access.ts'
import { file, flag, integer, money, reference, text } from '../define/fields.ts'
import { openWhile, statusField } from '../define/process/states.ts'
import { type Row, record } from '../define/resource.ts'
import { user } from '../settings/user.ts'
import { decisionProcess } from './decision-process.ts'
import { paymentTransaction } from './payment-transaction.ts'

/** What one person of Finance says became of a payment that its gateway leaves open; another confirms or drops it. */
export const paymentDecision = record({
  path: 'transaction-view/payment-decisions',
  name: 'payment-decision',
  title: 'Payment Decisions',
  purpose: 'What Finance decided by hand about payments that their gateways left open.',
  fields: {
    transactionId: reference(paymentTransaction, { label: 'Transaction' }),
    n: integer({ min: 1, label: 'No' }),
    isPaid: flag({ label: 'Paid' }),
    gatewayTxnId: text({
      max: 40,
      optional: true,
      label: 'Gateway reference',
    }),
    amount: money({ min: 0.01, optional: true, hint: 'What the bank took' }),
    currency: text({ max: 3, optional: true, label: 'Currency' }),
    proofId: file({ sentFor: 'DECISION', accept: '.pdf,.png,.jpg', label: 'Proof', optional: true }),
    reason: text({ max: 255, optional: true, label: 'Why' }),
    status: statusField(decisionProcess),
    proposedById: reference(user, { audience: 'staff', label: 'Decided by' }),
    confirmedById: reference(user, { optional: true, audience: 'staff', label: 'Confirmed by' }),
  },
  key: ['transactionId', 'n'],
  display: ['transactionId', 'n'],
  list: [
    'transactionId',
    'transactionId.customerId',
    'isPaid',
    'amount',
    'gatewayTxnId',
    'status',
    'proposedById',
    'confirmedById',
    'createdAt',
  ],
  filters: ['status', 'isPaid'],
  search: ['gatewayTxnId'],
  sort: ['-id'],
  indexes: [['status'], ['proofId']],
  access: paymentDecisions,
  openIf: openWhile(decisionProcess),
})

export type PaymentDecision = Row<typeof paymentDecision>
