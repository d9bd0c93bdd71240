import { process, type StateOf, type TakenStep } from '../../define/process/process.ts'
import { pwcStates } from './pwc-states.ts'

/** A wrong code is taken so often; then a new one must be sent. */
export const MOST_CODE_TRIES = 5

/** The life of a collection by the party. Buyers create and cancel theirs, the desk does the rest. */
export const pwcProcess = process<{ status: string }>()({
  of: 'pwc-collection',
  noun: 'collection',
  ...pwcStates,
  steps: {
    ready: { label: 'Goods are ready', from: ['AWAITED'], to: 'READY', by: ['U'] },
    collect: { label: 'Hand over', from: ['READY'], to: 'COLLECTED', by: ['U'] },
    sendCode: { label: 'Send a new code', from: ['READY'], by: ['U'] },
    correctFreight: { label: 'Correct freight', from: ['READY', 'COLLECTED'], by: ['U'] },
    cancel: { label: 'Cancel collection', from: ['AWAITED', 'READY'], to: 'CANCELLED', by: ['C'], apart: 'danger' },
    expire: {
      label: 'Not collected in time',
      from: ['READY'],
      to: 'EXPIRED',
      by: ['system'],
      due: { after: 'expiresOn' },
    },
  },
})

export type PwcStatus = StateOf<typeof pwcProcess>
/** What is done with a collection after it was authorised. */
export type PwcStep = TakenStep<typeof pwcProcess>
