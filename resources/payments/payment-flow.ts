import { type ActionOf, type Actor, flow } from '../define/flow.ts'

/** The states of a payment. */
export const paymentStates = ['CREATED', 'PENDING', 'SUCCESS', 'FAILED', 'CANCELLED', 'REFUNDED'] as const
export type PaymentState = (typeof paymentStates)[number]

/** A payment, as far as its flow asks. */
export interface PaymentSubject {
  status: PaymentState
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
export const paymentFlow = flow<PaymentSubject>()({
  start: 'CREATED',
  states: {
    CREATED: 'Not started',
    PENDING: 'At the gateway',
    SUCCESS: 'Paid',
    FAILED: 'Failed',
    CANCELLED: 'Cancelled',
    REFUNDED: 'Refunded',
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

export type PaymentStep = ActionOf<typeof paymentFlow>

/** The states of a payment that was made, also where it was given back afterwards. */
export const paidStates: readonly PaymentState[] = ['SUCCESS', 'REFUNDED']
export const isPaid = ({ status }: Pick<PaymentSubject, 'status'>): boolean => paidStates.includes(status)

/** The states of a payment that came to nothing, unless it succeeds late. */
export const unpaidStates: readonly PaymentState[] = ['FAILED', 'CANCELLED']
export const isUnpaid = ({ status }: Pick<PaymentSubject, 'status'>): boolean => unpaidStates.includes(status)

/** The states in which nobody knows yet whether the payer has paid. */
export const undecided: readonly PaymentState[] = paymentFlow.steps.fail.from
