import { paymentTasks } from '../access.ts'
import { action } from '../define/action.ts'
import { choice, instant, integer, money, reference, text } from '../define/fields.ts'
import { type Row, record } from '../define/resource.ts'
import { user } from '../settings/user.ts'
import { paymentTransaction } from './payment-transaction.ts'
import { paymentTaskKinds, paymentTaskWords } from './payment-words.ts'

/** Something about a payment that Finance has to settle by hand: a second capture, money on account, a short clearing. */
export const paymentTask = record({
  path: 'payment-tasks',
  name: 'payment-task',
  title: 'Payment Tasks',
  purpose: 'Clearings that differ from what was paid.',
  fields: {
    transactionId: reference(paymentTransaction, { label: 'Transaction' }),
    kind: choice(paymentTaskKinds, { label: 'What happened', words: { staff: paymentTaskWords, buyer: {} } }),
    /** Tells apart two tasks of one kind, such as two second captures: the gateway's reference or the document. */
    about: text({ max: 40, label: 'About' }),
    amount: money({}),
    details: text({ max: 500, label: 'Details' }),
    status: choice(['OPEN', 'DONE'], { default: 'OPEN' }),
    doneById: reference(user, { optional: true, audience: 'staff', label: 'Done by' }),
    doneAt: instant({ optional: true, label: 'Done' }),
    reason: text({ max: 255, optional: true, label: 'What was done' }),
  },
  key: ['transactionId', 'kind', 'about'],
  display: ['transactionId', 'kind'],
  list: ['createdAt', 'transactionId', 'transactionId.customerId', 'kind', 'amount', 'details', 'status', 'doneById'],
  computed: {
    daysOpen: integer({ label: 'Days open', hint: 'Counted until it was done, or until today' }),
  },
  filters: ['status', 'kind'],
  search: ['about', 'details'],
  sort: ['-id'],
  indexes: [['status', 'kind']],
  actions: {
    close: action({
      label: 'Mark done',
      letter: 'A',
      on: 'each',
      when: { status: 'OPEN' },
      inputs: { reason: text({ max: 255, label: 'What was done', hint: 'Such as the refund and its reference' }) },
    }),
  },
  access: paymentTasks,
})

export type PaymentTask = Row<typeof paymentTask>
