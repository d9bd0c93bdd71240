import { type Actor, process, type StateOf, type StepOf } from '../define/process.ts'
import { isIn } from '../define/states.ts'

/** A payment, as far as its flow asks. */
export interface PaymentSubject {
  status: string
  /** Whole paise: what was paid, and what was given back with proof. */
  amount: number
  refundedAmount: number
}

/** Only the gateway's own answer decides, which the portal asks for. */
const answered: readonly Actor[] = ['system']

/**
 * The life of a payment. A success may come late, from a payment that counted as failed or cancelled; nothing leads from
 * a success back.
 */
export const paymentProcess = process<PaymentSubject>()({
  of: 'payment-transaction',
  noun: 'payment',
  start: 'CREATED',
  states: {
    CREATED: { staff: 'Not started' },
    PENDING: { staff: 'At the gateway', buyer: 'Being confirmed' },
    SUCCESS: { staff: 'Paid' },
    FAILED: { staff: 'Failed' },
    CANCELLED: { staff: 'Cancelled' },
    REFUNDED: { staff: 'Refunded' },
  },
  sets: {
    /** Nobody knows yet whether the payer has paid. */
    undecided: ['CREATED', 'PENDING'],
    /** It was made, also where it was given back afterwards. */
    paid: ['SUCCESS', 'REFUNDED'],
    /** It came to nothing, unless it succeeds late. */
    unpaid: ['FAILED', 'CANCELLED'],
    /** So is a success that is not in SAP yet. */
    inUse: ['CREATED', 'PENDING'],
  },
  steps: {
    handOut: { label: 'Open the gateway', from: ['CREATED'], to: 'PENDING', by: ['system'] },
    succeed: {
      label: 'Paid',
      from: ['CREATED', 'PENDING', 'FAILED', 'CANCELLED'],
      to: 'SUCCESS',
      by: answered,
    },
    fail: { label: 'Failed', from: ['CREATED', 'PENDING'], to: 'FAILED', by: answered },
    cancel: { label: 'Cancel', from: ['CREATED', 'PENDING'], to: 'CANCELLED', by: answered },
    refund: {
      label: 'Mark refunded',
      from: ['SUCCESS'],
      to: 'REFUNDED',
      by: ['FINANCE'],
      unless: ({ amount, refundedAmount }) =>
        refundedAmount < amount ? 'Less than the whole payment has been refunded' : undefined,
    },
  },
})

export type PaymentState = StateOf<typeof paymentProcess>
export type PaymentStep = StepOf<typeof paymentProcess>

export const undecided: readonly PaymentState[] = paymentProcess.sets.undecided
export const paidStates: readonly PaymentState[] = paymentProcess.sets.paid
export const unpaidStates: readonly PaymentState[] = paymentProcess.sets.unpaid
export const isPaid = (payment: { status: string }): boolean => isIn(paymentProcess.sets.paid, payment)
export const isUnpaid = (payment: { status: string }): boolean => isIn(paymentProcess.sets.unpaid, payment)
