import { isIn } from '../define/process/states.ts'

/** How far a payment has come. */
export const paymentStates = {
  start: 'CREATED',
  states: {
    CREATED: { staff: 'Not started' },
    PENDING: { staff: 'At the gateway', buyer: 'Being confirmed' },
    CHECKING: { staff: 'To decide', buyer: 'Being checked' },
    SUCCESS: { staff: 'Paid' },
    FAILED: {},
    CANCELLED: {},
    REFUNDED: {},
  },
  sets: {
    /** Nobody knows yet whether the payer has paid. */
    undecided: ['CREATED', 'PENDING'],
    /** Money has come, and nobody has decided what it is for. */
    checking: ['CHECKING'],
    /** It was made, also where it was given back afterwards. */
    paid: ['SUCCESS', 'REFUNDED'],
    /** It came to nothing, unless it succeeds late. */
    unpaid: ['FAILED', 'CANCELLED'],
    /** So is a success that is not in SAP yet. */
    inUse: ['CREATED', 'PENDING'],
  },
} as const

export type PaymentState = keyof typeof paymentStates.states

export const undecided: readonly PaymentState[] = paymentStates.sets.undecided
export const paidStates: readonly PaymentState[] = paymentStates.sets.paid
export const unpaidStates: readonly PaymentState[] = paymentStates.sets.unpaid
export const isPaid = (payment: { status: string }): boolean => isIn(paymentStates.sets.paid, payment)
export const isUnpaid = (payment: { status: string }): boolean => isIn(paymentStates.sets.unpaid, payment)
export const isChecking = (payment: { status: string }): boolean => isIn(paymentStates.sets.checking, payment)
export const isUndecided = (payment: { status: string }): boolean => isIn(paymentStates.sets.undecided, payment)
