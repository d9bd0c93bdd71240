import { createHash, randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import { type Shipment, shipment } from '../../../resources/dispatches/shipment.ts'
import { PORTAL } from '../../../resources/platform/message-text.ts'
import { decodeRow } from '../../derive/row-codec.ts'
import { now, secondsFromNow } from '../../platform/clock.ts'
import { readSettings } from '../../platform/settings.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const DAY_SECONDS = 86_400

/** The shape of a token: 128 random bits in 22 characters, which an SMS can carry. */
const TOKEN = /^[\w-]{22}$/

/**
 * Makes the link by which feedback on a shipment is given once, and returns its address; an earlier link ends. Only
 * the hash of its token is stored.
 */
export async function makeFeedbackLink(trx: Knex, shipmentId: number): Promise<string> {
  const token = randomBytes(16).toString('base64url')
  const at = now()
  const request = { feedbackToken: sha256(token), feedbackRequestedAt: at, updatedAt: at }
  await trx('shipment').where({ id: shipmentId }).update(request)
  return `${PORTAL}/feedback#${token}`
}

/** Ends the link of a delivery that was reported by mistake, so that the next delivery asks whoever has not answered. */
export async function endFeedbackRequest(trx: Knex, shipmentId: number): Promise<void> {
  await trx('shipment')
    .where({ id: shipmentId })
    .where(any => any.whereNotNull('feedbackToken').orWhereNotNull('feedbackRequestedAt'))
    .whereNotExists(trx('feedback').where({ shipmentId }).select(trx.raw('1')))
    .update({ feedbackToken: null, feedbackRequestedAt: null, updatedAt: now() })
}

/** The shipment that a token opens; undefined when it is used, replaced, ended or too old. */
export async function shipmentOfToken(db: Knex, token: unknown): Promise<Shipment | undefined> {
  if (typeof token !== 'string' || !TOKEN.test(token)) return undefined
  const row = await db('shipment')
    .where({ feedbackToken: sha256(token) })
    .where('feedbackRequestedAt', '>', await oldestRequest(db))
    .first()
  return row && (decodeRow(shipment, row) as unknown as Shipment)
}

/** Uses up a link; false when somebody else did at the same moment. */
export const useFeedbackLink = async (trx: Knex, { id, feedbackToken }: Shipment): Promise<boolean> =>
  (await trx('shipment').where({ id, feedbackToken }).update({ feedbackToken: null, updatedAt: now() })) === 1

/** Erases the hashes of links that are too old; returns how many. */
export const expireFeedbackLinks = async (db: Knex): Promise<number> =>
  db('shipment')
    .whereNotNull('feedbackToken')
    .where('feedbackRequestedAt', '<=', await oldestRequest(db))
    .update({ feedbackToken: null, updatedAt: now() })

const oldestRequest = async (db: Knex) => secondsFromNow(-DAY_SECONDS * (await readSettings(db))['feedback.token_days'])
