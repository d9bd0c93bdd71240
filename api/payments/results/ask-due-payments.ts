import type { Knex } from 'knex'
import { paymentAttempt } from '../../../resources/payments/money/payment-attempt.ts'
import { paymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { now, secondsFromNow } from '../../platform/clock.ts'
import { readSettings } from '../../platform/settings.ts'
import { transact } from '../../platform/transact.ts'
import { eachByItself, type Step } from '../../platform/work/each-by-itself.ts'
import { freeItemsInTime, recountLocks } from '../item-locks.ts'
import { askAndApply, processCallback, unprocessed } from './apply-gateway-result.ts'
import type { Asked } from './asked.ts'
import { hasGateways } from './gateways-at-work.ts'
import { dropResultLinks } from './result-link.ts'

/** So many payments and callbacks in one run; the others in the next one, a minute later. */
const MOST = 100
/** A callback that is younger may still be at work in the request that stored it. */
const LEFT_SECONDS = 60
/** After so long a payment is asked about again that could not be moved. */
const AGAIN_SECONDS = 600

/**
 * Goes on with callbacks that a stop of the portal left unprocessed, and asks the gateways about payments that are due, in
 * order; those left for too long end once their gateway has answered. Returns how many callbacks and payments it went
 * through; one that fails keeps no other waiting.
 */
export async function askDuePayments(db: Knex): Promise<number> {
  await dropResultLinks(db)
  if (!hasGateways(db)) return 0
  return eachByItself(due(db))
}

async function* due(db: Knex): AsyncGenerator<Step> {
  for (const row of await unprocessed(db, secondsFromNow(-LEFT_SECONDS), MOST))
    yield { name: `Callback ${row.id}`, take: () => processCallback(db, { row }) }
  await freeItemsInTime(db, ids => transact(db, trx => recountLocks(trx, ids), 'latest'))
  // An account whose gateway is silent, or wants no questions, is left alone until the next run: each question would wait for its time-out.
  const silent = new Set<number>()
  for (const asked of await dueAttempts(db)) {
    const { accountId } = asked.payment
    yield {
      name: asked.attempt.gatewayOrderNo,
      async take() {
        if (!silent.has(accountId) && (await isSilent(db, asked))) silent.add(accountId)
      },
    }
  }
}

/** Asks about an attempt, and does what follows; whether its gateway said nothing. */
async function isSilent(db: Knex, asked: Asked): Promise<boolean> {
  try {
    const { answer } = await askAndApply(db, asked, { kind: 'POLL' })
    return answer.status === 'UNKNOWN' && (answer.why === 'TIMEOUT' || answer.why === 'LIMITED')
  } catch (error) {
    // Others are due too: this one is not the first again in the next run.
    await db('payment_attempt')
      .where('id', asked.attempt.id)
      .update({ nextAskAt: secondsFromNow(AGAIN_SECONDS) })
    throw error
  }
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
