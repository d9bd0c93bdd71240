import { process } from '../define/process/process.ts'

/** The life of a difference to the gateway: one person says why it may be closed, and another confirms it. */
export const differenceProcess = process<{ status: string }>()({
  of: 'payment-difference',
  noun: 'difference',
  start: 'OPEN',
  states: {
    OPEN: {},
    PROPOSED: {},
    CLOSED: {},
  },
  sets: { inUse: ['OPEN', 'PROPOSED'] },
  steps: {
    close: { label: 'Propose to close', from: ['OPEN'], to: 'PROPOSED', by: ['A'], asks: { reason: 'needed' } },
    confirmClosing: { label: 'Confirm closing', from: ['PROPOSED'], to: 'CLOSED', by: ['A'] },
    keepOpen: { label: 'Keep open', from: ['PROPOSED'], to: 'OPEN', by: ['A'] },
    /** It is no difference any more. */
    settle: { label: 'Settled', from: ['OPEN', 'PROPOSED'], to: 'CLOSED', by: ['system'] },
    /** It is found again, unless two people have closed it. */
    reopen: { label: 'Found again', from: ['OPEN', 'PROPOSED', 'CLOSED'], to: 'OPEN', by: ['system'] },
  },
})
