/** How far a document of an end user has come. */
export const eudDocumentStates = {
  start: 'SUBMITTED',
  states: {
    SUBMITTED: { staff: 'Submitted' },
    APPROVED: { staff: 'Approved' },
    REJECTED: { staff: 'Rejected' },
    EXPIRED: { staff: 'Expired' },
    REVOKED: { staff: 'Revoked' },
  },
  sets: { inUse: ['SUBMITTED'] },
} as const
