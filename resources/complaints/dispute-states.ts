import { isIn, wordsFor } from '../define/process/states.ts'

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

/** A short word in capitals would read as an abbreviation. */
export const disputeTypeWords = { staff: { TAX: 'Tax' }, buyer: { TAX: 'Tax' } }

const undecided = ['OPEN', 'UNDER_REVIEW', 'WAITING_CUSTOMER'] as const
const awaitingCredit = ['ACCEPTED', 'PARTLY_ACCEPTED'] as const

/** The states of a dispute: its resource and its lists need no more of its process. */
export const disputeStates = {
  start: 'OPEN',
  states: {
    OPEN: { staff: 'Unassigned', buyer: 'Received', mail: 'with our accounts team' },
    UNDER_REVIEW: { buyer: 'We are looking into it', mail: 'under review' },
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
    REJECTED: { buyer: 'Not accepted', mail: 'not accepted' },
    CREDIT_NOTE_ISSUED: { mail: 'settled by a credit note' },
    CLOSED: { mail: 'closed' },
    WITHDRAWN: { mail: 'withdrawn' },
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
} as const

/** How far a dispute has come. */
export type DisputeStatus = keyof typeof disputeStates.states

export const isUndecided = (dispute: { status: string }): boolean => isIn(undecided, dispute)

/** A status in the words of the customer, and as a mail to them says it, after «is now». */
export const disputeStatusForBuyers = wordsFor(disputeStates, 'buyer')
export const disputeStatusInMails = wordsFor(disputeStates, 'mail')
