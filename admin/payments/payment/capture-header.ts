import { statesOf, wordsFor } from '../../../resources/define/process/states.ts'
import { rupees } from '../../../resources/define/show.ts'
import { tonesOf } from '../../../resources/define/state-tones.ts'
import type { OptionReader } from '../../../resources/option-words.ts'
import { captureStates, fitWords } from '../../../resources/payments/money/capture-states.ts'
import { paymentCapture } from '../../../resources/payments/money/payment-capture.ts'
import { postingWords } from '../../../resources/payments/payment-words.ts'
import { nameIn } from '../../derive/record/names.ts'
import type { RecordHeader } from '../../derive/record/record-header.ts'
import { dayInWords, lateBy, momentInWords } from '../../derive/record/when.ts'
import { optionText } from '../../derive/value-text.ts'
import { amountIn, type CaptureRow } from './payment-api.ts'

const tones = tonesOf(statesOf(captureStates))

/** A capture: to our people by its customer, to the payer by its day. */
export const captureHeader: RecordHeader<CaptureRow, { reader: OptionReader; today: string }> = {
  resource: paymentCapture,
  who: {
    of: ['customerId'],
    say: ({ texts, capturedAt }, { reader, today }) =>
      reader === 'staff'
        ? nameIn(texts?.customerId ?? undefined)
        : `What we received ${momentInWords(capturedAt, today)}`,
  },
  keys: [
    { of: ['gatewayTxnId'], say: ({ gatewayTxnId }) => `gateway reference ${gatewayTxnId}` },
    { of: ['bankRefNo'], say: ({ bankRefNo }) => bankRefNo && `bank reference ${bankRefNo}` },
    { of: ['receiptNo'], say: ({ receiptNo }) => receiptNo && `receipt ${receiptNo}` },
  ],
  amount: {
    of: ['amount', 'currency'],
    say: ({ amount, currency, mode }) => ({
      value: amountIn(currency, amount),
      small: mode ? `by ${optionText(mode)}` : 'received',
    }),
  },
  state: {
    of: ['status'],
    say: ({ status }, { reader }) => ({ tone: tones[status], word: wordsFor(captureStates, reader)[status] }),
  },
  next: {
    of: ['unresolvedAmount', 'decideBy'],
    say: ({ unresolvedAmount, decideBy, texts }, { reader, today }) => {
      if (unresolvedAmount === 0) return undefined
      const by = decideBy ? ` by ${dayInWords(decideBy, today)}` : ''
      if (reader === 'buyer') return [`We write to you${by} what ${rupees(unresolvedAmount)} are for.`]
      const late = decideBy ? lateBy(decideBy, today) : undefined
      const who = texts?.ownerId ?? 'Finance'
      return [
        `${who} decides${by} what `,
        { strong: rupees(unresolvedAmount) },
        late ? ` are for: ${late}.` : ' are for.',
      ]
    },
  },
  facts: [
    { label: 'Fits', for: 'staff', of: ['fit'], say: ({ fit }) => ({ value: fitWords[fit], bad: fit === 'TAMPERED' }) },
    {
      label: 'Gone back',
      of: ['returnedAmount', 'currency'],
      say: ({ returnedAmount, currency }) => returnedAmount !== 0 && { value: amountIn(currency, returnedAmount) },
    },
    {
      label: 'In SAP',
      for: 'staff',
      of: ['postingStatus'],
      say: ({ postingStatus, sapAccountingDoc }) => ({
        value: postingWords[postingStatus],
        small: sapAccountingDoc,
        bad: postingStatus === 'STUCK',
      }),
    },
    {
      label: 'Settled',
      for: 'staff',
      of: ['settlementDate'],
      say: ({ settlementDate, settlementRef }, { today }) =>
        settlementDate
          ? { value: dayInWords(settlementDate, today), small: settlementRef }
          : { value: 'Not yet', small: 'no settlement file names it' },
    },
  ],
}
