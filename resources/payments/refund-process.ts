import { process } from '../define/process/process.ts'

/** The life of a refund: one person of Finance enters it, another decides. */
export const refundProcess = process<{ status: string }>()({
  of: 'payment-refund',
  noun: 'refund',
  start: 'PROPOSED',
  states: {
    PROPOSED: {},
    CONFIRMED: {},
    REJECTED: {},
  },
  /** It names its payment only. */
  sets: { inUse: [] },
  steps: {
    propose: { label: 'Enter a refund', from: [], to: 'PROPOSED', by: ['A'] },
    confirmRefund: { label: 'Confirm', from: ['PROPOSED'], to: 'CONFIRMED', by: ['A'] },
    reject: {
      label: 'Reject',
      from: ['PROPOSED'],
      to: 'REJECTED',
      by: ['A'],
      asks: { reason: 'needed' },
      apart: 'danger',
    },
    enterReversal: {
      label: 'Enter SAP reversal',
      from: ['CONFIRMED'],
      by: ['A'],
      asks: { fiReversalDoc: 'needed' },
    },
  },
})
