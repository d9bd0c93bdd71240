import { dayOf, daysBetween } from '../define/dates.ts'
import { process, type StepOf } from '../define/process/process.ts'
import type { complaintTypes } from '../trade.ts'
import { complaintStates } from './complaint-states.ts'

/** A complaint, as far as its steps ask. */
export interface ComplaintSubject {
  status: string
  complaintType: (typeof complaintTypes)[number]
  /** An instant; null until it is resolved. */
  resolvedAt: string | null
  resolution: string | null
  /** The credit note that settles it. */
  settlementNoteNo: string | null
  /** The business day on which it is asked. */
  today: string
}

/** Days after which a resolved complaint closes by itself, and until which it can be reopened. */
export const REOPEN_DAYS = 7
/** Days that an unanswered question waits before the complaint counts as explained. */
export const SILENCE_DAYS = 15

const buyers = ['CUSTOMER', 'DISTRIBUTOR'] as const
/** Who works any complaint in their reach. */
const desks = ['SALES_MANAGER', 'CSC_AGENT', 'QA'] as const
const worked = ['IN_PROGRESS', 'REOPENED'] as const
const answer = { label: 'Answer to the customer', needed: true } as const
const why = { label: 'Why' } as const

const isQuality = ({ complaintType }: ComplaintSubject) => complaintType === 'PRODUCT_QUALITY'
const forOthers = (complaint: ComplaintSubject) =>
  isQuality(complaint) ? undefined : 'Only quality complaints are resolved by QA'
const forQuality = (complaint: ComplaintSubject) =>
  isQuality(complaint) ? 'A quality complaint is resolved by QA, with root cause and CAPA' : undefined
const tooLate = ({ resolvedAt, today }: ComplaintSubject) =>
  resolvedAt !== null && daysBetween(dayOf(resolvedAt), today) > REOPEN_DAYS
    ? `A complaint can be reopened for ${REOPEN_DAYS} days: write a new one that follows it`
    : undefined

const needsNoNote = ({ resolution, settlementNoteNo }: ComplaintSubject) =>
  resolution !== 'CREDIT_NOTE' || settlementNoteNo !== null ? 'No credit note is pending' : undefined

/** The life of a complaint. `owner` is the employee who answers it; roles act inside their row scope. */
export const complaintProcess = process<ComplaintSubject>()({
  of: 'complaint',
  noun: 'complaint',
  hear: ['customer', 'answerers'],
  ...complaintStates,
  steps: {
    /** The owner of the customer's account gets it; without one it stays in the queue of the SBU. */
    assign: { label: 'Assigned', from: ['NEW'], to: 'ASSIGNED', by: ['system'] },
    take: { label: 'Take over', from: ['NEW'], to: 'ASSIGNED', by: desks, many: true },
    reassign: {
      label: 'Reassign',
      from: complaintStates.sets.open,
      to: ['ASSIGNED', 'IN_PROGRESS', 'WAITING_CUSTOMER', 'REOPENED'],
      by: desks,
      remark: why,
      asks: { ownerEmployeeId: 'needed' },
      many: true,
      apart: 'beside',
      tells: ['answerers'],
    },
    start: { label: 'Start', from: ['ASSIGNED'], to: 'IN_PROGRESS', by: ['owner', ...desks] },
    ask: {
      label: 'Ask the customer',
      from: worked,
      to: 'WAITING_CUSTOMER',
      by: ['owner', ...desks],
      remark: { label: 'Question to the customer', needed: true },
      tells: ['customer'],
    },
    /** Also noted by the desk, where the customer answers by telephone. */
    reply: {
      label: 'Answer',
      from: ['WAITING_CUSTOMER'],
      to: 'IN_PROGRESS',
      by: [...buyers, 'owner', ...desks],
      remark: { label: 'Answer', needed: true },
      tells: ['answerers'],
    },
    resolve: {
      label: 'Resolve',
      from: worked,
      to: 'RESOLVED',
      by: ['owner', ...desks],
      notFor: forQuality,
      remark: answer,
      asks: { resolution: 'needed', rootCause: 'needed', settlementNoteNo: 'optional' },
      tells: ['customer'],
    },
    resolveQuality: {
      label: 'Resolve with CAPA',
      from: worked,
      to: 'RESOLVED',
      by: ['QA'],
      notFor: forOthers,
      remark: answer,
      asks: { resolution: 'needed', rootCause: 'needed', capa: 'needed', settlementNoteNo: 'optional' },
      tells: ['customer'],
    },
    changePriority: {
      label: 'Change priority',
      from: complaintStates.sets.open,
      by: ['owner', ...desks],
      asks: { priority: 'needed' },
      apart: 'beside',
    },
    /** What the customer put in the wrong place: its hours, and whoever answers it, follow the new category. */
    changeCategory: {
      label: 'Change category',
      from: complaintStates.sets.open,
      by: ['owner', ...desks],
      remark: why,
      asks: { categoryId: 'needed', batchNo: 'optional' },
      apart: 'beside',
    },
    /** Of one that was resolved without its number, or by one that SAP denies. */
    enterCredit: {
      label: 'Enter credit note',
      from: ['RESOLVED', 'CLOSED'],
      by: ['owner', ...desks],
      notFor: needsNoNote,
      asks: { settlementNoteNo: 'needed' },
      apart: 'beside',
    },
    accept: { label: 'Accept and close', from: ['RESOLVED'], to: 'CLOSED', by: buyers, tells: ['answerers'] },
    reject: {
      label: 'Reopen',
      from: ['RESOLVED'],
      to: 'REOPENED',
      by: [...buyers, ...desks],
      notFor: tooLate,
      remark: { label: 'What is still wrong?', needed: true },
      apart: 'beside',
      tells: ['answerers'],
    },
    cancel: {
      label: 'Withdraw',
      from: ['NEW', 'ASSIGNED'],
      to: 'CANCELLED',
      by: [...buyers, 'CSC_AGENT'],
      remark: { label: 'Why it is withdrawn', needed: true },
      apart: 'danger',
      tells: ['answerers'],
    },
    /** The customer did not answer for `SILENCE_DAYS`. */
    lapse: {
      label: 'Not answered',
      from: ['WAITING_CUSTOMER'],
      to: 'RESOLVED',
      by: ['system'],
      notFor: complaint => (isQuality(complaint) ? 'Only QA resolves a quality complaint' : undefined),
      due: { after: 'pausedAt', days: SILENCE_DAYS },
      tells: ['customer', 'answerers'],
    },
    close: {
      label: 'Not reopened',
      from: ['RESOLVED'],
      to: 'CLOSED',
      by: ['system'],
      due: { after: 'resolvedAt', days: REOPEN_DAYS },
    },
    /** SAP told of the credit note that somebody entered while it did not answer. */
    findCredit: { label: 'Credit note confirmed', from: ['RESOLVED', 'CLOSED'], by: ['system'] },
    denyCredit: { label: 'Credit note not confirmed', from: ['RESOLVED', 'CLOSED'], by: ['system'] },
    /** SAP cancelled the credit note that settled it, however long ago: the customer has nothing in hand. */
    loseCredit: { label: 'Credit note cancelled', from: ['RESOLVED', 'CLOSED'], to: 'REOPENED', by: ['system'] },
  },
})

export type ComplaintStep = StepOf<typeof complaintProcess>
