import { process } from '../define/process/process.ts'

/** The life of a rate contract; orders are priced by it while it is active. */
export const contractProcess = process<{ status: string }>()({
  of: 'rate-contract-customer',
  noun: 'contract',
  start: 'DRAFT',
  states: {
    DRAFT: {},
    ACTIVE: {},
    SUSPENDED: {},
    EXPIRED: {},
    CLOSED: {},
  },
  sets: {
    inUse: ['DRAFT', 'ACTIVE', 'SUSPENDED'],
    /** Its customer reads it. */
    issued: ['ACTIVE', 'SUSPENDED', 'EXPIRED', 'CLOSED'],
  },
  steps: {
    activate: { label: 'Activate', from: ['DRAFT', 'SUSPENDED'], to: 'ACTIVE', by: ['A'] },
    suspend: { label: 'Suspend', from: ['ACTIVE'], to: 'SUSPENDED', by: ['A'], apart: 'danger' },
    close: { label: 'Close', from: ['ACTIVE', 'SUSPENDED', 'EXPIRED'], to: 'CLOSED', by: ['A'], apart: 'danger' },
    /** SAP suspended or released its own. */
    followSap: {
      label: 'Changed in SAP',
      from: ['DRAFT', 'ACTIVE', 'SUSPENDED', 'EXPIRED'],
      to: ['ACTIVE', 'SUSPENDED'],
      by: ['system'],
    },
    expire: {
      label: 'Expired',
      from: ['ACTIVE', 'SUSPENDED'],
      to: 'EXPIRED',
      by: ['system'],
      due: { after: 'validTo' },
    },
  },
})
