import { process } from '../../define/process/process.ts'

/** The life of a cartage charge: within the limits it is approved as it is entered, above them Finance decides. */
export const cartingProcess = process<{ status: string }>()({
  of: 'carting-charge',
  noun: 'charge',
  start: 'ENTERED',
  states: {
    ENTERED: {},
    APPROVED: {},
    REJECTED: {},
  },
  sets: { inUse: ['ENTERED'] },
  steps: {
    approve: { label: 'Approve', from: ['ENTERED'], to: 'APPROVED', by: ['A'], asks: { remarks: 'optional' } },
    reject: {
      label: 'Reject',
      from: ['ENTERED'],
      to: 'REJECTED',
      by: ['A'],
      asks: { remarks: 'needed' },
      apart: 'danger',
    },
  },
})
