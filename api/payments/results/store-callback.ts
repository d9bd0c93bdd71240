import { createHash } from 'node:crypto'
import type { Knex } from 'knex'
import type { PaymentAttempt } from '../../../resources/payments/money/payment-attempt.ts'
import { type PaymentCallback, paymentCallback } from '../../../resources/payments/payment-callback.ts'
import type { PaymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import type { CallbackResult } from '../../../resources/payments/payment-words.ts'
import { type PaymentAccount, paymentAccount } from '../../../resources/settings/payment-account.ts'
import { rowsOf, whereConfirmed } from '../../derive/rows-of.ts'
import { type Author, systemAuthor } from '../../derive/save/author.ts'
import { insertRows } from '../../derive/save/write.ts'
import { now } from '../../platform/clock.ts'
import { isDuplicate, notFound } from '../../platform/errors.ts'
import { transact } from '../../platform/transact.ts'
import type { Fields } from '../gateways/fields.ts'
import type { Callback, Verified } from '../gateways/gateway.ts'
import { countUnsigned } from './count-unsigned.ts'
import { gatewayOf } from './gateways-at-work.ts'

/** What a gateway posted to an account, by the browser or by its own server. */
export interface Posted {
  kind: 'RETURN' | 'NOTIFY'
  accountCode: string
  fields: Fields
  remoteIp: string
}

/** A stored callback, and what it claims. */
export interface StoredCallback {
  row: PaymentCallback
  claim: Callback
}

/** The most characters of a stored value, and of a stored number of a payment. */
const LONGEST_VALUE = 500
const LONGEST_NUMBER = 40

const author = systemAuthor('Callback of a gateway')

/**
 * Stores a callback without what may not be kept, once: one that comes again with the same signed values is the row stored
 * before, whatever stands beside them. One that is not rightly signed is counted only, and null is returned. Throws 404
 * for an account that does not exist, and 503 where the account cannot be used now. `demandRoom` is asked before one that
 * is not signed is counted, and throws where these are too many.
 */
export async function storeCallback(
  db: Knex,
  { kind, accountCode, fields, remoteIp }: Posted,
  demandRoom: (account: PaymentAccount) => Promise<void> = async () => {},
): Promise<StoredCallback | null> {
  const account = (await accountsNamed(db, accountCode))[0]
  if (!account) throw notFound(`There is no payment account ${accountCode.slice(0, 30)}`)
  const claim = gatewayOf(db, account).readCallback(fields)
  if (!claim.signatureOk) {
    await demandRoom(account)
    await countUnsigned(db, { account, kind, remoteIp })
    return null
  }
  const key = { accountId: account.id, kind, payloadSha256: hashOf(claim.identity) }
  const find = async () => (await rowsOf(db, paymentCallback, rows => rows.where(key)))[0]
  const add = () =>
    transact(db, async trx => {
      const { txnNo, redacted } = claim
      const stored = { txnNo: txnNo?.slice(0, LONGEST_NUMBER) ?? null, signatureOk: true, payload: shortened(redacted) }
      const [row] = await insertRows(trx, paymentCallback, [{ ...key, ...stored, remoteIp }], author)
      return row!
    })
  const storedCallback = await find()
  if (storedCallback) return { row: storedCallback, claim }
  try {
    return { row: await add(), claim }
  } catch (error) {
    const other = isDuplicate(error) ? await find() : undefined
    if (!other) throw error
    return { row: other, claim }
  }
}

/**
 * Stores an answer to a question of our own, by which a payment moved or Finance got a task, once and without what may
 * not be kept. Whoever calls holds the lock of the payment.
 */
export async function storeAnswer(
  trx: Knex,
  { id, accountId }: PaymentTransaction,
  { gatewayOrderNo: txnNo }: PaymentAttempt,
  answer: Verified,
  result: CallbackResult,
  author: Author,
): Promise<void> {
  const said = answer.status === 'UNKNOWN' ? { answer: answer.why, message: answer.message } : answer.redacted
  const payload = shortened(said)
  const key = { accountId, kind: 'POLL' as const, payloadSha256: hashOf({ ...payload, 'our number': txnNo }) }
  if (await trx('payment_callback').where(key).first('id')) return
  const row = { ...key, txnNo, transactionId: id, payload, signatureOk: true, processedAt: now(), result }
  await insertRows(trx, paymentCallback, [row], author)
}

/** The rows of a payment account, one for each of its periods, the latest first. */
const accountsNamed = (db: Knex, code: string): Promise<PaymentAccount[]> =>
  rowsOf(db, paymentAccount, rows => whereConfirmed(rows.where({ code })).orderBy('id', 'desc'))

const hashOf = (fields: Fields) =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1))))
    .digest('hex')

const shortened = (fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, text.slice(0, LONGEST_VALUE)]))
