import type { Knex } from 'knex'
import { undecided } from '../../../resources/payments/payment-states.ts'
import { type PaymentTransaction, paymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import type { CallbackKind, CallbackResult } from '../../../resources/payments/payment-words.ts'
import { isOver, nextPoll } from '../../../resources/payments/poll-times.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { type Author, systemAuthor } from '../../derive/save/author.ts'
import { updateRow } from '../../derive/save/write.ts'
import { now, secondsFromNow } from '../../platform/clock.ts'
import { readSettings } from '../../platform/settings.ts'
import { transact } from '../../platform/transact.ts'
import type { Verified } from '../gateways/gateway.ts'
import { finishCallback } from './finish-callback.ts'
import { storeAnswer } from './store-callback.ts'
import { closeUnpaid, NOT_REACHED, succeed, taskFor } from './take-step.ts'
import { type Ending, type Verdict, verdictOf } from './verdict.ts'

/** Why the gateway was asked about a payment. */
export interface Cause {
  kind: CallbackKind
  /** The stored callback that claimed something. */
  callbackId?: number
  /** What the payment becomes where the gateway answers and knows of no success. */
  ending?: Ending | undefined
  /** Who asked; the portal itself without. */
  author?: Author
}

/** What followed from an answer, and the payment afterwards. */
export interface Outcome {
  result: CallbackResult
  payment: PaymentTransaction
}

const DAY_SECONDS = 86_400
const HOUR_SECONDS = 3600

/**
 * Moves a payment on by the gateway's answer, in one transaction with everything that follows from it and with the
 * callback that caused the question. However often and in whatever order answers come, a payment succeeds once.
 */
export const applyAnswer = (db: Knex, paymentId: number, answer: Verified, cause: Cause): Promise<Outcome> =>
  transact(
    db,
    async trx => {
      const [payment] = await rowsOf(trx, paymentTransaction, rows => rows.where('id', paymentId).forUpdate())
      if (!payment) throw new Error(`The payment ${paymentId} no longer exists`)
      const author = cause.author ?? systemAuthor(`Answer of ${payment.gateway}`)
      const verdict = verdictOf(payment, answer, cause.ending)
      const after = await follow(trx, payment, answer, verdict, cause, author)
      if (cause.callbackId !== undefined)
        await finishCallback(trx, cause.callbackId, verdict.result, payment.id, author)
      else if (verdict.step || verdict.task) await storeAnswer(trx, payment, answer, verdict.result, author)
      return { result: verdict.result, payment: after }
    },
    'latest',
  )

async function follow(
  trx: Knex,
  payment: PaymentTransaction,
  answer: Verified,
  verdict: Verdict,
  cause: Cause,
  author: Author,
): Promise<PaymentTransaction> {
  if (verdict.task) await taskFor(trx, payment, answer, verdict.task, author)
  if (verdict.step === 'succeed') return succeed(trx, payment, answer, cause.kind, author)
  if (verdict.step) return closeUnpaid(trx, payment, answer, verdict, author)
  const isWrong = verdict.task === 'AMOUNT_MISMATCH' && payment.status !== 'SUCCESS' && payment.amountOk
  // What a gateway says definitely of a payment that is over leaves nothing to ask.
  const isSettled = cause.kind === 'POLL' && !verdict.waits && payment.nextPollAt !== null
  const changes = {
    ...(verdict.waits && (await askedAgain(trx, payment, cause.kind))),
    ...(isSettled && { nextPollAt: null }),
    ...(isWrong && { amountOk: false }),
  }
  return Object.keys(changes).length === 0 ? payment : updateRow(trx, paymentTransaction, payment, changes, author)
}

/** When the gateway is asked again, unless that is settled; of an open payment always, of others while it may still matter. */
async function askedAgain(trx: Knex, payment: PaymentTransaction, kind: CallbackKind) {
  const isPoll = kind === 'POLL'
  if (!isPoll && payment.nextPollAt !== null) return {}
  const isOpen = undecided.includes(payment.status)
  const since = isOpen ? (payment.initiatedAt ?? payment.createdAt) : await lateFrom(trx, payment)
  if (since === null) return isPoll ? { nextPollAt: null } : {}
  const { 'payment.pending_expiry_days': days } = await readSettings(trx)
  const next = nextPoll(payment.gateway, since, now(), days)
  const nextPollAt = next ?? (isOpen ? secondsFromNow(HOUR_SECONDS) : null)
  return { nextPollAt, ...(isPoll && { pollCount: payment.pollCount + 1 }) }
}

/** From when on a late success is waited for: the last news of the gateway; a payer may still have an old form. */
const lateFrom = async (trx: Knex, { id, failureCode, initiatedAt }: PaymentTransaction) =>
  (await lastHeard(trx, id)) ?? (failureCode === NOT_REACHED ? initiatedAt : null)

/** When a gateway last sent something about a payment. */
async function lastHeard(trx: Knex, transactionId: number): Promise<string | null> {
  const [{ at }] = (await trx('payment_callback')
    .where({ transactionId })
    .whereNot('kind', 'POLL')
    .max({ at: 'createdAt' })) as [{ at: string | null }]
  return at
}

/** How a payment ends by now where the gateway knows of no success: undefined while it is waited for. */
export async function endingOf(db: Knex, payment: PaymentTransaction): Promise<Ending | undefined> {
  if (!undecided.includes(payment.status)) return undefined
  const { 'payment.pending_expiry_days': days, 'payment.created_expiry_minutes': minutes } = await readSettings(db)
  if (isOver(payment.initiatedAt ?? payment.createdAt, now(), days)) return 'fail'
  const isLeft = isOver(payment.createdAt, now(), (minutes * 60) / DAY_SECONDS)
  return payment.status === 'CREATED' && isLeft ? 'cancel' : undefined
}
