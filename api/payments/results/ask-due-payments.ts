import type { Knex } from 'knex'
import { paymentAttempt } from '../../../resources/payments/money/payment-attempt.ts'
import { paymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { now, secondsFromNow } from '../../platform/clock.ts'
import { readSettings } from '../../platform/settings.ts'
import { transact } from '../../platform/transact.ts'
import { freeItemsInTime, recountLocks } from '../item-locks.ts'
import { askAndApply, processCallback, unprocessed } from './apply-gateway-result.ts'
import type { Asked } from './asked.ts'
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
  await freeItemsInTime(db, ids => transact(db, trx => recountLocks(trx, ids), 'latest'))
  const due = await dueAttempts(db)
  // An account whose gateway is silent, or wants no questions, is left alone until the next run: each question would wait for its time-out.
  const silent = new Set<number>()
  for (const asked of due) {
    if (silent.has(asked.payment.accountId)) continue
    const { answer } = await askAndApply(db, asked, { kind: 'POLL' })
    if (answer.status === 'UNKNOWN' && (answer.why === 'TIMEOUT' || answer.why === 'LIMITED'))
      silent.add(asked.payment.accountId)
  }
  return left.length + due.length
}

/** Attempts that are to be asked about by now, and those of payments that were checked out long ago and not started. */
async function dueAttempts(db: Knex): Promise<Asked[]> {
  const { 'payment.created_expiry_minutes': minutes } = await readSettings(db)
  const attempts = await rowsOf(db, paymentAttempt, rows =>
    rows
      .where('nextAskAt', '<=', now())
      .orWhere(left =>
        left
          .whereNull('nextAskAt')
          .whereNull('startedAt')
          .whereNull('endedAt')
          .where('createdAt', '<=', secondsFromNow(-minutes * 60)),
      )
      .orderBy('nextAskAt')
      .orderBy('id')
      .limit(MOST),
  )
  const payments = await rowsOf(db, paymentTransaction, rows =>
    rows.whereIn(
      'id',
      attempts.map(({ transactionId }) => transactionId),
    ),
  )
  const paymentOf = new Map(payments.map(payment => [payment.id, payment]))
  return attempts.map(attempt => ({ attempt, payment: paymentOf.get(attempt.transactionId)! }))
}
