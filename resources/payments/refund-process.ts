import { type Actor, process } from '../define/process/process.ts'

/** A refund, as far as its flow asks. */
interface RefundSubject {
  status: string
  how: string
  acknowledgedById?: number | null
}

const system: readonly Actor[] = ['system']

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
    /** It names its payment only. */
    inUse: [],
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
    ask: { label: 'Ask the gateway', from: ['CONFIRMED'], to: 'ASKED', by: system },
    accept: { label: 'Accepted', from: ['ASKED'], to: 'ACCEPTED', by: system },
    settle: { label: 'Settled', from: ['CONFIRMED', 'ASKED', 'ACCEPTED', 'FAILED'], to: 'SETTLED', by: system },
    fail: { label: 'Refused', from: ['ASKED', 'ACCEPTED'], to: 'FAILED', by: system },
  },
})

export type RefundState = keyof typeof refundProcess.states
