import { dayOf, daysBetween } from '../define/dates.ts'
import { type ActionOf, type Actor, flow } from '../define/flow.ts'
import type { complaintTypes } from '../trade.ts'

/** How far a complaint has come. */
export const complaintStatuses = [
  'NEW',
  'ASSIGNED',
  'IN_PROGRESS',
  'WAITING_CUSTOMER',
  'RESOLVED',
  'CLOSED',
  'REOPENED',
  'CANCELLED',
] as const
export type ComplaintStatus = (typeof complaintStatuses)[number]

/** What was done about a complaint. */
export const resolutions = ['REPLACEMENT', 'CREDIT_NOTE', 'RETURN', 'EXPLAINED', 'REJECTED'] as const
export type Resolution = (typeof resolutions)[number]

export const resolutionLabels: Record<Resolution, string> = {
  REPLACEMENT: 'Goods are replaced',
  CREDIT_NOTE: 'A credit note is issued',
  RETURN: 'Goods are taken back',
  EXPLAINED: 'Explained',
  REJECTED: 'Not accepted',
}

/** A status in the words of the desk. */
export const complaintStatusLabels: Record<ComplaintStatus, string> = {
  NEW: 'In the queue',
  ASSIGNED: 'Assigned',
  IN_PROGRESS: 'In progress',
  WAITING_CUSTOMER: 'Waiting for the customer',
  RESOLVED: 'Resolved',
  CLOSED: 'Closed',
  REOPENED: 'Reopened',
  CANCELLED: 'Withdrawn',
}

/** A status in the words of the customer. */
export const complaintStatusForBuyers: Record<ComplaintStatus, string> = {
  ...complaintStatusLabels,
  NEW: 'Received',
  ASSIGNED: 'Received',
  IN_PROGRESS: 'We are looking into it',
  WAITING_CUSTOMER: 'Your answer is needed',
  RESOLVED: 'Answered: please accept or reopen',
  REOPENED: 'Reopened: we are looking into it',
}

/** A complaint, as far as its flow asks. */
export interface ComplaintSubject {
  status: ComplaintStatus
  complaintType: (typeof complaintTypes)[number]
  /** An instant; null until it is resolved. */
  resolvedAt: string | null
  /** The business day on which it is asked. */
  today: string
}

/** Days after which a resolved complaint closes by itself, and until which it can be reopened. */
export const REOPEN_DAYS = 7
/** Days that an unanswered question waits before the complaint counts as explained. */
export const SILENCE_DAYS = 15

/** The statuses in which somebody of ours has to act, or waits for the customer. */
export const openStatuses = [
  'NEW',
  'ASSIGNED',
  'IN_PROGRESS',
  'WAITING_CUSTOMER',
  'REOPENED',
] as const satisfies readonly ComplaintStatus[]

export const isOpenComplaint = ({ status }: { status: ComplaintStatus }) =>
  (openStatuses as readonly ComplaintStatus[]).includes(status)

const buyers = ['CUSTOMER', 'DISTRIBUTOR'] as const satisfies readonly Actor[]
/** Who works any complaint in their reach. */
const desks = ['SALES_MANAGER', 'CSC_AGENT', 'QA'] as const satisfies readonly Actor[]
const worked = ['IN_PROGRESS', 'REOPENED'] as const

const quality = ({ complaintType }: ComplaintSubject) => complaintType === 'PRODUCT_QUALITY'
const forQuality = (complaint: ComplaintSubject) =>
  quality(complaint) ? undefined : 'Only quality complaints are resolved by QA'
const notForQuality = (complaint: ComplaintSubject) =>
  quality(complaint) ? 'A quality complaint is resolved by QA, with root cause and CAPA' : undefined
const withinDays = ({ resolvedAt, today }: ComplaintSubject) =>
  resolvedAt !== null && daysBetween(dayOf(resolvedAt), today) > REOPEN_DAYS
    ? `A complaint can be reopened for ${REOPEN_DAYS} days: write a new one that follows it`
    : undefined

/** The life of a complaint. `owner` is the employee who answers it; roles act inside their row scope. */
export const complaintFlow = flow<ComplaintSubject>()({
  start: 'NEW',
  states: complaintStatusLabels,
  steps: {
    /** The owner of the customer's account gets it; without one it stays in the queue of the SBU. */
    assign: { label: 'Assigned', from: ['NEW'], to: 'ASSIGNED', by: ['system'] },
    take: { label: 'Take over', from: ['NEW'], to: 'ASSIGNED', by: desks },
    reassign: {
      label: 'Reassign',
      from: openStatuses,
      to: ['ASSIGNED', 'IN_PROGRESS', 'WAITING_CUSTOMER', 'REOPENED'],
      by: desks,
      says: ['ownerEmployeeId'],
    },
    start: { label: 'Start', from: ['ASSIGNED'], to: 'IN_PROGRESS', by: ['owner', ...desks] },
    ask: {
      label: 'Ask the customer',
      from: worked,
      to: 'WAITING_CUSTOMER',
      by: ['owner', ...desks],
      remark: 'required',
    },
    /** Also noted by the desk, where the customer answers by telephone. */
    reply: {
      label: 'Answer',
      from: ['WAITING_CUSTOMER'],
      to: 'IN_PROGRESS',
      by: [...buyers, 'owner', ...desks],
      remark: 'required',
    },
    resolve: {
      label: 'Resolve',
      from: worked,
      to: 'RESOLVED',
      by: ['owner', ...desks],
      unless: notForQuality,
      remark: 'required',
      says: ['resolution', 'rootCause', 'settlementNoteNo'],
    },
    resolveQuality: {
      label: 'Resolve with CAPA',
      from: worked,
      to: 'RESOLVED',
      by: ['QA'],
      unless: forQuality,
      remark: 'required',
      says: ['resolution', 'rootCause', 'capa', 'settlementNoteNo'],
    },
    changePriority: {
      label: 'Change priority',
      from: openStatuses,
      to: openStatuses,
      by: ['owner', ...desks],
      says: ['priority'],
    },
    /** What the customer put in the wrong place: its hours, and whoever answers it, follow the new category. */
    changeCategory: {
      label: 'Change category',
      from: openStatuses,
      to: openStatuses,
      by: ['owner', ...desks],
      says: ['categoryId', 'batchNo'],
    },
    accept: { label: 'Accept and close', from: ['RESOLVED'], to: 'CLOSED', by: buyers },
    reject: {
      label: 'Reopen',
      from: ['RESOLVED'],
      to: 'REOPENED',
      by: [...buyers, ...desks],
      unless: withinDays,
      remark: 'required',
    },
    cancel: {
      label: 'Withdraw',
      from: ['NEW', 'ASSIGNED'],
      to: 'CANCELLED',
      by: [...buyers, 'CSC_AGENT'],
      remark: 'required',
    },
    /** The customer did not answer for `SILENCE_DAYS`. */
    lapse: {
      label: 'Not answered',
      from: ['WAITING_CUSTOMER'],
      to: 'RESOLVED',
      by: ['system'],
      unless: complaint => (quality(complaint) ? 'Only QA resolves a quality complaint' : undefined),
    },
    close: { label: 'Closed', from: ['RESOLVED'], to: 'CLOSED', by: ['system'] },
    /** SAP cancelled the credit note that settled it, however long ago: the customer has nothing in hand. */
    loseCredit: { label: 'Credit note cancelled', from: ['RESOLVED', 'CLOSED'], to: 'REOPENED', by: ['system'] },
  },
})

export type ComplaintStep = ActionOf<typeof complaintFlow>
