import { isIn } from '../define/process/states.ts'

const open = ['NEW', 'ASSIGNED', 'IN_PROGRESS', 'WAITING_CUSTOMER', 'REOPENED'] as const

/** The states of a complaint: its resource and its lists need no more of its process. */
export const complaintStates = {
  start: 'NEW',
  states: {
    NEW: { staff: 'In the queue', buyer: 'Received' },
    ASSIGNED: { buyer: 'Received' },
    IN_PROGRESS: { buyer: 'We are looking into it' },
    WAITING_CUSTOMER: { staff: 'Waiting for the customer', buyer: 'Your answer is needed' },
    RESOLVED: { buyer: 'Answered: please accept or reopen' },
    CLOSED: {},
    REOPENED: { buyer: 'Reopened: we are looking into it' },
    CANCELLED: { staff: 'Withdrawn' },
  },
  sets: {
    /** Somebody of ours has to act, or waits for the customer: its clock runs. */
    open,
    inUse: [...open, 'RESOLVED'],
  },
} as const

/** How far a complaint has come. */
export type ComplaintStatus = keyof typeof complaintStates.states

export const isOpenComplaint = (complaint: { status: string }): boolean => isIn(open, complaint)

/** What was done about a complaint. */
export const resolutions = ['REPLACEMENT', 'CREDIT_NOTE', 'RETURN', 'EXPLAINED', 'REJECTED'] as const
type Resolution = (typeof resolutions)[number]

export const resolutionLabels: Record<Resolution, string> = {
  REPLACEMENT: 'Goods are replaced',
  CREDIT_NOTE: 'A credit note is issued',
  RETURN: 'Goods are taken back',
  EXPLAINED: 'Explained',
  REJECTED: 'Not accepted',
}
