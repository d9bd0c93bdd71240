import type { Knex } from 'knex'
import { gatewayWords } from '../../../resources/payments/gateways/gateway-words.ts'
import { meaningIn } from '../../../resources/payments/gateways/words.ts'
import { type PaymentAttempt, paymentAttempt } from '../../../resources/payments/money/payment-attempt.ts'
import { undecided } from '../../../resources/payments/payment-states.ts'
import { type PaymentTransaction, paymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import type { CallbackKind, CallbackResult } from '../../../resources/payments/payment-words.ts'
import { type Author, systemAuthor } from '../../derive/save/author.ts'
import { updateRow } from '../../derive/save/write.ts'
import { now } from '../../platform/clock.ts'
import { transact } from '../../platform/transact.ts'
import { lockAttempt } from '../attempts/attempts.ts'
import type { Verified } from '../gateways/gateway.ts'
import { lockPayment } from '../lock-payment.ts'
import { alertOfWord } from './alert-of-word.ts'
import type { Asked } from './asked.ts'
import { endAttempt, endingOf, endUnstarted } from './end-attempt.ts'
import { finishCallback } from './finish-callback.ts'
import { mailHoldEnded } from './mail-hold-ended.ts'
import { askedAgain } from './next-ask.ts'
import { storeAnswer } from './store-callback.ts'
import { takeCaptured, takeReturned } from './take-money.ts'
import { type Verdict, verdictOf } from './verdict.ts'

/** Why the gateway was asked about an attempt. */
export interface Cause {
  kind: CallbackKind
  /** The stored callback that claimed something. */
  callbackId?: number
  /** Somebody gives the payment up, if the gateway does not know it. */
  isGivenUp?: true
  /** Who asked; the portal itself without. */
  author?: Author
}

/** What followed from an answer, and the payment afterwards. */
export interface Outcome {
  result: CallbackResult
  payment: PaymentTransaction
}

/**
 * Moves a payment on by the gateway's answer about one of its attempts, in one transaction with everything that follows
 * from it and with the callback that caused the question. However often and in whatever order answers come, each capture
 * is taken in once.
 */
export const applyAnswer = (db: Knex, asked: Asked, answer: Verified, cause: Cause): Promise<Outcome> =>
  transact(
    db,
    async trx => {
      const payment = await lockPayment(trx, asked.payment.id)
      const attempt = await lockAttempt(trx, asked.attempt.id)
      const author = cause.author ?? systemAuthor(`Answer of ${payment.gateway}`)
      const verdict = verdictOf(answer)
      const result = await follow(trx, { payment, attempt }, answer, verdict, cause, author)
      if (cause.callbackId !== undefined) await finishCallback(trx, cause.callbackId, result, payment.id, author)
      else if (hasMoved(result)) await storeAnswer(trx, payment, attempt, answer, result, author)
      return { result, payment: await lockPayment(trx, payment.id) }
    },
    'latest',
  )

const hasMoved = (result: CallbackResult) => result !== 'UNCHANGED' && result !== 'UNKNOWN_ANSWER'

async function follow(
  trx: Knex,
  asked: Asked,
  answer: Verified,
  verdict: Verdict,
  cause: Cause,
  author: Author,
): Promise<CallbackResult> {
  const { payment, attempt } = asked
  const word = wordIn(answer)
  const known =
    word === null || attempt.lastWord === word ? attempt : await noteWord(trx, attempt, answer, word, author)
  if (answer.status === 'SUCCESS') {
    await settleAttempt(trx, known, author)
    await endUnstarted(trx, known, author)
    return takeCaptured(trx, { payment, attempt: known }, answer, cause.kind, author)
  }
  if (answer.status === 'RETURNED') {
    await settleAttempt(trx, known, author)
    return takeReturned(trx, { payment, attempt: known }, answer, cause.kind, author)
  }
  const ending = await endingOf(trx, { payment, attempt: known }, verdict, cause.isGivenUp === true)
  if (ending) {
    if (verdict === 'CANCELLED' && wasAuthorised(asked)) await mailHoldEnded(trx, payment)
    return endAttempt(trx, { payment, attempt: known }, ending, answer, author)
  }
  if (verdict === 'FAILED' || verdict === 'CANCELLED') {
    // What a gateway says definitely of an attempt that is over leaves nothing to ask.
    await settleAttempt(trx, known, author)
    return 'UNCHANGED'
  }
  if (known !== attempt && known.isUnknownWord) await alertOfWord(trx, payment, known)
  await waitOn(trx, { payment, attempt: known }, answer, cause.kind, author)
  return answer.status === 'UNKNOWN' ? 'UNKNOWN_ANSWER' : 'UNCHANGED'
}

/** Whether the last word before this was that the bank holds the amount, and nobody has taken it. */
const wasAuthorised = ({ payment, attempt }: Asked): boolean =>
  meaningIn(gatewayWords[payment.gateway], attempt.lastWord) === 'AUTHORISED'

/** The gateway's own word, where it said one. */
const wordIn = (answer: Verified): string | null =>
  (answer.status === 'UNKNOWN' ? answer.word : answer.said)?.slice(0, 40) ?? null

const noteWord = (trx: Knex, attempt: PaymentAttempt, answer: Verified, lastWord: string, author: Author) =>
  updateRow(trx, paymentAttempt, attempt, { lastWord, isUnknownWord: answer.status === 'UNKNOWN' }, author)

/** The gateway is not asked about an attempt any more by itself. What it knows has been handed over. */
async function settleAttempt(trx: Knex, attempt: PaymentAttempt, author: Author): Promise<void> {
  const { nextAskAt, startedAt } = attempt
  if (nextAskAt !== null || startedAt === null)
    await updateRow(trx, paymentAttempt, attempt, { nextAskAt: null, startedAt: startedAt ?? now() }, author)
}

/** Asks again in time; a payment that was waited for long enough is overdue, and never failed by silence alone. */
async function waitOn(trx: Knex, { payment, attempt }: Asked, answer: Verified, kind: CallbackKind, author: Author) {
  // No question left, so the attempt is as due as before.
  if (answer.status === 'UNKNOWN' && answer.why === 'LIMITED') return
  const { ask, isOver } = await askedAgain(trx, { payment, attempt }, answer, kind)
  if (ask) await updateRow(trx, paymentAttempt, attempt, ask, author)
  if (isOver && payment.overdueSince === null && undecided.includes(payment.status) && payment.capturedAmount === 0)
    await updateRow(trx, paymentTransaction, payment, { overdueSince: now() }, author)
}
