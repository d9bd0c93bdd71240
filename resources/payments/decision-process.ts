import { process } from '../define/process/process.ts'

/** What Finance says by hand became of a payment: one person decides, and another confirms or drops it. */
export const decisionProcess = process<{ status: string }>()({
  of: 'payment-decision',
  noun: 'decision',
  start: 'PROPOSED',
  states: { PROPOSED: {}, CONFIRMED: {}, REJECTED: {} },
  sets: { inUse: [] },
  steps: {
    decide: { label: 'Decide by hand', from: [], to: 'PROPOSED', by: ['A'] },
    confirm: { label: 'Confirm', from: ['PROPOSED'], to: 'CONFIRMED', by: ['A'] },
    reject: { label: 'Reject', from: ['PROPOSED'], to: 'REJECTED', by: ['A'], apart: 'danger' },
  },
})
