import { process } from '../../define/process/process.ts'
import { eudDocumentStates } from './eud-document-states.ts'

/** The life of a document of an end user. It is decided with its order, or with the block that it resolves. */
export const eudDocumentProcess = process<{ status: string }>()({
  of: 'eud-document',
  noun: 'document',
  ...eudDocumentStates,
  steps: {
    approve: { label: 'Approve', from: ['SUBMITTED'], to: 'APPROVED', by: ['EUD_APPROVER'] },
    reject: { label: 'Reject', from: ['SUBMITTED'], to: 'REJECTED', by: ['EUD_APPROVER'] },
    /** Its licence was revoked: it counts no more, for orders on their way neither. */
    revoke: { label: 'Revoke', from: ['APPROVED'], to: 'REVOKED', by: ['EUD_APPROVER'] },
    expire: {
      label: 'Expired',
      from: ['SUBMITTED', 'APPROVED'],
      to: 'EXPIRED',
      by: ['system'],
      due: { after: 'validTo' },
    },
  },
})
