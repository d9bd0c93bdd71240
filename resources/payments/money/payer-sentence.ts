import { dayOf, timeOf } from '../../define/dates.ts'
import { plainDay, rupees } from '../../define/show.ts'
import type { PaymentState } from '../payment-states.ts'
import type { RefundKind } from '../settlement-words.ts'

/** A payment as its payer reads it; paise. */
interface PayersPayment {
  status: PaymentState
  isAdvance: boolean
  amount: number
  capturedAmount: number
  lockUntil: string | null
  failureCode: string | null
  /** The day by which Finance writes about money that has no place yet. */
  decideBy: string | null
}

/** What a payer who was debited for nothing may expect; banks return a failed debit within so many days. */
export const DEBITED = 'If you were debited, your bank returns it within 5 days'

/** Why a payment came to nothing, in the payer's words; the gateway's own words are for our people. */
export function failureReason({
  status,
  failureCode,
}: {
  status: PaymentState
  failureCode?: string | null | undefined
}): string {
  if (failureCode === 'NOT_REACHED') return 'The payment did not reach the bank. You can pay again.'
  if (failureCode === 'AUTO_REFUNDED') return 'The payment gateway has sent the amount back.'
  if (status === 'CANCELLED') return 'The payment was cancelled before it was completed.'
  if (failureCode === 'EXPIRED') return 'The bank did not confirm the payment in time.'
  return 'The bank or the payment gateway declined the payment.'
}

/** How a payment stands at an instant, as a sentence for its payer, without its full stop. */
export function payerSentence(payment: PayersPayment, now: string): string {
  const { status, failureCode, isAdvance } = payment
  switch (status) {
    case 'CREATED':
      return 'The payment page has not been opened yet'
    case 'PENDING':
      return waiting(payment, now)
    case 'CHECKING':
      return checking(payment, now)
    case 'SUCCESS':
      return isAdvance ? 'Paid; the amount is on your account' : 'Paid. Thank you'
    case 'REFUNDED':
      return 'The payment has gone back to you'
    case 'CANCELLED':
      return failureCode === 'NOT_REACHED'
        ? 'The payment did not reach the bank. You can pay again'
        : 'Given up: nothing was paid'
    default:
      return failureCode === 'AUTO_REFUNDED' ? 'The payment gateway has sent the amount back' : `Not paid. ${DEBITED}`
  }
}

function waiting({ lockUntil }: PayersPayment, now: string): string {
  if (lockUntil === null || lockUntil <= now) return 'Waiting for your bank; your invoices are no longer held'
  return `Waiting for your bank; invoices held until ${plainDay(dayOf(lockUntil), dayOf(now))}, ${timeOf(lockUntil)}`
}

function checking({ amount, capturedAmount, decideBy }: PayersPayment, now: string): string {
  const by = decideBy === null ? '' : `; we write by ${plainDay(decideBy, dayOf(now))}`
  if (capturedAmount === 0) return `We are checking your payment of ${rupees(amount)} with your bank${by}`
  const of = capturedAmount === amount ? '' : ` of ${rupees(amount)}`
  return `We received ${rupees(capturedAmount)}${of}${by}`
}

/** A refund as its payer reads it; paise. */
interface PayersRefund {
  kind: RefundKind
  amount: number
  status: string
  expectedBy: string | null
  bankArn: string | null
}

/** How money that goes back stands at an instant, as a sentence for its payer, without its full stop. */
export function refundSentence({ kind, amount, status, expectedBy, bankArn }: PayersRefund, now: string): string {
  const sum = rupees(amount)
  const reference = bankArn === null ? '' : ` with reference ${bankArn}`
  if (kind === 'CHARGEBACK_WON') return `Your bank returned ${sum} to us${reference}`
  if (kind === 'CHARGEBACK') return `Your bank took ${sum} back${reference}`
  if (status === 'SETTLED') return `${sum} went back to you${reference}`
  if (status === 'FAILED') return `${sum} could not be sent back yet; we are looking into it`
  return expectedBy === null ? `${sum} goes back to you` : `${sum} goes back by ${plainDay(expectedBy, dayOf(now))}`
}
