import { process, type StateOf, type StepOf } from '../../define/process/process.ts'

/** What the steps of a bill ask about it and about the person who takes one. */
export interface BillSubject {
  status: string
  /** Whether the person entered the bill. */
  isOwn: boolean
  /** The LR numbers whose amounts nobody has accepted yet, and whether the tax is one of the differences. */
  openLrs: readonly string[]
  taxIsOpen: boolean
  /** The LR numbers that still need an accepted proof of delivery. */
  lrsWithoutPod: readonly string[]
}

const notOwn = (what: string) => (bill: BillSubject) =>
  bill.isOwn ? `You entered this bill: another person of Finance ${what} it` : undefined

/** The steps of a transporter's bill. Matching follows submission at once; whoever entered a bill never decides on it. */
export const billProcess = process<BillSubject>()({
  of: 'transporter-bill',
  noun: 'bill',
  start: 'DRAFT',
  states: {
    DRAFT: {},
    SUBMITTED: {},
    MATCHED: {},
    DISPUTED: {},
    APPROVED: {},
    PAID: {},
    REJECTED: {},
  },
  sets: { inUse: ['DRAFT', 'SUBMITTED', 'MATCHED', 'DISPUTED', 'APPROVED'] },
  steps: {
    submit: { label: 'Submit', from: ['DRAFT'], to: 'SUBMITTED', by: ['DISPATCH', 'TRANSPORTER'] },
    match: { label: 'Match', from: ['SUBMITTED'], to: ['MATCHED', 'DISPUTED'], by: ['system'] },
    accept: {
      label: 'Accept',
      from: ['DISPUTED'],
      to: ['DISPUTED', 'MATCHED'],
      by: ['FINANCE'],
      unless: notOwn('accepts differences of'),
    },
    approve: {
      label: 'Approve',
      from: ['MATCHED'],
      to: 'APPROVED',
      by: ['FINANCE'],
      unless: bill => notOwn('approves')(bill) ?? withoutPod(bill),
    },
    pay: { label: 'Enter payment', from: ['APPROVED'], to: 'PAID', by: ['FINANCE'] },
    reject: {
      label: 'Reject',
      from: ['MATCHED', 'DISPUTED'],
      to: 'REJECTED',
      by: ['FINANCE'],
      unless: notOwn('rejects'),
      remark: { label: 'Remark', needed: true },
    },
    correct: {
      label: 'Correct',
      from: ['DRAFT', 'MATCHED', 'DISPUTED', 'REJECTED'],
      to: ['DRAFT', 'SUBMITTED'],
      by: ['owner'],
      remark: { label: 'Remark', needed: true },
    },
    withdraw: {
      label: 'Withdraw',
      from: ['DRAFT', 'MATCHED', 'DISPUTED'],
      to: 'REJECTED',
      by: ['owner'],
      remark: { label: 'Remark', needed: true },
    },
  },
})

export type BillState = StateOf<typeof billProcess>
export type BillStep = StepOf<typeof billProcess>

/** The state after matching, or after a difference was accepted. */
export const stateAfterMatching = ({ openLrs, taxIsOpen }: Pick<BillSubject, 'openLrs' | 'taxIsOpen'>) =>
  openLrs.length > 0 || taxIsOpen ? 'DISPUTED' : 'MATCHED'

function withoutPod({ lrsWithoutPod }: BillSubject): string | undefined {
  if (lrsWithoutPod.length === 0) return undefined
  const [shown, more] = [lrsWithoutPod.slice(0, 5).join(', '), lrsWithoutPod.length - 5]
  return `LR ${shown}${more > 0 ? ` and ${more} more` : ''}: no proof of delivery is accepted yet, so accept it on the LR first`
}
