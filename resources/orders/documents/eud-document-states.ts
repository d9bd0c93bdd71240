/** How far a document of an end user has come. */
export const eudDocumentStates = {
  start: 'SUBMITTED',
  states: {
    SUBMITTED: {},
    APPROVED: {},
    REJECTED: {},
    EXPIRED: {},
    REVOKED: {},
  },
  sets: { inUse: ['SUBMITTED'] },
} as const
