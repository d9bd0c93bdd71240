import { createHash, randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import { paymentResultLink } from '../../../resources/payments/payment-result-link.ts'
import { systemAuthor } from '../../derive/save/author.ts'
import { insertRows } from '../../derive/save/write.ts'
import { now, secondsFromNow } from '../../platform/clock.ts'
import { transact } from '../../platform/transact.ts'

/** How long whoever comes back from the gateway sees the result without signing in. */
const LINK_SECONDS = 15 * 60

/** The shape of a token: 128 random bits in 22 characters. */
const TOKEN = /^[\w-]{22}$/

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Makes a token that shows the status and amount of one payment for 15 minutes; only its hash is stored. */
export async function makeResultLink(db: Knex, transactionId: number): Promise<string> {
  const token = randomBytes(16).toString('base64url')
  const row = { transactionId, tokenHash: sha256(token), expiresAt: secondsFromNow(LINK_SECONDS) }
  await transact(db, trx => insertRows(trx, paymentResultLink, [row], systemAuthor('Return from a gateway')))
  return token
}

/** Whether a token shows this payment now. */
export async function opensResult(db: Knex, token: string | null, transactionId: number): Promise<boolean> {
  if (token === null || !TOKEN.test(token)) return false
  const link = db('payment_result_link').where({ transactionId, tokenHash: sha256(token) })
  return Boolean(await link.where('expiresAt', '>', now()).first('id'))
}

/** Removes the tokens that have ended; returns how many. */
export const dropResultLinks = (db: Knex): Promise<number> =>
  db('payment_result_link').where('expiresAt', '<=', now()).delete()
