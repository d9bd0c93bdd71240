import { process } from '../../define/process/process.ts'

const open = ['EXPECTED', 'DIFFERS'] as const
const received = ['CLOSED', 'DIFFERS'] as const
const entered = { certificateNo: 'needed', tan: 'needed', receivedAmount: 'needed', fileId: 'optional' } as const
const said = { saidNo: 'needed', saidTan: 'needed', saidAmount: 'needed', saidFileId: 'optional' } as const

/**
 * The life of a TDS certificate: it is expected once a payer deducts, Finance enters it or confirms what the customer
 * says of it, and two people write off what stays missing.
 */
export const tdsProcess = process<{ status: string }>()({
  of: 'tds-certificate',
  noun: 'certificate',
  start: 'EXPECTED',
  states: {
    EXPECTED: { buyer: 'We await it' },
    DIFFERS: { buyer: 'Differs from your payments' },
    CLOSED: { staff: 'Received', buyer: 'Received' },
    WRITTEN_OFF: { buyer: 'Closed' },
  },
  sets: { open, inUse: open },
  steps: {
    say: { label: 'Send certificate', from: open, by: ['U'], asks: said },
    confirmSaid: { label: 'Confirm what the customer sent', from: open, to: received, by: ['A'] },
    declineSaid: { label: 'Decline what the customer sent', from: open, by: ['A'], asks: { saidText: 'needed' } },
    enter: { label: 'Enter certificate', from: [...open, 'CLOSED'], to: received, by: ['A'], asks: entered },
    writeOff: { label: 'Propose write-off', from: open, by: ['A'], asks: { reason: 'needed' }, apart: 'danger' },
    confirmWriteOff: { label: 'Confirm write-off', from: open, to: 'WRITTEN_OFF', by: ['A'] },
    keepOpen: { label: 'Keep open', from: open, by: ['A'] },
    /** Payers deducted more or less than before. */
    recount: {
      label: 'Counted again',
      from: [...open, 'CLOSED', 'WRITTEN_OFF'],
      to: [...open, 'CLOSED', 'WRITTEN_OFF'],
      by: ['system'],
    },
  },
})
