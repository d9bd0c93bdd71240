import { dayOf } from '../define/dates.ts'
import { plainDay, rupees } from '../define/show.ts'
import type { PaymentState } from './payment-states.ts'

/** What a sentence for our own people needs of a payment; amounts in paise. */
interface PaymentStanding {
  status: PaymentState
  postingStatus: string
  unresolvedAmount: number
  overdueSince: string | null
  failureCode: string | null
  failureText: string | null
}

/**
 * What follows from the status of a payment at an instant, for our own people; `decideBy` is the day by which somebody
 * decides what money without a place is for.
 */
export function standingForStaff(payment: PaymentStanding, now: string, decideBy: string | null): string {
  const { status, postingStatus, unresolvedAmount, overdueSince } = payment
  const today = dayOf(now)
  const by = decideBy === null ? '' : ` by ${plainDay(decideBy, today)}`
  const open = unresolvedAmount > 0 ? `${rupees(unresolvedAmount)} to decide${by}.` : ''
  if (status === 'SUCCESS') return [inSap[postingStatus] ?? '', open].filter(Boolean).join(' ')
  if (status === 'CHECKING') return open || 'The gateway doubts it: enter what the bank has.'
  if (status === 'CREATED') return 'Checked out; the gateway has not been opened.'
  if (status === 'PENDING')
    return overdueSince === null
      ? 'At the gateway; its answer is still open.'
      : `The gateway has said nothing definite since ${plainDay(dayOf(overdueSince), today)}.`
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
