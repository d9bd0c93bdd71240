import type { Knex } from 'knex'
import { undecided, unpaidStates } from '../../../resources/payments/payment-states.ts'
import { type PaymentTransaction, paymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { now, secondsFromNow } from '../../platform/clock.ts'
import { readSettings } from '../../platform/settings.ts'
import { endingOf } from './apply-answer.ts'
import { askAndApply, processCallback, unprocessed } from './apply-gateway-result.ts'
import { hasGateways } from './gateways-at-work.ts'
import { dropResultLinks } from './result-link.ts'

/** So many payments and callbacks in one run; the others in the next one, a minute later. */
const MOST = 100
/** A callback that is younger may still be at work in the request that stored it. */
const LEFT_SECONDS = 60

/**
 * Goes on with callbacks that a stop of the portal left unprocessed, and asks the gateways about payments that are due, in
 * order; those left for too long end once their gateway has answered. Returns how many callbacks and payments it went
 * through.
 */
export async function askDuePayments(db: Knex): Promise<number> {
  await dropResultLinks(db)
  if (!hasGateways(db)) return 0
  const left = await unprocessed(db, secondsFromNow(-LEFT_SECONDS), MOST)
  for (const row of left) await processCallback(db, { row })
  const due = await duePayments(db)
  // An account whose gateway is silent is left alone until the next run: each question would wait for its time-out.
  const silent = new Set<number>()
  for (const payment of due) {
    if (silent.has(payment.accountId)) continue
    const { answer } = await askAndApply(db, payment, { kind: 'POLL', ending: await endingOf(db, payment) })
    if (answer.status === 'UNKNOWN' && answer.why === 'TIMEOUT') silent.add(payment.accountId)
  }
  return left.length + due.length
}

/** Payments that are to be asked about by now, and those that were checked out long ago and not started. */
async function duePayments(db: Knex): Promise<PaymentTransaction[]> {
  const { 'payment.created_expiry_minutes': minutes } = await readSettings(db)
  const at = now()
  return rowsOf(db, paymentTransaction, rows =>
    rows
      .where(due => due.whereIn('status', [...undecided, ...unpaidStates]).where('nextPollAt', '<=', at))
      .orWhere(left =>
        left
          .where('status', 'CREATED')
          .whereNull('nextPollAt')
          .where('createdAt', '<=', secondsFromNow(-minutes * 60)),
      )
      .orderBy('nextPollAt')
      .orderBy('id')
      .limit(MOST),
  )
}
