import type { Knex } from 'knex'
import { type PaymentCallback, paymentCallback } from '../../../resources/payments/payment-callback.ts'
import { type PaymentTransaction, paymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import type { CallbackResult } from '../../../resources/payments/payment-words.ts'
import { PORTAL } from '../../../resources/platform/message-text.ts'
import { paymentAccount } from '../../../resources/settings/payment-account.ts'
import { holdersOf } from '../../derive/rights/holders.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { systemAuthor } from '../../derive/save/author.ts'
import { sendMails } from '../../mail/messages.ts'
import { secondsFromNow } from '../../platform/clock.ts'
import { notFound } from '../../platform/errors.ts'
import { transact } from '../../platform/transact.ts'
import type { Callback, Verified } from '../gateways/gateway.ts'
import { applyAnswer, type Cause, type Outcome } from './apply-answer.ts'
import { finishCallback, isFinished } from './finish-callback.ts'
import { askAbout } from './gateways-at-work.ts'
import { raiseTask } from './raise-task.ts'
import { type Posted, type StoredCallback, storeCallback } from './store-callback.ts'
import { isOtherCapture } from './verdict.ts'

const TEMPLATE = 'PAYMENT_BAD_SIGNATURE'
const APART_SECONDS = 3600

/** Mails those who hear of wrongly signed callbacks, at most once an hour for each payment account. */
async function alertOfBadSignature(trx: Knex, { accountId, kind, remoteIp }: PaymentCallback): Promise<void> {
  const account: { code: string } = await trx('payment_account').where('id', accountId).forUpdate().first('code')
  const owner = { type: 'payment-account', id: accountId }
  const since = secondsFromNow(-APART_SECONDS)
  const recent = trx('message_log').where({ templateCode: TEMPLATE, ownerType: owner.type, ownerId: owner.id })
  if (await recent.where('createdAt', '>', since).first('id')) return
  const people = await holdersOf(trx, 'hearOfBadSignatures')
  const mails = people.map(({ name, email }) => ({
    template: TEMPLATE,
    topic: 'SECURITY' as const,
    to: email,
    whom: name,
    owner,
    values: {
      name,
      accountCode: account.code,
      way: kind === 'RETURN' ? 'by a browser' : 'by a server',
      ipAddress: remoteIp ?? 'an unknown address',
      link: `${PORTAL}/transaction-view/transaction-data`,
    },
  }))
  await sendMails(trx, mails)
}

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
  if (news.kind !== 'POLL') return processCallback(db, await storeCallback(db, news))
  const [payment] = await rowsOf(db, paymentTransaction, rows => rows.where('txnNo', news.txnNo))
  if (!payment) throw notFound(`There is no payment ${news.txnNo.slice(0, 20)}`)
  const { outcome } = await askAndApply(db, payment, news)
  return outcome
}

/** Asks the gateway about a payment and does what follows; also returns the answer. */
export async function askAndApply(
  db: Knex,
  payment: PaymentTransaction,
  cause: Cause,
): Promise<{ answer: Verified; outcome: Outcome }> {
  const [account] = await rowsOf(db, paymentAccount, rows => rows.where('id', payment.accountId))
  const answer = await askAbout(db, account!, { orderNo: payment.txnNo, amount: payment.amount })
  return { answer, outcome: await applyAnswer(db, payment.id, answer, cause) }
}

/** Does what follows from a stored callback; one that is finished changes nothing. */
export async function processCallback(
  db: Knex,
  { row, claim }: Omit<StoredCallback, 'claim'> & { claim?: Callback },
): Promise<Applied> {
  const payment = row.signatureOk ? await paymentOf(db, row) : null
  if (isFinished(row)) return { result: 'UNCHANGED', payment }
  if (!row.signatureOk) return { result: await refuse(db, row), payment: null }
  if (!payment) {
    await transact(db, trx => finishCallback(trx, row.id, 'UNKNOWN_TXN', null, author))
    return { result: 'UNKNOWN_TXN', payment: null }
  }
  const { outcome } = await askAndApply(db, payment, { kind: row.kind, callbackId: row.id })
  const captured = claim?.status === 'SUCCESS' ? claim.gatewayTxnId : null
  if (!isOtherCapture(outcome.payment, captured)) return outcome
  await noteOtherCapture(db, outcome.payment, captured!, claim!.amount)
  return { ...outcome, result: 'DUPLICATE_CAPTURE' }
}

const author = systemAuthor('Callback of a gateway')

/** A wrongly signed callback is kept, and told those who look after safety; it moves nothing. */
const refuse = (db: Knex, row: PaymentCallback) =>
  transact(db, async trx => {
    if (row.processedAt === null) await finishCallback(trx, row.id, 'BAD_SIGNATURE', null, author)
    await alertOfBadSignature(trx, row)
    return 'BAD_SIGNATURE' as const
  })

/** The payment that a callback names; null where it is none of the callback's account. */
export async function paymentOf(db: Knex, { txnNo, accountId }: PaymentCallback): Promise<PaymentTransaction | null> {
  if (txnNo === null) return null
  const code = db('payment_account').where('id', accountId).select('code')
  const ofAccount = db('payment_account').where('code', code).select('id')
  const [payment] = await rowsOf(db, paymentTransaction, rows => rows.where({ txnNo }).whereIn('accountId', ofAccount))
  return payment ?? null
}

/** A gateway that answers about one capture, and posts of another, has taken the money twice. */
const noteOtherCapture = (db: Knex, { id }: PaymentTransaction, captured: string, amount: number | null) =>
  transact(
    db,
    async trx => {
      const [payment] = await rowsOf(trx, paymentTransaction, rows => rows.where({ id }).forUpdate())
      const details = `The gateway posted the capture ${captured}, while it answers ${payment!.gatewayTxnId} when it is asked. Review in the gateway’s own console, and refund a second capture.`
      const task = { kind: 'DUPLICATE_CAPTURE' as const, about: captured, amount: amount ?? payment!.amount, details }
      await raiseTask(trx, payment!, task, author)
    },
    'latest',
  )

/** The callbacks that were stored and not processed, because the portal stopped in between; oldest first. */
export const unprocessed = (db: Knex, before: string, most: number): Promise<PaymentCallback[]> =>
  rowsOf(db, paymentCallback, rows =>
    rows.whereNull('processedAt').where('createdAt', '<=', before).orderBy('id').limit(most),
  )
