import { type ActionOf, flow } from '../define/flow.ts'
import type { Role } from '../roles.ts'
import type { OrderState } from '../trade.ts'

/** The states of an order (§D.1) as a person reads them; PENDING says in `pendingStep` for which approval it waits. */
const states: Record<OrderState, string> = {
  DRAFT: 'Draft',
  PENDING: 'Pending for approval',
  APPROVED: 'Approved',
  IN_ERROR: 'In error',
  CONFIRMED: 'Confirmed',
  PARTIALLY_DISPATCHED: 'Partially dispatched',
  DISPATCHED: 'Dispatched',
  DELIVERED: 'Delivered',
  CLOSED: 'Closed',
  REJECTED: 'Rejected',
  CANCELLED: 'Cancelled',
  DEAD: 'Dead',
  DELETED: 'Deleted',
}

/** What the steps ask of an order. */
export interface OrderSubject {
  status: OrderState
  /** Lines that are still to be delivered. */
  openLineCount: number
  /** Its message to SAP is on its way and may arrive any moment. */
  isSending: boolean
  /** It waits for SAP longer than it should (§D.1). */
  isStuck: boolean
}

const creators = [
  'CUSTOMER',
  'DISTRIBUTOR',
  'SALES_REP',
  'SALES_MANAGER',
  'CSC_AGENT',
] as const satisfies readonly Role[]

/** Where the approval routing (`route`) can lead: to a next approval, through, or to an error when nobody may approve. */
const routed = ['PENDING', 'APPROVED', 'IN_ERROR'] as const

const needsLines = ({ openLineCount }: OrderSubject) =>
  openLineCount > 0 ? undefined : 'The order has no lines: add at least one product'

/**
 * The steps of an order (§D.2). `owner` is the person who placed it, `assignee` the one whose open approval task it is
 * (or his delegate); roles act inside their row scope.
 */
export const orderFlow = flow<OrderSubject>()({
  start: 'DRAFT',
  states,
  steps: {
    /** Begins an order: there is none yet that could be in a state. */
    create: { label: 'Create', from: [], to: 'DRAFT', by: creators },
    save: { label: 'Save draft', from: ['DRAFT'], to: 'DRAFT', by: [...creators, 'owner'] },
    submit: { label: 'Submit', from: ['DRAFT'], to: routed, by: ['owner'], unless: needsLines },
    approve: { label: 'Approve', from: ['PENDING'], to: routed, by: ['assignee'] },
    reject: { label: 'Reject', from: ['PENDING'], to: 'REJECTED', by: ['assignee'], remark: 'required' },
    sendBack: { label: 'Send back', from: ['PENDING'], to: 'DRAFT', by: ['assignee'], remark: 'required' },
    release: { label: 'Release to SAP', from: ['APPROVED'], to: ['APPROVED', 'IN_ERROR'], by: ['system'] },
    sapConfirmed: { label: 'Confirmed by SAP', from: ['APPROVED'], to: 'CONFIRMED', by: ['system'] },
    sapRefused: { label: 'Refused by SAP', from: ['APPROVED'], to: 'IN_ERROR', by: ['system'] },
    retry: {
      label: 'Retry now',
      from: ['APPROVED'],
      to: 'APPROVED',
      by: ['CSC_AGENT', 'SYS_ADMIN'],
      unless: ({ isStuck }) =>
        isStuck ? undefined : 'The order is not stuck: its message to SAP is tried again by itself',
    },
    correct: { label: 'Save corrections', from: ['IN_ERROR'], to: 'IN_ERROR', by: ['owner', 'CSC_AGENT'] },
    resubmit: { label: 'Resubmit', from: ['IN_ERROR'], to: routed, by: ['owner', 'CSC_AGENT'], unless: needsLines },
    dispatch: {
      label: 'Dispatch',
      from: ['CONFIRMED', 'PARTIALLY_DISPATCHED'],
      to: ['PARTIALLY_DISPATCHED', 'DISPATCHED'],
      by: ['system'],
    },
    /** An LR was cancelled: its goods are at the site again. */
    recall: {
      label: 'Consignment cancelled',
      from: ['PARTIALLY_DISPATCHED', 'DISPATCHED'],
      to: ['CONFIRMED', 'PARTIALLY_DISPATCHED'],
      by: ['system'],
    },
    deliver: { label: 'Deliver', from: ['DISPATCHED'], to: 'DELIVERED', by: ['system'] },
    cancel: {
      label: 'Cancel',
      from: ['PENDING', 'APPROVED', 'IN_ERROR'],
      to: 'CANCELLED',
      by: ['owner', 'CUSTOMER', 'CSC_AGENT'],
      unless: ({ isSending }) =>
        isSending
          ? 'The order is just being sent to SAP: wait for the answer, then cancel the open quantity'
          : undefined,
      remark: 'required',
    },
    delete: {
      label: 'Delete',
      from: ['DRAFT', 'PENDING', 'IN_ERROR', 'REJECTED'],
      to: 'DELETED',
      by: ['owner', 'CSC_AGENT'],
      remark: 'required',
    },
    /** Makes a new draft, priced today; the copied order stays where it is. */
    copy: { label: 'Copy', from: ['REJECTED', 'CANCELLED', 'DEAD', 'DELETED', 'CLOSED'], to: 'DRAFT', by: creators },
  },
})

export type OrderAction = ActionOf<typeof orderFlow>
