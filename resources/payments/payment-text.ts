import type { PaymentState } from './payment-states.ts'

/** What a sentence about a payment needs of it. */
interface PaymentStanding {
  status: PaymentState
  isAdvance: boolean
  failureCode: string | null
  failureText: string | null
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
  if (status === 'CANCELLED') return 'The payment was cancelled before it was completed.'
  if (failureCode === 'EXPIRED') return 'The bank did not confirm the payment in time.'
  return 'The bank or the payment gateway declined the payment.'
}

/** What follows from the status of a payment, for the people of the customer who pays. */
export function standingForPayer(payment: PaymentStanding): string {
  switch (payment.status) {
    case 'CREATED':
      return 'The gateway has not been opened yet.'
    case 'PENDING':
      return 'We are checking with the bank. Do not pay again.'
    case 'SUCCESS':
      return payment.isAdvance ? 'The amount is on your account.' : 'Thank you.'
    case 'REFUNDED':
      return 'The amount has gone back to you.'
    default:
      return `${failureReason(payment)} Nothing is settled by it.`
  }
}

/** What follows from the status of a payment, for our own people. */
export function standingForStaff(payment: PaymentStanding & { postingStatus: string }): string {
  const { status, postingStatus } = payment
  if (status === 'SUCCESS') return inSap[postingStatus] ?? ''
  if (status === 'CREATED') return 'Checked out; the gateway has not been opened.'
  if (status === 'PENDING') return 'At the gateway; its answer is still open.'
  if (status === 'REFUNDED') return 'The whole amount has gone back.'
  const said = payment.failureText ?? payment.failureCode
  return said ? `The gateway says: ${said.replace(/\.$/, '')}.` : 'The gateway told no reason.'
}

const inSap: Readonly<Record<string, string>> = {
  NOT_DUE: 'SAP does not get it: a payment of a test account.',
  QUEUED: 'Waits to be posted in SAP.',
  POSTED: 'Posted in SAP, invoices not cleared yet.',
  MANUAL: 'Posted in SAP by hand, invoices not cleared yet.',
  CLEARED: 'Posted in SAP, invoices cleared.',
  STUCK: 'SAP has not posted it: needs attention.',
}
