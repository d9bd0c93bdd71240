import { type ActionOf, type Actor, flow } from '../define/flow.ts'

/** How far a dispute has come. */
export const disputeStatuses = [
  'OPEN',
  'UNDER_REVIEW',
  'WAITING_CUSTOMER',
  'ACCEPTED',
  'PARTLY_ACCEPTED',
  'REJECTED',
  'CREDIT_NOTE_ISSUED',
  'CLOSED',
  'WITHDRAWN',
] as const
export type DisputeStatus = (typeof disputeStatuses)[number]

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

/** A status in the words of Finance. */
export const disputeStatusLabels: Record<DisputeStatus, string> = {
  OPEN: 'Unassigned',
  UNDER_REVIEW: 'Under review',
  WAITING_CUSTOMER: 'Waiting for the customer',
  ACCEPTED: 'Accepted, credit note pending',
  PARTLY_ACCEPTED: 'Partly accepted, credit note pending',
  REJECTED: 'Rejected',
  CREDIT_NOTE_ISSUED: 'Credit note issued',
  CLOSED: 'Closed',
  WITHDRAWN: 'Withdrawn',
}

/** A status in the words of the customer. */
export const disputeStatusForBuyers: Record<DisputeStatus, string> = {
  ...disputeStatusLabels,
  OPEN: 'Received',
  UNDER_REVIEW: 'We are looking into it',
  WAITING_CUSTOMER: 'Your answer is needed',
  ACCEPTED: 'Accepted: your credit note follows',
  PARTLY_ACCEPTED: 'Partly accepted: your credit note follows',
  REJECTED: 'Not accepted',
}

/** A status as a mail to the customer says it, after «is now». */
export const disputeStatusInMails: Record<DisputeStatus, string> = {
  OPEN: 'with our accounts team',
  UNDER_REVIEW: 'under review',
  WAITING_CUSTOMER: 'waiting for your answer',
  ACCEPTED: 'accepted',
  PARTLY_ACCEPTED: 'partly accepted',
  REJECTED: 'not accepted',
  CREDIT_NOTE_ISSUED: 'settled by a credit note',
  CLOSED: 'closed',
  WITHDRAWN: 'withdrawn',
}

/** Paise; what is accepted beyond it needs the confirmation of a second person. */
export const CONFIRM_ABOVE = 50_000_00

/** Working days until a dispute is due to be decided. */
export const DUE_DAYS = 10

/** Nobody has decided yet. */
export const undecided = ['OPEN', 'UNDER_REVIEW', 'WAITING_CUSTOMER'] as const satisfies readonly DisputeStatus[]
/** A credit note is owed to the customer. */
export const awaitingCredit = ['ACCEPTED', 'PARTLY_ACCEPTED'] as const satisfies readonly DisputeStatus[]
/** The statuses in which an amount of the invoice is disputed. */
export const openDisputeStatuses = [...undecided, ...awaitingCredit] as const

export const isUndecided = ({ status }: { status: DisputeStatus }) =>
  (undecided as readonly DisputeStatus[]).includes(status)
/** A dispute, as far as its flow asks. */
export interface DisputeSubject {
  status: DisputeStatus
  /** What Finance wants to accept, in paise, while a second person has not confirmed it. */
  proposedAmount: number | null
  proposedById: number | null
  /** Whoever takes the step; null for the portal. */
  byId: number | null
}

const buyers = ['CUSTOMER', 'DISTRIBUTOR'] as const satisfies readonly Actor[]
const finance = ['FINANCE'] as const satisfies readonly Actor[]

const proposed = ({ proposedAmount, proposedById, byId }: DisputeSubject) => {
  if (proposedAmount === null) return 'There is nothing to confirm'
  return proposedById === byId ? 'Another person must confirm what you accepted yourself' : undefined
}
const waitsForConfirmation = ({ proposedAmount }: DisputeSubject) =>
  proposedAmount === null ? undefined : 'It waits for the confirmation of the amount: decide it first'

/** The life of a dispute; roles act inside their row scope. */
export const disputeFlow = flow<DisputeSubject>()({
  start: 'OPEN',
  states: disputeStatusLabels,
  steps: {
    take: { label: 'Take over', from: ['OPEN'], to: 'UNDER_REVIEW', by: finance },
    /** More than `CONFIRM_ABOVE` stays under review until somebody else confirms it. */
    accept: {
      label: 'Accept',
      from: ['UNDER_REVIEW'],
      to: ['ACCEPTED', 'PARTLY_ACCEPTED', 'UNDER_REVIEW'],
      by: finance,
      unless: waitsForConfirmation,
      remark: 'required',
      says: ['acceptedAmount'],
    },
    confirm: {
      label: 'Confirm amount',
      from: ['UNDER_REVIEW'],
      to: ['ACCEPTED', 'PARTLY_ACCEPTED'],
      by: ['SALES_MANAGER'],
      unless: proposed,
    },
    sendBack: {
      label: 'Send back',
      from: ['UNDER_REVIEW'],
      to: 'UNDER_REVIEW',
      by: ['SALES_MANAGER'],
      unless: proposed,
      remark: 'required',
    },
    reject: {
      label: 'Reject',
      from: ['UNDER_REVIEW'],
      to: 'REJECTED',
      by: finance,
      unless: waitsForConfirmation,
      remark: 'required',
    },
    ask: {
      label: 'Ask the customer',
      from: ['UNDER_REVIEW'],
      to: 'WAITING_CUSTOMER',
      by: finance,
      unless: waitsForConfirmation,
      remark: 'required',
    },
    /** Also noted by Finance, where the customer answers by telephone. */
    reply: {
      label: 'Answer',
      from: ['WAITING_CUSTOMER'],
      to: 'UNDER_REVIEW',
      by: [...buyers, ...finance],
      remark: 'required',
    },
    enterCredit: {
      label: 'Enter credit note',
      from: awaitingCredit,
      to: 'CREDIT_NOTE_ISSUED',
      by: finance,
      says: ['settlementNoteNo'],
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
    close: { label: 'Close', from: ['CREDIT_NOTE_ISSUED', 'REJECTED'], to: 'CLOSED', by: finance },
    reassign: {
      label: 'Reassign',
      from: openDisputeStatuses,
      to: ['UNDER_REVIEW', 'WAITING_CUSTOMER', ...awaitingCredit],
      by: finance,
      says: ['ownerEmployeeId'],
    },
    withdraw: { label: 'Withdraw', from: undecided, to: 'WITHDRAWN', by: buyers, remark: 'required' },
  },
})

export type DisputeStep = ActionOf<typeof disputeFlow>

/** Steps that are taken on many disputes at once, each for itself. */
export const manySteps = ['take', 'reassign', 'close'] as const satisfies readonly DisputeStep[]
