import type { Knex } from 'knex'
import type { PaymentAttempt } from '../../../resources/payments/money/payment-attempt.ts'
import type { CallbackKind } from '../../../resources/payments/payment-words.ts'
import { nextPoll, windowOver } from '../../../resources/payments/poll-times.ts'
import { now } from '../../platform/clock.ts'
import { readSettings } from '../../platform/settings.ts'
import type { Verified } from '../gateways/gateway.ts'
import type { Asked } from './asked.ts'

/** When the gateway is asked again, if that changes, and whether the attempt was waited for as long as it may. */
interface NextAsk {
  ask: Partial<Pick<PaymentAttempt, 'nextAskAt' | 'askCount'>> | null
  isOver: boolean
}

/**
 * When the gateway is asked again about an attempt of which it said nothing definite: at its own minutes, hourly, daily,
 * and after its window once a day for thirty days. An attempt that counts as ended is asked as long after the last news.
 */
export async function askedAgain(
  trx: Knex,
  { payment, attempt }: Asked,
  answer: Verified,
  kind: CallbackKind,
): Promise<NextAsk> {
  const isPoll = kind === 'POLL'
  const counted = isPoll ? { askCount: attempt.askCount + 1 } : {}
  const since = attempt.endedAt === null ? (attempt.startedAt ?? attempt.createdAt) : await lateFrom(trx, attempt)
  if (since === null) return { ask: isPoll ? { ...counted, nextAskAt: null } : null, isOver: false }
  const { 'payment.pending_expiry_days': days } = await readSettings(trx)
  const isAuthorised = answer.status === 'AUTHORISED'
  const over = windowOver(payment.gateway, since, now(), days, isAuthorised)
  if (!isPoll && attempt.nextAskAt !== null) return { ask: null, isOver: over }
  return {
    ask: { ...counted, nextAskAt: nextPoll(payment.gateway, since, now(), days, { authorised: isAuthorised }) },
    isOver: over,
  }
}

/** From when on a late success is waited for: the last news of the gateway, or the hand-over of one that was given up. */
const lateFrom = async (trx: Knex, { transactionId, startedAt, nextAskAt }: PaymentAttempt) =>
  (await lastHeard(trx, transactionId)) ?? (nextAskAt === null ? null : startedAt)

/** When a gateway last sent something about a payment. */
async function lastHeard(trx: Knex, transactionId: number): Promise<string | null> {
  const [{ at }] = (await trx('payment_callback')
    .where({ transactionId })
    .whereNot('kind', 'POLL')
    .max({ at: 'createdAt' })) as [{ at: string | null }]
  return at
}
