import { type Actor, process } from '../define/process/process.ts'
import { paymentStates } from './payment-states.ts'

/** A payment, as far as its flow asks. */
interface PaymentSubject {
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
  ...paymentStates,
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
