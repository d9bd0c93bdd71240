import { process } from '../define/process/process.ts'

/** What the steps of a contract ask: whether the person wrote it or submitted it. */
interface ContractSubject {
  status: string
  isOwn: boolean
}

/** The life of a freight contract: it counts once another person than its writer has approved it. */
export const freightContractProcess = process<ContractSubject>()({
  of: 'freight-contract',
  noun: 'contract',
  start: 'DRAFT',
  states: {
    DRAFT: {},
    SUBMITTED: {},
    APPROVED: {},
    ENDED: {},
  },
  sets: {
    inUse: ['DRAFT', 'SUBMITTED', 'APPROVED'],
    /** LRs of its days are priced by it. */
    counting: ['APPROVED', 'ENDED'],
  },
  steps: {
    submit: { label: 'Submit', from: ['DRAFT'], to: 'SUBMITTED', by: ['U'] },
    sendBack: { label: 'Return to draft', from: ['SUBMITTED'], to: 'DRAFT', by: ['U'], apart: 'danger' },
    approve: {
      label: 'Approve',
      from: ['SUBMITTED'],
      to: 'APPROVED',
      by: ['A'],
      unless: ({ isOwn }) =>
        isOwn ? 'You wrote or submitted this contract: another person of Finance approves it' : undefined,
    },
    end: { label: 'End', from: ['APPROVED'], to: 'ENDED', by: ['A'], apart: 'danger' },
  },
})
