import { dayOf } from '../../../resources/define/dates.ts'
import { statesOf, wordsFor } from '../../../resources/define/process/states.ts'
import { rupees } from '../../../resources/define/show.ts'
import { tonesOf } from '../../../resources/define/state-tones.ts'
import type { OptionReader } from '../../../resources/option-words.ts'
import { payerSentence } from '../../../resources/payments/money/payer-sentence.ts'
import { paymentStates } from '../../../resources/payments/payment-states.ts'
import { standingForStaff } from '../../../resources/payments/payment-text.ts'
import { paymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { nameIn } from '../../derive/record/names.ts'
import type { RecordHeader } from '../../derive/record/record-header.ts'
import { dayInWords, momentInWords } from '../../derive/record/when.ts'
import { optionText } from '../../derive/value-text.ts'
import type { PaymentRow } from './payment-api.ts'

export interface BesidePayment {
  reader: OptionReader
  today: string
  /** An instant. */
  now: string
  /** By which day somebody decides what money without a place is for. */
  decideBy?: string | null | undefined
}

const tones = tonesOf(statesOf(paymentStates))

/** A payment: to our people by its customer, to the payer by its day. */
export const paymentHeader: RecordHeader<PaymentRow, BesidePayment> = {
  resource: paymentTransaction,
  who: {
    of: ['customerId'],
    say: ({ texts, createdAt }, { reader, today }) =>
      reader === 'staff'
        ? nameIn(texts?.customerId ?? undefined)
        : `Your payment of ${dayInWords(dayOf(createdAt), today)}`,
  },
  keys: [
    { of: ['txnNo'], say: ({ txnNo }) => `Payment ${txnNo}` },
    { of: ['receiptNo'], say: ({ receiptNo }) => receiptNo && `receipt ${receiptNo}` },
    { of: ['bankRefNo'], say: ({ bankRefNo }) => bankRefNo && `bank reference ${bankRefNo}` },
    { of: ['createdAt'], say: ({ createdAt }, { today }) => `begun ${momentInWords(createdAt, today)}` },
  ],
  amount: {
    of: ['amount', 'capturedAmount'],
    say: ({ amount, capturedAmount, chargesAmount }) => ({
      value: rupees(amount),
      small: chargesAmount
        ? `and ${rupees(chargesAmount)} gateway charges`
        : capturedAmount >= amount
          ? 'paid to us'
          : 'asked for',
    }),
  },
  state: {
    of: ['status'],
    say: ({ status }, { reader }) => ({ tone: tones[status], word: wordsFor(paymentStates, reader)[status] }),
  },
  next: {
    of: ['status'],
    say: (row, { reader, now, decideBy = null }) => [
      reader === 'staff' ? standingForStaff(row, now, decideBy) : `${payerSentence({ ...row, decideBy }, now)}.`,
    ],
  },
  facts: [
    {
      label: 'To decide',
      for: 'staff',
      of: ['unresolvedAmount'],
      say: ({ unresolvedAmount }) => unresolvedAmount > 0 && { value: rupees(unresolvedAmount), bad: true },
    },
    {
      label: 'Received',
      of: ['capturedAmount', 'amount'],
      say: ({ capturedAmount, amount }) =>
        capturedAmount > 0 && capturedAmount !== amount && { value: rupees(capturedAmount) },
    },
    {
      label: 'Paid',
      of: ['paidAt'],
      say: ({ paidAt, paymentMode }, { today }) =>
        paidAt && { value: momentInWords(paidAt, today), small: paymentMode && optionText(paymentMode) },
    },
    {
      label: 'On account',
      of: ['unallocatedAmount'],
      say: ({ unallocatedAmount }) =>
        unallocatedAmount > 0 && { value: rupees(unallocatedAmount), small: 'settles no invoice yet' },
    },
    {
      label: 'Gone back',
      of: ['refundedAmount'],
      say: ({ refundedAmount }) => refundedAmount > 0 && { value: rupees(refundedAmount) },
    },
    {
      label: 'In SAP',
      for: 'staff',
      of: ['postingStatus'],
      say: ({ postingStatus, sapAccountingDoc }) => ({
        value: optionText(postingStatus),
        small: sapAccountingDoc,
        bad: postingStatus === 'STUCK',
      }),
    },
    {
      label: 'Gateway',
      for: 'staff',
      of: ['gateway'],
      say: ({ gateway }) => ({ value: optionText(gateway) }),
    },
  ],
}
