import { process, type StepOf } from '../define/process/process.ts'
import { disputeStates } from './dispute-states.ts'

/** Paise; what is accepted beyond it needs the confirmation of a second person. */
export const CONFIRM_ABOVE = 50_000_00

/** Working days until a dispute is due to be decided. */
export const DUE_DAYS = 10

/** A dispute, as far as its steps ask. */
export interface DisputeSubject {
  status: string
  /** What Finance wants to accept, in paise, while a second person has not confirmed it. */
  proposedAmount: number | null
  proposedById: number | null
  /** Whoever takes the step; null for the portal. */
  byId: number | null
}

const buyers = ['CUSTOMER', 'DISTRIBUTOR'] as const
const finance = ['FINANCE'] as const
const answer = { label: 'Answer to the customer', needed: true } as const

const nothingProposed = ({ proposedAmount }: DisputeSubject) =>
  proposedAmount === null ? 'There is nothing to confirm' : undefined
const byTheSame = ({ proposedById, byId }: DisputeSubject) =>
  proposedById === byId ? 'Another person must confirm what you accepted yourself' : undefined
const waitsForConfirmation = ({ proposedAmount }: DisputeSubject) =>
  proposedAmount === null ? undefined : 'It waits for the confirmation of the amount: decide it first'

/** The life of a dispute; roles act inside their row scope. */
export const disputeProcess = process<DisputeSubject>()({
  of: 'ar-dispute',
  noun: 'dispute',
  hear: ['customer', 'answerers', 'confirmers'],
  ...disputeStates,
  steps: {
    take: { label: 'Take over', from: ['OPEN'], to: 'UNDER_REVIEW', by: finance, many: true, tells: ['customer'] },
    /** More than `CONFIRM_ABOVE` stays under review until somebody else confirms it. */
    accept: {
      label: 'Accept',
      from: ['UNDER_REVIEW'],
      to: ['ACCEPTED', 'PARTLY_ACCEPTED', 'UNDER_REVIEW'],
      by: finance,
      unless: waitsForConfirmation,
      remark: answer,
      asks: { acceptedAmount: 'needed' },
      tells: ['customer', 'confirmers'],
    },
    confirm: {
      label: 'Confirm amount',
      from: ['UNDER_REVIEW'],
      to: ['ACCEPTED', 'PARTLY_ACCEPTED'],
      by: ['SALES_MANAGER'],
      notFor: nothingProposed,
      unless: byTheSame,
      tells: ['customer', 'answerers'],
    },
    sendBack: {
      label: 'Send back',
      from: ['UNDER_REVIEW'],
      by: ['SALES_MANAGER'],
      notFor: nothingProposed,
      unless: byTheSame,
      remark: { label: 'What is to be changed', needed: true },
      tells: ['answerers'],
    },
    reject: {
      label: 'Reject',
      from: ['UNDER_REVIEW'],
      to: 'REJECTED',
      by: finance,
      unless: waitsForConfirmation,
      remark: answer,
      apart: 'danger',
      tells: ['customer'],
    },
    ask: {
      label: 'Ask the customer',
      from: ['UNDER_REVIEW'],
      to: 'WAITING_CUSTOMER',
      by: finance,
      unless: waitsForConfirmation,
      remark: { label: 'Question to the customer', needed: true },
      apart: 'beside',
      tells: ['customer'],
    },
    /** Also noted by Finance, where the customer answers by telephone. */
    reply: {
      label: 'Answer',
      from: ['WAITING_CUSTOMER'],
      to: 'UNDER_REVIEW',
      by: [...buyers, ...finance],
      remark: { label: 'Answer', needed: true },
      tells: ['answerers'],
    },
    /** Without an answer of SAP the credit note is to be checked, and the dispute stays as it is. */
    enterCredit: {
      label: 'Enter credit note',
      from: disputeStates.sets.awaitingCredit,
      to: ['CREDIT_NOTE_ISSUED', ...disputeStates.sets.awaitingCredit],
      by: finance,
      asks: { settlementNoteNo: 'needed' },
      tells: ['customer'],
    },
    /** The reading of invoices from SAP found it. */
    findCredit: {
      label: 'Credit note found',
      from: disputeStates.sets.awaitingCredit,
      to: 'CREDIT_NOTE_ISSUED',
      by: ['system'],
    },
    /** SAP denies the credit note that somebody entered. */
    denyCredit: { label: 'Credit note not confirmed', from: disputeStates.sets.awaitingCredit, by: ['system'] },
    /** SAP cancelled the credit note: another is owed. */
    loseCredit: {
      label: 'Credit note cancelled',
      from: ['CREDIT_NOTE_ISSUED', 'CLOSED'],
      to: disputeStates.sets.awaitingCredit,
      by: ['system'],
    },
    close: { label: 'Close', from: ['CREDIT_NOTE_ISSUED', 'REJECTED'], to: 'CLOSED', by: finance, many: true },
    reassign: {
      label: 'Reassign',
      from: disputeStates.sets.disputed,
      to: ['UNDER_REVIEW', 'WAITING_CUSTOMER', ...disputeStates.sets.awaitingCredit],
      by: finance,
      remark: { label: 'Why' },
      asks: { ownerEmployeeId: 'needed' },
      many: true,
      apart: 'beside',
      tells: ['answerers'],
    },
    withdraw: {
      label: 'Withdraw',
      from: disputeStates.sets.undecided,
      to: 'WITHDRAWN',
      by: buyers,
      remark: { label: 'Why it is withdrawn', needed: true },
      apart: 'danger',
      tells: ['answerers'],
    },
  },
})

export type DisputeStep = StepOf<typeof disputeProcess>
