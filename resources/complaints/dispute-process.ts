import { isIn, process, type StateOf, type StepOf, wordsFor } from '../define/process.ts'

/** What of an invoice is disputed. */
export const disputeTypes = [
  'PRICE',
  'QUANTITY',
  'TAX',
  'FREIGHT',
  'DAMAGE',
  'DUPLICATE_BILLING',
  'NOT_RECEIVED',
  'TDS',
  'OTHER',
] as const
export type DisputeType = (typeof disputeTypes)[number]

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
const undecided = ['OPEN', 'UNDER_REVIEW', 'WAITING_CUSTOMER'] as const
const awaitingCredit = ['ACCEPTED', 'PARTLY_ACCEPTED'] as const
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
  start: 'OPEN',
  hear: ['customer', 'answerers', 'confirmers'],
  states: {
    OPEN: { staff: 'Unassigned', buyer: 'Received', mail: 'with our accounts team' },
    UNDER_REVIEW: { staff: 'Under review', buyer: 'We are looking into it', mail: 'under review' },
    WAITING_CUSTOMER: {
      staff: 'Waiting for the customer',
      buyer: 'Your answer is needed',
      mail: 'waiting for your answer',
    },
    ACCEPTED: {
      staff: 'Accepted, credit note pending',
      buyer: 'Accepted: your credit note follows',
      mail: 'accepted',
    },
    PARTLY_ACCEPTED: {
      staff: 'Partly accepted, credit note pending',
      buyer: 'Partly accepted: your credit note follows',
      mail: 'partly accepted',
    },
    REJECTED: { staff: 'Rejected', buyer: 'Not accepted', mail: 'not accepted' },
    CREDIT_NOTE_ISSUED: { staff: 'Credit note issued', mail: 'settled by a credit note' },
    CLOSED: { staff: 'Closed', mail: 'closed' },
    WITHDRAWN: { staff: 'Withdrawn', mail: 'withdrawn' },
  },
  sets: {
    /** Nobody has decided yet: its clock runs. */
    undecided,
    /** A credit note is owed to the customer. */
    awaitingCredit,
    /** An amount of the invoice is disputed. */
    disputed: [...undecided, ...awaitingCredit],
    inUse: [...undecided, ...awaitingCredit, 'CREDIT_NOTE_ISSUED'],
  },
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
      to: 'UNDER_REVIEW',
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
    enterCredit: {
      label: 'Enter credit note',
      from: awaitingCredit,
      to: 'CREDIT_NOTE_ISSUED',
      by: finance,
      asks: { settlementNoteNo: 'needed' },
      tells: ['customer'],
    },
    /** The reading of invoices from SAP found it. */
    findCredit: { label: 'Credit note found', from: awaitingCredit, to: 'CREDIT_NOTE_ISSUED', by: ['system'] },
    /** SAP cancelled the credit note: another is owed. */
    loseCredit: {
      label: 'Credit note cancelled',
      from: ['CREDIT_NOTE_ISSUED', 'CLOSED'],
      to: awaitingCredit,
      by: ['system'],
    },
    close: { label: 'Close', from: ['CREDIT_NOTE_ISSUED', 'REJECTED'], to: 'CLOSED', by: finance, many: true },
    reassign: {
      label: 'Reassign',
      from: [...undecided, ...awaitingCredit],
      to: ['UNDER_REVIEW', 'WAITING_CUSTOMER', ...awaitingCredit],
      by: finance,
      remark: { label: 'Why' },
      asks: { ownerEmployeeId: 'needed' },
      many: true,
      apart: 'beside',
      tells: ['answerers'],
    },
    withdraw: {
      label: 'Withdraw',
      from: undecided,
      to: 'WITHDRAWN',
      by: buyers,
      remark: { label: 'Why it is withdrawn', needed: true },
      apart: 'danger',
      tells: ['answerers'],
    },
  },
})

/** How far a dispute has come. */
export type DisputeStatus = StateOf<typeof disputeProcess>
export type DisputeStep = StepOf<typeof disputeProcess>

export const isUndecided = (dispute: { status: string }): boolean => isIn(disputeProcess.sets.undecided, dispute)

/** A status in the words of the customer, and as a mail to them says it, after «is now». */
export const disputeStatusForBuyers = wordsFor(disputeProcess, 'buyer')
export const disputeStatusInMails = wordsFor(disputeProcess, 'mail')
