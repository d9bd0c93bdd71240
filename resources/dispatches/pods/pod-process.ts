import { process } from '../../define/process/process.ts'

/**
 * The life of a proof of delivery: it is verified, and a rejected one is followed by another. One that comes while another
 * counts takes its place; where the newer is rejected, the former counts again.
 */
export const podProcess = process<{ status: string }>()({
  of: 'pod',
  noun: 'POD',
  start: 'UPLOADED',
  states: {
    UPLOADED: {},
    ACCEPTED: {},
    REJECTED: {},
    REPLACED: {},
  },
  /** It names its LR, whose own states say what is in use. */
  sets: { inUse: [] },
  steps: {
    accept: { label: 'Accept', from: ['UPLOADED'], to: 'ACCEPTED', by: ['A'] },
    reject: {
      label: 'Reject',
      from: ['UPLOADED'],
      to: 'REJECTED',
      by: ['A'],
      asks: { rejectReasonId: 'needed' },
      apart: 'danger',
    },
    /** The packages of its LR were corrected, and it counts others. */
    recheck: { label: 'Verify again', from: ['ACCEPTED'], to: 'UPLOADED', by: ['system'] },
    replace: { label: 'Replace', from: ['UPLOADED', 'ACCEPTED'], to: 'REPLACED', by: ['system'] },
    restore: { label: 'Restore', from: ['REPLACED'], to: ['UPLOADED', 'ACCEPTED'], by: ['system'] },
  },
})
