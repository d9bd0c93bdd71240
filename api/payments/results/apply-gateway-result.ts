import type { Knex } from 'knex'
import { type PaymentCallback, paymentCallback } from '../../../resources/payments/payment-callback.ts'
import { type PaymentTransaction, paymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import type { CallbackKind, CallbackResult } from '../../../resources/payments/payment-words.ts'
import { paymentAccount } from '../../../resources/settings/payment-account.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { systemAuthor } from '../../derive/save/author.ts'
import { notFound } from '../../platform/errors.ts'
import { transact } from '../../platform/transact.ts'
import { attemptNamed, attemptsOf } from '../attempts/attempts.ts'
import type { Callback, Verified } from '../gateways/gateway.ts'
import { applyAnswer, type Cause, type Outcome } from './apply-answer.ts'
import type { Asked } from './asked.ts'
import { finishCallback, isFinished } from './finish-callback.ts'
import { askAbout, askAboutCapture } from './gateways-at-work.ts'
import { type Posted, type StoredCallback, storeCallback } from './store-callback.ts'

/** A question of our own about a payment. */
interface Poll extends Omit<Cause, 'kind' | 'callbackId'> {
  kind: 'POLL'
  txnNo: string
}

/** What followed, and the payment, where the news names one of its account. */
interface Applied {
  result: CallbackResult
  payment: PaymentTransaction | null
}

/**
 * Takes news of a payment: what the gateway posted, which is stored first, or that it is time to ask. In each case the
 * gateway's answer to our own question decides. Throws 404 for an unknown account or payment, and 503.
 */
export async function applyGatewayResult(db: Knex, news: Posted | Poll): Promise<Applied> {
  if (news.kind !== 'POLL') {
    const stored = await storeCallback(db, news)
    return stored ? processCallback(db, stored) : { result: 'BAD_SIGNATURE', payment: null }
  }
  const [payment] = await rowsOf(db, paymentTransaction, rows => rows.where('txnNo', news.txnNo))
  if (!payment) throw notFound(`There is no payment ${news.txnNo.slice(0, 20)}`)
  return (await askAboutAll(db, payment, news)).outcome
}

/** What a gateway answered, and what followed. */
interface Answered {
  answer: Verified
  outcome: Outcome
}

/** Asks the gateway about an attempt and does what follows; also returns the answer. */
export async function askAndApply(db: Knex, asked: Asked, cause: Cause): Promise<Answered> {
  const { payment, attempt } = asked
  const [account] = await rowsOf(db, paymentAccount, rows => rows.where('id', payment.accountId))
  const answer = await askAbout(db, account!, { orderNo: attempt.gatewayOrderNo, amount: payment.amount })
  return { answer, outcome: await applyAnswer(db, asked, answer, cause) }
}

/**
 * Asks the gateway about all attempts of a payment, one after the other; those that it knows as paid or unpaid for
 * certain included, since Finance or a payer asks. Returns what moved the payment, else the last answer.
 */
export async function askAboutAll(db: Knex, payment: PaymentTransaction, cause: Cause): Promise<Answered> {
  let said: Answered | undefined
  let outcome: Outcome = { result: 'UNCHANGED', payment }
  for (const attempt of await attemptsOf(db, [payment.id])) {
    const latest = await askAndApply(db, { payment: outcome.payment, attempt }, cause)
    const isNews = said === undefined || latest.outcome.result === 'APPLIED' || said.outcome.result !== 'APPLIED'
    outcome = latest.outcome
    if (isNews) said = latest
  }
  if (!said) throw new Error(`Payment ${payment.txnNo} has no attempt`)
  return { answer: said.answer, outcome: { ...said.outcome, payment: outcome.payment } }
}

/** Does what follows from a stored callback; one that is finished changes nothing. */
export async function processCallback(
  db: Knex,
  { row, claim }: Omit<StoredCallback, 'claim'> & { claim?: Callback },
): Promise<Applied> {
  const asked = await askedOf(db, row)
  if (isFinished(row)) return { result: 'UNCHANGED', payment: asked?.payment ?? null }
  if (!asked) {
    await transact(db, trx => finishCallback(trx, row.id, 'UNKNOWN_TXN', null, author))
    return { result: 'UNKNOWN_TXN', payment: null }
  }
  const { outcome } = await askAndApply(db, asked, { kind: row.kind, callbackId: row.id })
  return claim?.status === 'SUCCESS' ? takeOtherCapture(db, { asked, outcome, claim, via: row.kind }) : outcome
}

const author = systemAuthor('Callback of a gateway')

/** The attempt that a callback names, with its payment; null where it is none of the callback's account. */
async function askedOf(db: Knex, { txnNo: orderNo, accountId }: PaymentCallback): Promise<Asked | null> {
  const attempt = orderNo === null ? undefined : await attemptNamed(db, orderNo)
  if (!attempt) return null
  const code = db('payment_account').where('id', accountId).select('code')
  const ofAccount = db('payment_account').where('code', code).select('id')
  const [payment] = await rowsOf(db, paymentTransaction, rows =>
    rows.where('id', attempt.transactionId).whereIn('accountId', ofAccount),
  )
  return payment ? { payment, attempt } : null
}

/** The payment that a callback names; null where it is none of the callback's account. */
export const paymentOf = async (db: Knex, callback: PaymentCallback): Promise<PaymentTransaction | null> =>
  (await askedOf(db, callback))?.payment ?? null

/** A signed notice of a success beside the gateway's answer. */
interface Noticed {
  asked: Asked
  outcome: Outcome
  claim: Callback
  via: CallbackKind
}

/**
 * A gateway that answers about one capture, and posts of another of the same order, may have taken the money twice. Nobody
 * signs the number that it posts, so it is asked about that very capture, and its answer alone brings money.
 */
async function takeOtherCapture(db: Knex, { asked, outcome, claim, via }: Noticed): Promise<Outcome> {
  const { payment, attempt } = asked
  const { gatewayTxnId } = claim
  const captures: { gatewayTxnId: string }[] = await db('payment_capture').where('transactionId', payment.id)
  if (gatewayTxnId === null || captures.length === 0) return outcome
  if (captures.some(capture => capture.gatewayTxnId === gatewayTxnId)) return outcome
  const [account] = await rowsOf(db, paymentAccount, rows => rows.where('id', payment.accountId))
  const ours = { orderNo: attempt.gatewayOrderNo, amount: payment.amount }
  const answer = await askAboutCapture(db, account!, ours, gatewayTxnId)
  if (answer.status !== 'SUCCESS' || answer.gatewayTxnId !== gatewayTxnId) return outcome
  return applyAnswer(db, asked, answer, { kind: via })
}

/** The callbacks that were stored and not processed, because the portal stopped in between; oldest first. */
export const unprocessed = (db: Knex, before: string, most: number): Promise<PaymentCallback[]> =>
  rowsOf(db, paymentCallback, rows =>
    rows.whereNull('processedAt').where('createdAt', '<=', before).orderBy('id').limit(most),
  )
