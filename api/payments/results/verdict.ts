import { refusalOf } from '../../../resources/define/process/process.ts'
import type { ReturnReason } from '../../../resources/payments/gateways/word-table.ts'
import { paymentProcess } from '../../../resources/payments/payment-process.ts'
import { isPaid, undecided } from '../../../resources/payments/payment-states.ts'
import type { PaymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import type { CallbackResult, PaymentTaskKind } from '../../../resources/payments/payment-words.ts'
import type { Verified } from '../gateways/gateway.ts'

/**
 * How a payment ends where the gateway has answered and knows of no success: one that never left the portal is cancelled,
 * one that the gateway never came to know is given up by Finance, one that was waited for long enough fails.
 */
export type Ending = 'cancel' | 'giveUp' | 'fail'

/** What follows from an answer of a gateway. */
export interface Verdict {
  result: CallbackResult
  step?: 'succeed' | 'fail' | 'cancel'
  /** What Finance has to settle. */
  task?: PaymentTaskKind
  /** The payment ends because it was waited for long enough, not because the gateway says so. */
  hasLapsed?: true
  /** The gateway is asked again. */
  waits?: true
}

/** What Finance has to settle where money went back. */
const taskOf: Readonly<Record<ReturnReason, PaymentTaskKind>> = {
  AUTO_REFUND: 'REFUNDED',
  REVERSED: 'REVERSED',
  REFUND: 'REFUNDED',
  CHARGEBACK: 'CHARGEBACK',
  FRAUD: 'FRAUD',
}

/**
 * What follows for a payment from the gateway's answer, which alone decides. A success counts from every state but a
 * success; failures and cancellations only while the payment is open; nothing leads back from a success.
 */
export function verdictOf(payment: PaymentTransaction, answer: Verified, ending?: Ending): Verdict {
  const may = (step: 'succeed' | 'fail' | 'cancel') => !refusalOf(paymentProcess, step, payment, ['system'])
  const step = ending === 'giveUp' ? 'cancel' : ending
  const lapses = step !== undefined && may(step) && (ending !== 'cancel' || payment.status === 'CREATED')
  const lapsed = lapses ? ({ result: 'APPLIED', step, hasLapsed: true } as const) : undefined
  const isOpen = undecided.includes(payment.status)
  switch (answer.status) {
    case 'UNKNOWN':
      return (answer.why === 'NOT_FOUND' && lapsed) || { result: 'UNKNOWN_ANSWER', waits: true }
    case 'PENDING':
    case 'AUTHORISED':
      if (ending === 'fail' && lapsed) return lapsed
      return { result: 'UNCHANGED', waits: true }
    case 'RETURNED': {
      const task = taskOf[answer.reason]
      if (ending === 'fail' && lapsed) return { ...lapsed, task }
      return { result: 'TASK', task, ...(isOpen && { waits: true }) }
    }
    case 'FAILED':
      return may('fail') ? { result: 'APPLIED', step: 'fail' } : { result: 'UNCHANGED' }
    case 'CANCELLED':
      return may('cancel') ? { result: 'APPLIED', step: 'cancel' } : { result: 'UNCHANGED' }
    case 'SUCCESS':
      if (isOtherCapture(payment, answer.gatewayTxnId))
        return { result: 'DUPLICATE_CAPTURE', task: 'DUPLICATE_CAPTURE' }
      if (answer.amount !== payment.amount || answer.currency !== payment.currency)
        return { result: 'AMOUNT_MISMATCH', task: 'AMOUNT_MISMATCH', ...(isOpen && { waits: true }) }
      return may('succeed') ? { result: 'APPLIED', step: 'succeed' } : { result: 'UNCHANGED' }
  }
}

/** Whether money was captured for a payment that had succeeded by another capture. */
export const isOtherCapture = (payment: PaymentTransaction, captured: string | null): boolean =>
  isPaid(payment) && payment.gatewayTxnId !== null && captured !== null && captured !== payment.gatewayTxnId
