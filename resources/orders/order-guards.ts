import type { ApprovalStep, OrderState } from '../trade.ts'
import { changeableFields } from './line-change.ts'

/** The facts of an order that its steps depend on. */
export interface OrderSubject {
  status: OrderState
  /** The approval it waits for. */
  pendingStep: ApprovalStep | null
  /** The number of lines that are still to be delivered. */
  openLineCount: number
  /** Its message to SAP is being sent and may arrive any moment. */
  isSending: boolean
  /** It was sent to SAP without a clear answer, and has not been searched for since. */
  mayBeInSap: boolean
  /** It waits for SAP longer than it should. */
  isStuck: boolean
  /** Some of it is neither dispatched nor invoiced, and no cancellation of it is on its way. */
  isCancellable: boolean
  /** It has ended, and the person may place orders for its customer. */
  isCopyable: boolean
  /** It is a draft that waits for a yes of its buyer's company. */
  isAskedInCompany: boolean
}

/** An order with one line and no special facts; its state is added. */
export const plainOrder: Omit<OrderSubject, 'status'> = {
  pendingStep: null,
  openLineCount: 1,
  isSending: false,
  mayBeInSap: false,
  isStuck: false,
  isCancellable: false,
  isCopyable: false,
  isAskedInCompany: false,
}

/** Why a step cannot be taken now, as a sentence; undefined when it can. */
type Guard = (order: OrderSubject) => string | undefined

export const NO_LINES = 'The order has no lines: add at least one product'
export const needsLines: Guard = ({ openLineCount }) => (openLineCount > 0 ? undefined : NO_LINES)

export const readyToSubmit: Guard = order =>
  needsLines(order) ??
  (order.isAskedInCompany ? 'The order is waiting for a yes in your company: change it to ask again' : undefined)

export const askedInCompanyAlone: Guard = ({ isAskedInCompany }) =>
  isAskedInCompany ? undefined : 'The order is not waiting for a yes in your company'

export const sendingNow: Guard = ({ isSending }) =>
  isSending ? 'The order is just being sent to SAP: wait for the answer, then cancel the open quantity' : undefined

/** What SAP may have cannot be cancelled here alone. */
export const inSapOrOnItsWay: Guard = order =>
  sendingNow(order) ??
  (order.mayBeInSap
    ? 'SAP may have taken the order without answering: ask SAP for it or retry it, so that it is looked for there'
    : undefined)

export const notStuck: Guard = ({ isStuck }) =>
  isStuck ? undefined : 'The order is not stuck: its message to SAP is retried automatically'

export const nothingOpen: Guard = ({ isCancellable }) =>
  isCancellable ? undefined : 'Nothing of the order can be cancelled: it has left, is invoiced, or is being cancelled'

export const nothingToCome: Guard = ({ openLineCount, isCancellable }) =>
  openLineCount > 0 || isCancellable ? undefined : 'Nothing of the order is still to be delivered'

/** A distributor reads the orders that they buy, and places none for those customers. */
export const mustBeCopyable: Guard = ({ isCopyable }) =>
  isCopyable ? undefined : 'This customer is not among those you may order for'

/** Acceptance is of the whole order or of nothing. */
export const notForAcceptance: Guard = ({ pendingStep }) =>
  pendingStep === 'ACCEPTANCE' ? 'The order is waiting for acceptance: accept or decline it' : undefined

export const acceptanceAlone: Guard = ({ pendingStep }) =>
  pendingStep === 'ACCEPTANCE' ? undefined : 'The order is not waiting for acceptance'

export const linesFixedHere: Guard = ({ pendingStep }) =>
  pendingStep && changeableFields[pendingStep].length > 0
    ? undefined
    : 'Lines are changed while the order waits for EUD, rate contract, CSC, limit price or discount approval'
