import { dayOf, timeOf } from '../define/dates.ts'
import { plainDay, rupees } from '../define/show.ts'
import type { PaymentState } from './payment-states.ts'
import type { RefundState } from './refund-process.ts'
import type { RefundKind } from './settlement-words.ts'

/** What a sentence about a payment needs of it; amounts in paise. */
interface PaymentStanding {
  status: PaymentState
  isAdvance: boolean
  amount: number
  capturedAmount: number
  failureCode: string | null
  failureText: string | null
  lockUntil: string | null
}

/** When a sentence is read, an instant, and until which day somebody decides, where money waits for that. */
interface ReadAt {
  now: string
  decideBy?: string | null
}

/** Why a payment failed, in the payer's words; the gateway's own words are for our people. */
export function failureReason({
  status,
  failureCode,
}: {
  status: PaymentState
  failureCode?: string | null | undefined
}): string {
  if (failureCode === 'NOT_REACHED') return 'The payment did not reach the bank. You can pay again.'
  if (failureCode === 'AUTO_REFUNDED') return 'The payment gateway has sent the amount back by itself.'
  if (status === 'CANCELLED') return 'The payment was cancelled before it was completed.'
  if (failureCode === 'EXPIRED') return 'The bank did not confirm the payment in time.'
  return 'The bank or the payment gateway declined the payment.'
}

/** What a payer who was debited for nothing may expect; banks return a failed debit within so many days. */
export const DEBITED = 'If you were debited, your bank returns it within 5 days.'

/** What follows from the status of a payment, for the people of the customer who pays. */
export function standingForPayer(payment: PaymentStanding, { now, decideBy }: ReadAt): string {
  switch (payment.status) {
    case 'CREATED':
      return 'The payment page has not been opened yet.'
    case 'PENDING':
      return waiting(payment, now)
    case 'CHECKING':
      return checking(payment, decideBy ?? null, now)
    case 'SUCCESS':
      return payment.isAdvance ? 'The amount is on your account.' : 'Thank you.'
    case 'REFUNDED':
      return 'The amount has gone back to you.'
    case 'CANCELLED':
      return `${failureReason(payment)} Nothing is settled by it.`
    default:
      return payment.failureCode === 'AUTO_REFUNDED' ? failureReason(payment) : `Not paid. ${DEBITED}`
  }
}

function waiting({ lockUntil }: PaymentStanding, now: string): string {
  if (lockUntil !== null && lockUntil > now)
    return `Waiting for your bank; invoices held until ${momentInText(lockUntil, now)}.`
  return 'Waiting for your bank; your invoices are no longer held.'
}

function checking({ amount, capturedAmount }: PaymentStanding, decideBy: string | null, now: string): string {
  if (capturedAmount === 0) return `We are checking your payment of ${rupees(amount)} with your bank.`
  const received = `We received ${rupees(capturedAmount)} of ${rupees(amount)}`
  return decideBy === null ? `${received}.` : `${received}; we write by ${plainDay(decideBy, dayOf(now))}.`
}

const momentInText = (instant: string, now: string) => `${plainDay(dayOf(instant), dayOf(now))}, ${timeOf(instant)}`

/** Money that goes back to a payer, or came back from them, as far as a sentence needs it; paise. */
interface Returning {
  kind: RefundKind
  amount: number
  status: RefundState
  expectedBy: string | null
  bankArn: string | null
}

/** What the people of a customer read about money that goes back; undefined while it is not decided. */
export function refundForPayer({ kind, amount, status, expectedBy, bankArn }: Returning, now: string) {
  if (status === 'PROPOSED' || status === 'REJECTED') return undefined
  const sum = rupees(amount)
  const withReference = bankArn ? ` with reference ${bankArn}` : ''
  if (kind === 'CHARGEBACK_WON') return `Your bank returned ${sum} to us${withReference}.`
  if (kind === 'CHARGEBACK') return `Your bank took ${sum} back${withReference}.`
  if (status === 'SETTLED') return `${sum} went back to you${withReference}.`
  if (status === 'FAILED') return `${sum} could not be sent back yet; we are looking into it.`
  return expectedBy ? `${sum} goes back by ${plainDay(expectedBy, dayOf(now))}.` : `${sum} goes back to you.`
}

/** What follows from the status of a payment, for our own people. */
export function standingForStaff(
  payment: PaymentStanding & { postingStatus: string; unresolvedAmount: number; overdueSince: string | null },
  { now, decideBy }: ReadAt,
): string {
  const { status, postingStatus, unresolvedAmount, overdueSince } = payment
  const open = unresolvedAmount > 0 ? `${rupees(unresolvedAmount)} to decide${byDay(decideBy, now)}.` : ''
  if (status === 'SUCCESS') return [inSap[postingStatus] ?? '', open].filter(Boolean).join(' ')
  if (status === 'CHECKING') return open || 'The gateway calls it fraud: enter what the bank has.'
  if (status === 'CREATED') return 'Checked out; the gateway has not been opened.'
  if (status === 'PENDING')
    return overdueSince === null
      ? 'At the gateway; its answer is still open.'
      : `The gateway has said nothing definite since ${plainDay(dayOf(overdueSince), dayOf(now))}.`
  if (status === 'REFUNDED') return 'The whole amount has gone back.'
  const said = payment.failureText ?? payment.failureCode
  return said ? `The gateway says: ${said.replace(/\.$/, '')}.` : 'The gateway told no reason.'
}

const byDay = (day: string | null | undefined, now: string) => (day ? ` by ${plainDay(day, dayOf(now))}` : '')

const inSap: Readonly<Record<string, string>> = {
  NOT_DUE: 'SAP does not get it: a payment of a test account.',
  QUEUED: 'Waits to be posted in SAP.',
  POSTED: 'Posted in SAP, invoices not cleared yet.',
  MANUAL: 'Posted in SAP by hand, invoices not cleared yet.',
  CLEARED: 'Posted in SAP, invoices cleared.',
  STUCK: 'SAP has not posted it: needs attention.',
}
