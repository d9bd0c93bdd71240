import { statesOf, wordsFor } from '../../../resources/define/process/states.ts'
import { rupees } from '../../../resources/define/show.ts'
import { tonesOf } from '../../../resources/define/state-tones.ts'
import { differenceProcess } from '../../../resources/payments/difference-process.ts'
import { type PaymentDifference, paymentDifference } from '../../../resources/payments/payment-difference.ts'
import { differenceAdvice, differenceWords } from '../../../resources/payments/settlement-words.ts'
import { personIn } from '../../derive/record/names.ts'
import type { RecordHeader } from '../../derive/record/record-header.ts'
import { dayInWords } from '../../derive/record/when.ts'

type DifferenceRow = PaymentDifference & { texts?: Record<string, string | null | undefined> }

const words = wordsFor(differenceProcess, 'staff')
const tones = tonesOf(statesOf(differenceProcess))

/** A difference: what it is about, by how much, and what to do before it is closed. */
export const differenceHeader: RecordHeader<DifferenceRow, { today: string }> = {
  resource: paymentDifference,
  who: { of: ['kind'], say: ({ kind }) => differenceWords[kind] },
  keys: [
    { of: ['accountId'], say: ({ texts }) => texts?.accountId },
    { of: ['about'], say: ({ about }) => about },
    { of: ['onDay'], say: ({ onDay }, { today }) => dayInWords(onDay, today) },
  ],
  amount: {
    of: ['expectedAmount', 'foundAmount'],
    say: ({ expectedAmount, foundAmount }) => ({ value: rupees(foundAmount - expectedAmount), small: 'differs' }),
  },
  state: { of: ['status'], say: ({ status }) => ({ tone: tones[status], word: words[status] }) },
  next: {
    of: ['status', 'kind', 'reason', 'closedById'],
    say: ({ status, kind, reason, texts }) => {
      if (status === 'OPEN') return [differenceAdvice[kind]]
      if (status === 'CLOSED') return reason ? [reason] : undefined
      return [`${personIn(texts?.closedById)}: “${reason}”. Another person of Finance confirms it.`]
    },
  },
  facts: [
    {
      label: 'In the portal',
      of: ['expectedAmount'],
      say: ({ expectedAmount }) => ({ value: rupees(expectedAmount) }),
    },
    {
      label: 'At the gateway or bank',
      of: ['foundAmount'],
      say: ({ foundAmount }) => ({ value: rupees(foundAmount) }),
    },
    { label: 'Owner', of: ['ownerId'], say: ({ texts }) => texts?.ownerId && { value: personIn(texts.ownerId) } },
  ],
}
