import { statesOf, wordsFor } from '../../../resources/define/process/states.ts'
import { rupees } from '../../../resources/define/show.ts'
import { tonesOf } from '../../../resources/define/state-tones.ts'
import { type OptionReader, optionLabel } from '../../../resources/option-words.ts'
import { refundSentence } from '../../../resources/payments/money/payer-sentence.ts'
import { type Refund, refund } from '../../../resources/payments/refund.ts'
import { refundProcess } from '../../../resources/payments/refund-process.ts'
import { nameIn } from '../../derive/record/names.ts'
import type { RecordHeader, Words } from '../../derive/record/record-header.ts'
import { dayInWords } from '../../derive/record/when.ts'

type RefundRow = Refund & { texts?: Record<string, string | null | undefined> }
interface BesideRefund {
  reader: OptionReader
  today: string
}

const tones = tonesOf(statesOf(refundProcess))

/** What happens next with money that goes back, for our own people. */
function nextOf({ status, how, doneReference, confirmedById, notedById, expectedBy, texts }: RefundRow, today: string) {
  const by = expectedBy ? ` by ${dayInWords(expectedBy, today)}` : ''
  if (status === 'SETTLED') {
    if (how !== 'GATEWAY' || confirmedById !== null) return undefined
    return notedById === null
      ? 'The gateway did it automatically: two people of Finance take note.'
      : `${nameIn(texts?.notedById)} took note; another person of Finance does, too.`
  }
  if (status === 'PROPOSED') return `${nameIn(texts?.proposedById)} proposed it; another person of Finance decides.`
  if (status === 'REJECTED') return undefined
  if (doneReference) return `Entered as paid under ${doneReference}; another person of Finance confirms it.`
  if (status === 'FAILED') return 'Its money is to be decided again, or is sent by hand.'
  if (how === 'HAND') return `Transfer it${by}, then enter its reference and proof.`
  return status === 'CONFIRMED' ? 'The gateway is asked within a minute.' : `The gateway pays it back${by}.`
}

const saidNext = (row: RefundRow, { reader, today }: BesideRefund): Words | undefined => {
  const text = reader === 'buyer' ? `${refundSentence(row, new Date().toISOString())}.` : nextOf(row, today)
  return text === undefined ? undefined : [text]
}

/** Money that goes back: to our people by its customer, to the payer by its kind. */
export const refundHeader: RecordHeader<RefundRow, BesideRefund> = {
  resource: refund,
  who: {
    of: ['customerId', 'kind'],
    say: ({ texts, kind }, { reader }) =>
      reader === 'staff' ? nameIn(texts?.customerId) : optionLabel(refund.fields.kind, kind, reader),
  },
  keys: [
    {
      of: ['refundNo', 'kind'],
      say: ({ refundNo, kind }, { reader }) => `${optionLabel(refund.fields.kind, kind, reader)} ${refundNo}`,
    },
    { of: ['transactionId'], say: ({ texts }) => texts?.transactionId && `of payment ${texts.transactionId}` },
    { of: ['bankArn'], say: ({ bankArn }) => bankArn && `bank reference ${bankArn}` },
  ],
  amount: {
    of: ['amount', 'kind'],
    say: ({ amount, kind }) => ({
      value: rupees(amount),
      small: kind === 'CHARGEBACK_WON' ? 'came back to us' : 'to the payer',
    }),
  },
  state: {
    of: ['status'],
    say: ({ status }, { reader }) => ({ tone: tones[status], word: wordsFor(refundProcess, reader)[status] }),
  },
  next: { of: ['status', 'how', 'expectedBy'], say: saidNext },
  facts: [
    {
      label: 'Sent by',
      for: 'staff',
      of: ['how'],
      say: ({ how }) => ({ value: optionLabel(refund.fields.how, how, 'staff') }),
    },
    { label: 'Why', for: 'staff', of: ['reason'], say: ({ reason }) => ({ value: reason }) },
    {
      label: 'Expected',
      of: ['expectedBy', 'status'],
      say: ({ expectedBy, status }, { today }) =>
        expectedBy !== null && status !== 'SETTLED' && { value: dayInWords(expectedBy, today) },
    },
    {
      label: 'In SAP',
      for: 'staff',
      of: ['postingStatus'],
      say: ({ postingStatus, sapDoc, postingText }) => ({
        value: optionLabel(refund.fields.postingStatus, postingStatus, 'staff'),
        small: sapDoc ?? postingText,
        bad: postingStatus === 'STUCK',
      }),
    },
  ],
}
