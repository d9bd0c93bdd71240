import { type Actor, process } from '../define/process/process.ts'

/** A refund, as far as its flow asks. */
interface RefundSubject {
  status: string
  how: string
  doneReference?: string | null
  confirmedById?: number | null
}

const system: readonly Actor[] = ['system']

/** Only what the gateway was asked for, and what people send, is entered as done. */
const notSentByHand = ({ status, how }: RefundSubject) =>
  status === 'CONFIRMED' && how !== 'HAND'
    ? 'The gateway has not been asked for it yet: choose Send by hand first'
    : undefined

/**
 * The life of a refund: one person of Finance proposes it and another confirms; then the gateway is asked, or a person
 * sends it. What a gateway does by itself is settled from its start, and two people take note of it.
 */
export const refundProcess = process<RefundSubject>()({
  of: 'refund',
  noun: 'refund',
  start: 'PROPOSED',
  states: {
    PROPOSED: {},
    CONFIRMED: { buyer: 'Under way' },
    REJECTED: {},
    ASKED: { staff: 'Gateway asked', buyer: 'Under way' },
    ACCEPTED: { staff: 'Accepted by the gateway', buyer: 'Under way' },
    SETTLED: { staff: 'Settled', buyer: 'Paid back' },
    FAILED: { staff: 'Refused by the gateway', buyer: 'Being checked' },
  },
  sets: {
    /** Its rupees are on their way back, or back. */
    live: ['PROPOSED', 'CONFIRMED', 'ASKED', 'ACCEPTED', 'SETTLED'],
    /** The gateway has it. */
    underWay: ['CONFIRMED', 'ASKED', 'ACCEPTED'],
    /** Two people have agreed to it: its payer is told. */
    told: ['CONFIRMED', 'ASKED', 'ACCEPTED', 'SETTLED', 'FAILED'],
    /** The gateway may have given it back, or may yet. */
    mayHaveGone: ['CONFIRMED', 'ASKED', 'ACCEPTED', 'FAILED'],
    inUse: ['PROPOSED', 'CONFIRMED', 'ASKED', 'ACCEPTED'],
  },
  steps: {
    propose: { label: 'Refund', from: [], to: 'PROPOSED', by: ['A'] },
    confirmRefund: { label: 'Confirm', from: ['PROPOSED'], to: 'CONFIRMED', by: ['A'] },
    reject: {
      label: 'Reject',
      from: ['PROPOSED'],
      to: 'REJECTED',
      by: ['A'],
      asks: { reason: 'needed' },
      apart: 'danger',
    },
    /** Its way to the payer is another one: a transfer that a person makes. */
    sendByHand: {
      label: 'Send by hand',
      from: ['CONFIRMED', 'FAILED'],
      to: 'CONFIRMED',
      by: ['A'],
      notFor: ({ status, how }) =>
        status === 'CONFIRMED' && how === 'HAND' ? 'It is sent by hand already' : undefined,
      apart: 'beside',
    },
    enterDone: {
      label: 'Enter as done',
      from: ['CONFIRMED', 'ASKED', 'ACCEPTED', 'FAILED'],
      by: ['A'],
      asks: { doneReference: 'needed', doneOn: 'needed', proofId: 'needed' },
      notFor: notSentByHand,
    },
    confirmDone: {
      label: 'Confirm as done',
      from: ['CONFIRMED', 'ASKED', 'ACCEPTED', 'FAILED'],
      to: 'SETTLED',
      by: ['A'],
      notFor: ({ doneReference }) => (doneReference === null ? 'It has not been entered as done yet' : undefined),
    },
    /** Two people take note of what a gateway did by itself. */
    acknowledge: {
      label: 'Take note',
      from: ['SETTLED'],
      by: ['A'],
      notFor: ({ how, confirmedById }) =>
        how !== 'GATEWAY' || confirmedById !== null ? 'It needs no note: two people have decided about it' : undefined,
    },
    /** The account or the card is closed: the bank that should have paid it out sends it back. */
    bounce: {
      label: 'Sent back by the bank',
      from: ['SETTLED'],
      to: 'FAILED',
      by: ['A'],
      asks: { failedText: 'needed' },
      notFor: ({ how }) => (how === 'GATEWAY' ? 'What the gateway returned it takes back automatically' : undefined),
      apart: 'danger',
    },
    ask: { label: 'Ask the gateway', from: ['CONFIRMED'], to: 'ASKED', by: system },
    accept: { label: 'Accepted', from: ['ASKED'], to: 'ACCEPTED', by: system },
    settle: { label: 'Settled', from: ['CONFIRMED', 'ASKED', 'ACCEPTED', 'FAILED'], to: 'SETTLED', by: system },
    fail: { label: 'Refused', from: ['ASKED', 'ACCEPTED'], to: 'FAILED', by: system },
  },
})

export type RefundState = keyof typeof refundProcess.states
