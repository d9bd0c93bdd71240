import { process } from '../../define/process/process.ts'
import { importStates } from './import-states.ts'

/** Whoever sent the file. */
const sender = ['owner'] as const
const portal = ['system'] as const

/** The life of an import: the file is checked in full before its first row is saved, and can be rolled back. */
export const importProcess = process<{ status: string }>()({
  of: 'import-job',
  noun: 'import',
  ...importStates,
  steps: {
    check: { label: 'Check', from: ['UPLOADED'], to: 'VALIDATING', by: portal },
    /** Its columns are not known, or its rows are judged; it starts anew where its process ended. */
    judge: {
      label: 'Checked',
      from: ['VALIDATING'],
      to: ['MAPPING', 'VALIDATED', 'FAILED', 'UPLOADED', 'CANCELLED'],
      by: portal,
    },
    map: { label: 'Map columns', from: ['MAPPING'], to: 'UPLOADED', by: sender },
    mapAgain: { label: 'Change columns', from: ['VALIDATED'], to: 'MAPPING', by: sender },
    commit: { label: 'Import', from: ['VALIDATED'], to: 'COMMITTING', by: sender },
    save: {
      label: 'Saved',
      from: ['COMMITTING'],
      to: ['DONE', 'DONE_WITH_ERRORS', 'VALIDATED', 'FAILED'],
      by: portal,
    },
    cancel: { label: 'Cancel', from: ['UPLOADED', 'MAPPING', 'VALIDATED'], to: 'CANCELLED', by: sender },
    rollBack: { label: 'Roll back', from: ['DONE', 'DONE_WITH_ERRORS'], to: 'ROLLING_BACK', by: sender },
    undo: {
      label: 'Rolled back',
      from: ['ROLLING_BACK'],
      to: ['ROLLED_BACK', 'DONE', 'DONE_WITH_ERRORS', 'FAILED'],
      by: portal,
    },
  },
})
