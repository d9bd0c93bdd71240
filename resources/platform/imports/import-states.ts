/** How far an import has come. */
export const importStates = {
  start: 'UPLOADED',
  states: {
    UPLOADED: {},
    VALIDATING: {},
    MAPPING: {},
    VALIDATED: {},
    COMMITTING: {},
    DONE: {},
    DONE_WITH_ERRORS: {},
    FAILED: {},
    CANCELLED: {},
    ROLLING_BACK: {},
    ROLLED_BACK: {},
  },
  sets: {
    /** It names no master. */
    inUse: [],
    /** The portal works on it. */
    running: ['UPLOADED', 'VALIDATING', 'COMMITTING', 'ROLLING_BACK'],
    /** Its sender has not said yet what becomes of it. */
    toFinish: ['MAPPING', 'VALIDATED', 'FAILED'],
    /** Its rows are saved. */
    saved: ['DONE', 'DONE_WITH_ERRORS'],
  },
} as const
