import { type Actor, process } from '../define/process/process.ts'
import { paymentStates } from './payment-states.ts'

/** Only the gateway's own answer decides, or what two people of Finance found out. */
const system: readonly Actor[] = ['system']

/**
 * The life of a payment. While nothing was captured its state is the last definite word of its gateways; from the first
 * capture on it follows from where the rupees are, which may lead back: a chargeback that is won is to be decided again.
 */
export const paymentProcess = process<{ status: string }>()({
  of: 'payment-transaction',
  noun: 'payment',
  ...paymentStates,
  steps: {
    handOut: { label: 'Open the gateway', from: ['CREATED', 'PENDING'], to: 'PENDING', by: system },
    capture: {
      label: 'Money came',
      from: ['CREATED', 'PENDING', 'CHECKING', 'SUCCESS', 'FAILED', 'CANCELLED', 'REFUNDED'],
      to: ['SUCCESS', 'CHECKING'],
      by: system,
    },
    place: { label: 'Money placed', from: ['CHECKING'], to: 'SUCCESS', by: system },
    giveBack: {
      label: 'Money back',
      from: ['CHECKING', 'SUCCESS'],
      to: ['REFUNDED', 'FAILED', 'CHECKING'],
      by: system,
    },
    winBack: { label: 'Money won back', from: ['REFUNDED'], to: ['CHECKING', 'SUCCESS'], by: system },
    doubt: {
      label: 'Doubted by the gateway',
      from: ['CREATED', 'PENDING', 'FAILED', 'CANCELLED'],
      to: 'CHECKING',
      by: system,
    },
    fail: { label: 'Failed', from: ['CREATED', 'PENDING', 'CHECKING'], to: 'FAILED', by: system },
    cancel: { label: 'Cancel', from: ['CREATED', 'PENDING'], to: 'CANCELLED', by: system },
  },
})
