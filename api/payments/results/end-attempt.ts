import type { Knex } from 'knex'
import { type PaymentAttempt, paymentAttempt } from '../../../resources/payments/money/payment-attempt.ts'
import { undecided } from '../../../resources/payments/payment-states.ts'
import { type PaymentTransaction, paymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import type { CallbackResult } from '../../../resources/payments/payment-words.ts'
import { windowOver } from '../../../resources/payments/poll-times.ts'
import type { Author } from '../../derive/save/author.ts'
import { updateRow } from '../../derive/save/write.ts'
import { now, secondsFromNow } from '../../platform/clock.ts'
import { readSettings } from '../../platform/settings.ts'
import { attemptsOf } from '../attempts/attempts.ts'
import type { Verified } from '../gateways/gateway.ts'
import { recountPayment } from '../money/recount.ts'
import { mailFailure } from '../posting/mail-failure.ts'
import type { Asked } from './asked.ts'
import type { Verdict } from './verdict.ts'

/** Minutes after the hand-over in which a form may still be sent, so that «not found» says nothing. */
export const FORM_MINUTES = 15

/** Why an attempt ends without a capture. */
interface AttemptEnding {
  status: 'FAILED' | 'CANCELLED'
  failureCode: string | null
  failureText: string
  /** It may still be paid: the gateway is asked on. */
  isAskedOn?: boolean
}

const endings = {
  FAILED: { status: 'FAILED', failureCode: null, failureText: 'The bank or the gateway did not take the payment' },
  CANCELLED: {
    status: 'CANCELLED',
    failureCode: null,
    failureText: 'The payment was cancelled on the payment page',
  },
  EXPIRED: { status: 'FAILED', failureCode: 'EXPIRED', failureText: 'No payment reached the gateway in time' },
  NOT_STARTED: { status: 'CANCELLED', failureCode: 'NOT_STARTED', failureText: 'The payment was not started' },
  NOT_REACHED: {
    status: 'CANCELLED',
    failureCode: 'NOT_REACHED',
    failureText: 'The payment never reached the gateway',
    isAskedOn: true,
  },
} as const satisfies Record<string, AttemptEnding>

/**
 * How an attempt ends by what the gateway said; undefined while it is waited for. «Not found» ends one that was never
 * handed over after `payment.created_expiry_minutes`, one that somebody gives up fifteen minutes after its hand-over, and
 * any once the gateway's days are over.
 */
export async function endingOf(
  trx: Knex,
  { payment, attempt }: Asked,
  verdict: Verdict,
  isGivenUp: boolean,
): Promise<AttemptEnding | undefined> {
  if (attempt.endedAt !== null) return undefined
  if (verdict === 'FAILED' || verdict === 'CANCELLED') return endings[verdict]
  if (verdict !== 'NOT_FOUND') return undefined
  const { 'payment.pending_expiry_days': days, 'payment.created_expiry_minutes': minutes } = await readSettings(trx)
  const { startedAt, createdAt } = attempt
  if (startedAt === null) {
    const isLeft = isGivenUp || createdAt <= secondsFromNow(-60 * minutes)
    return isLeft ? endings.NOT_STARTED : undefined
  }
  if (windowOver(payment.gateway, startedAt, now(), days, false)) return endings.EXPIRED
  return isGivenUp && startedAt <= secondsFromNow(-60 * FORM_MINUTES) ? endings.NOT_REACHED : undefined
}

/** Ends an attempt, and its payment where that was the last that might be paid. */
export async function endAttempt(
  trx: Knex,
  { payment, attempt }: Asked,
  ending: AttemptEnding,
  answer: Verified,
  author: Author,
): Promise<CallbackResult> {
  const nextAskAt = ending.isAskedOn ? attempt.nextAskAt : null
  await updateRow(trx, paymentAttempt, attempt, { endedAt: now(), nextAskAt }, author)
  await endUnstarted(trx, attempt, author)
  const isLast = (await attemptsOf(trx, [payment.id])).every(({ endedAt }) => endedAt !== null)
  if (isLast && undecided.includes(payment.status)) await endUnpaid(trx, payment, ending, answer, author)
  return 'APPLIED'
}

/** An attempt that nobody went to the gateway with ends with another one. */
export async function endUnstarted(trx: Knex, { transactionId, id }: PaymentAttempt, author: Author): Promise<void> {
  for (const other of await attemptsOf(trx, [transactionId]))
    if (other.id !== id && other.startedAt === null && other.endedAt === null)
      await updateRow(trx, paymentAttempt, other, { endedAt: now(), nextAskAt: null }, author)
}

/** Saves that a payment is not paid, frees its items, and mails that to the payer where it failed. */
export async function endUnpaid(
  trx: Knex,
  payment: PaymentTransaction,
  { status, failureCode, failureText }: AttemptEnding,
  answer: Verified | null,
  author: Author,
): Promise<PaymentTransaction> {
  const said = answer && answer.status !== 'UNKNOWN' ? answer.said.slice(0, 40) : null
  const closed = await updateRow(
    trx,
    paymentTransaction,
    payment,
    { status, failureCode: failureCode ?? said, failureText, gatewayStatus: said, overdueSince: null },
    author,
  )
  await recountPayment(trx, payment.id, author)
  // Who gave the payment up themselves needs no mail of it.
  if (status === 'FAILED') await mailFailure(trx, closed, author)
  return closed
}
