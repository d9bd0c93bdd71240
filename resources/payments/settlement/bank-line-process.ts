import { process } from '../../define/process/process.ts'

/**
 * The life of a line of a bank statement: it is a gateway's transfer, may be one by its amount, is one that no file
 * explains, or is no gateway's money.
 */
export const bankLineProcess = process<{ status: string }>()({
  of: 'bank-line',
  noun: 'deposit',
  start: 'OTHER',
  states: {
    OTHER: { staff: 'Not of a gateway' },
    UNKNOWN: { staff: 'In no file' },
    OFFERED: { staff: 'To confirm' },
    MATCHED: {},
  },
  sets: { inUse: ['UNKNOWN', 'OFFERED'] },
  steps: {
    match: { label: 'Matched', from: ['OTHER', 'UNKNOWN', 'OFFERED'], to: 'MATCHED', by: ['system'] },
    offer: { label: 'Offered', from: ['OTHER', 'UNKNOWN', 'OFFERED'], to: 'OFFERED', by: ['system'] },
    miss: { label: 'In no file', from: ['OTHER', 'OFFERED'], to: 'UNKNOWN', by: ['system'] },
    confirmMatch: { label: 'Confirm transfer', from: ['OFFERED'], to: 'MATCHED', by: ['A'] },
    setAside: {
      label: 'Not of a gateway',
      from: ['UNKNOWN', 'OFFERED'],
      to: 'OTHER',
      by: ['A'],
      asks: { reason: 'needed' },
    },
  },
})
