import { process } from '../define/process/process.ts'

const blocking = ['ACTIVE', 'RELEASE_DENIED'] as const

/** What a new document of the end user resolves; the other reasons are resolved by an answer. */
export const renewable = ['EXPIRED', 'REVOKED', 'QTY_EXCEEDED'] as const

/** The life of a block: it keeps the customer from buying until it is released. */
export const eudBlockProcess = process<{ status: string; reason: string }>()({
  of: 'eud-block',
  noun: 'block',
  start: 'ACTIVE',
  states: {
    ACTIVE: { staff: 'Blocked', buyer: 'Active' },
    RELEASE_REQUESTED: {},
    RELEASED: {},
    RELEASE_DENIED: { staff: 'Blocked, release denied', buyer: 'Release denied' },
  },
  sets: { inUse: [...blocking, 'RELEASE_REQUESTED'] },
  steps: {
    block: { label: 'Block a customer', from: [], to: 'ACTIVE', by: ['U', 'system'], apart: 'danger' },
    renew: {
      label: 'Send a renewed document',
      from: blocking,
      to: 'RELEASE_REQUESTED',
      by: ['A'],
      asks: { requestNote: 'optional' },
    },
    requestRelease: {
      label: 'Request release',
      from: blocking,
      to: 'RELEASE_REQUESTED',
      by: ['A'],
      asks: { requestNote: 'needed', releaseAttachmentId: 'optional' },
    },
    release: {
      label: 'Release',
      from: [...blocking, 'RELEASE_REQUESTED'],
      to: 'RELEASED',
      by: ['U'],
      asks: { releaseNote: 'optional' },
    },
    /** A document that was approved with an order resolved it. */
    lift: { label: 'Lifted', from: [...blocking, 'RELEASE_REQUESTED'], to: 'RELEASED', by: ['system'] },
    deny: {
      label: 'Deny release',
      from: ['RELEASE_REQUESTED'],
      to: 'RELEASE_DENIED',
      by: ['U'],
      asks: { releaseNote: 'needed' },
      apart: 'danger',
    },
  },
})
