import type { ApprovalStep, OrderState } from '../trade.ts'
import { changeableAt } from './line-change.ts'

/** What the steps ask of an order. */
export interface OrderSubject {
  status: OrderState
  /** For which approval it waits. */
  pendingStep: ApprovalStep | null
  /** Lines that are still to be delivered. */
  openLineCount: number
  /** Its message to SAP is on its way and may arrive any moment. */
  isSending: boolean
  /** It waits for SAP longer than it should (§D.1). */
  isStuck: boolean
  /** Some of it has neither left nor been invoiced, and no cancellation of it is on its way. */
  isCancellable: boolean
  /** It has ended, and the person may place orders for its customer. */
  isHisToCopy: boolean
}

/** An order with one line and nothing special about it; its state is added. */
export const plainOrder: Omit<OrderSubject, 'status'> = {
  pendingStep: null,
  openLineCount: 1,
  isSending: false,
  isStuck: false,
  isCancellable: false,
  isHisToCopy: false,
}

/** Why a step cannot be taken now, as a sentence; nothing when it can. */
type Guard = (order: OrderSubject) => string | undefined

export const needsLines: Guard = ({ openLineCount }) =>
  openLineCount > 0 ? undefined : 'The order has no lines: add at least one product'

export const sendingNow: Guard = ({ isSending }) =>
  isSending ? 'The order is just being sent to SAP: wait for the answer, then cancel the open quantity' : undefined

export const notStuck: Guard = ({ isStuck }) =>
  isStuck ? undefined : 'The order is not stuck: its message to SAP is tried again by itself'

export const nothingOpen: Guard = ({ isCancellable }) =>
  isCancellable ? undefined : 'Nothing of the order can be cancelled: it has left, is invoiced, or is being cancelled'

/** A distributor reads the orders that go through him, and places none for those customers. */
export const notHisToCopy: Guard = ({ isHisToCopy }) =>
  isHisToCopy ? undefined : 'This customer is not among those you may order for'

/** Whoever accepts takes all of it or none of it. */
export const notForAcceptance: Guard = ({ pendingStep }) =>
  pendingStep === 'ACCEPTANCE' ? 'The order waits for acceptance: accept or decline it' : undefined

export const acceptanceAlone: Guard = ({ pendingStep }) =>
  pendingStep === 'ACCEPTANCE' ? undefined : 'The order does not wait for acceptance'

export const linesFixedHere: Guard = ({ pendingStep }) =>
  pendingStep && changeableAt[pendingStep].length > 0
    ? undefined
    : 'Lines are changed while the order waits for EUD, rate contract, CSC, limit price or my approval'
