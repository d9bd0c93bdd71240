import { paymentDecisions } from '../access.ts'
import { choice, date, instant, integer, money, reference, text } from '../define/fields.ts'
import { openWhile, statusField } from '../define/process/states.ts'
import { stepAction } from '../define/process/step-action.ts'
import { type Row, record } from '../define/resource.ts'
import { paymentAccount } from '../settings/payment-account.ts'
import { user } from '../settings/user.ts'
import { differenceProcess } from './difference-process.ts'
import { paymentCapture } from './money/payment-capture.ts'
import { paymentSettlementRow } from './payment-settlement-row.ts'
import { paymentTransaction } from './payment-transaction.ts'
import { bankLine } from './settlement/bank-line.ts'
import { differenceKinds, differenceWords } from './settlement-words.ts'

/** In what the portal, a gateway and the bank differ. It has an owner until two people of Finance close it: one says why, another confirms. */
export const paymentDifference = record({
  path: 'transaction-view/payment-differences',
  name: 'payment-difference',
  title: 'Payment Differences',
  purpose: 'Where payments, settlements and the bank differ.',
  fields: {
    accountId: reference(paymentAccount, { optional: true, label: 'Payment account' }),
    kind: choice(differenceKinds, { label: 'What differs', words: { staff: differenceWords, buyer: {} } }),
    /** Tells apart two differences of one kind: the gateway's reference with the UTR, a transaction, or a UTR. */
    about: text({ max: 100, label: 'About' }),
    onDay: date({ label: 'Day', hint: 'The day of the settlement, or the day the customer paid' }),
    transactionId: reference(paymentTransaction, { optional: true, label: 'Transaction' }),
    captureId: reference(paymentCapture, { optional: true, label: 'Capture' }),
    settlementRowId: reference(paymentSettlementRow, { optional: true, label: 'Settlement row' }),
    bankLineId: reference(bankLine, { optional: true, label: 'Bank line' }),
    ownerId: reference(user, { optional: true, audience: 'staff', label: 'Owner' }),
    askedAt: instant({ optional: true, label: 'Gateway asked' }),
    expectedAmount: money({ label: 'In the portal' }),
    foundAmount: money({ label: 'At the gateway or bank' }),
    status: statusField(differenceProcess, {
      hint: 'Two people close it',
    }),
    reason: text({ max: 255, optional: true, label: 'Why it may be closed' }),
    closedById: reference(user, { optional: true, audience: 'staff', label: 'Closed by' }),
    confirmedById: reference(user, { optional: true, audience: 'staff', label: 'Confirmed by' }),
    closedOn: date({ optional: true, label: 'Closed on' }),
  },
  key: ['accountId', 'kind', 'about'],
  display: ['kind', 'about'],
  list: [
    'kind',
    'expectedAmount',
    'foundAmount',
    'status',
    'onDay',
    'accountId',
    'ownerId',
    'daysOpen',
    'about',
    'transactionId',
    'transactionId.customerId',
    'reason',
    'closedById',
    'confirmedById',
    'toDo',
  ],
  computed: {
    daysOpen: integer({ label: 'Days open', hint: 'Counted until it was closed, or until today' }),
    toDo: text({ max: 255, optional: true, label: 'What to do' }),
  },
  filters: ['status', 'kind', 'ownerId', 'accountId', 'onDay'],
  search: ['about', 'reason'],
  sort: ['-id'],
  indexes: [['status', 'kind'], ['onDay'], ['transactionId'], ['settlementRowId'], ['captureId'], ['bankLineId']],
  actions: {
    close: stepAction(differenceProcess, 'close', {
      on: 'each',
      inputs: { reason: text({ max: 255, label: 'Why it may be closed' }) },
      confirm: 'It is closed once another person of Finance confirms it.',
    }),
    confirmClosing: stepAction(differenceProcess, 'confirmClosing', {
      on: 'each',
      confirm: 'Another person than you must have given the reason.',
    }),
    keepOpen: stepAction(differenceProcess, 'keepOpen', {
      on: 'each',
      inputs: { reason: text({ max: 255, label: 'Why it stays open' }) },
    }),
  },
  access: paymentDecisions,
  openIf: openWhile(differenceProcess),
})

export type PaymentDifference = Row<typeof paymentDifference>
