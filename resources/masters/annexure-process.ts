import { process } from '../define/process/process.ts'

/** The life of an annexure: issued to its customer, who accepts it or asks for a change. */
export const annexureProcess = process<{ status: string }>()({
  of: 'customer-annexure',
  noun: 'annexure',
  start: 'DRAFT',
  states: {
    DRAFT: {},
    ISSUED: {},
    ACCEPTED: {},
    EXPIRED: {},
  },
  sets: {
    inUse: ['DRAFT', 'ISSUED', 'ACCEPTED'],
    /** Its customer reads it. */
    issued: ['ISSUED', 'ACCEPTED'],
  },
  steps: {
    issue: { label: 'Issue', from: ['DRAFT'], to: 'ISSUED', by: ['U'] },
    takeBack: { label: 'Withdraw issue', from: ['ISSUED'], to: 'DRAFT', by: ['U'], apart: 'danger' },
    accept: { label: 'Accept', from: ['ISSUED'], to: 'ACCEPTED', by: ['A'] },
    requestChange: { label: 'Request change', from: ['ISSUED'], by: ['A'] },
    expire: {
      label: 'Expired',
      from: ['ISSUED', 'ACCEPTED'],
      to: 'EXPIRED',
      by: ['system'],
      due: { after: 'validTo' },
    },
  },
})
