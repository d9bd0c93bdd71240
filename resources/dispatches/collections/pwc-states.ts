/** How far a collection by the party has come. */
export const pwcStates = {
  start: 'AWAITED',
  states: {
    AWAITED: { staff: 'To be made ready', buyer: 'Being prepared' },
    READY: { staff: 'Ready at the gate', buyer: 'Ready to collect' },
    COLLECTED: {},
    EXPIRED: { staff: 'Not collected in time' },
    CANCELLED: {},
  },
  sets: { inUse: ['AWAITED', 'READY'] },
} as const
