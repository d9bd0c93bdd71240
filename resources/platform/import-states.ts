/** How far an import has come. */
export const importStates = {
  start: 'UPLOADED',
  states: {
    UPLOADED: { staff: 'Uploaded' },
    VALIDATING: { staff: 'Validating' },
    MAPPING: { staff: 'Mapping' },
    VALIDATED: { staff: 'Validated' },
    COMMITTING: { staff: 'Committing' },
    DONE: { staff: 'Done' },
    DONE_WITH_ERRORS: { staff: 'Done with errors' },
    FAILED: { staff: 'Failed' },
    CANCELLED: { staff: 'Cancelled' },
    ROLLING_BACK: { staff: 'Rolling back' },
    ROLLED_BACK: { staff: 'Rolled back' },
  },
  sets: {
    /** It names no master. */
    inUse: [],
    /** The portal works on it. */
    running: ['UPLOADED', 'VALIDATING', 'COMMITTING', 'ROLLING_BACK'],
    /** Its rows are saved. */
    saved: ['DONE', 'DONE_WITH_ERRORS'],
  },
} as const
