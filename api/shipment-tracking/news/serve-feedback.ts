import type { Knex } from 'knex'
import type { Shipment } from '../../../resources/dispatches/shipment.ts'
import * as feedbacks from '../../../resources/shipment-tracking/commands/feedback.ts'
import { feedback, needsFollowUp } from '../../../resources/shipment-tracking/feedback.ts'
import { type Bound, bind } from '../../derive/command/serve-commands.ts'
import type { Author } from '../../derive/save/author.ts'
import { insertRows } from '../../derive/save/write.ts'
import { now } from '../../platform/clock.ts'
import { notFound } from '../../platform/errors.ts'
import type { RateLimits } from '../../platform/http/rate-limit.ts'
import { transact } from '../../platform/transact.ts'
import { shipmentOfToken, useFeedbackLink } from './feedback-link.ts'

/** One message for links that are used, replaced, ended, too old or never existed, so that nobody learns which. */
const GONE = 'This link was used, was replaced by a newer message, or has expired.'

/** Feedback on a delivery without a sign-in. Thirty wrong links in ten minutes of one address lead to 429. */
export function feedbackCommands(limits: RateLimits): Bound[] {
  const wrongLinks = limits.of('feedback-links', { tries: 30, seconds: 600 })

  /** Counts a try of the caller's address, and gives it back unless the link was wrong. */
  async function counted<Result>({ ip }: Author, work: () => Promise<Result>): Promise<Result> {
    await wrongLinks.take(ip ?? '')
    try {
      const result = await work()
      await wrongLinks.refund(ip ?? '')
      return result
    } catch (error) {
      if ((error as { code?: number }).code !== 404) await wrongLinks.refund(ip ?? '')
      throw error
    }
  }

  return [
    bind(feedbacks.openFeedbackLink, ({ token }, { trx, author }) =>
      counted(author, async () => requestOf(trx, await opened(trx, token))),
    ),
    bind(feedbacks.giveFeedback, (given, { trx, author }) =>
      counted(author, async () => {
        await giveFeedback(trx, given, author)
        return { message: 'Thank you: your feedback is saved.' }
      }),
    ),
  ]
}

/** Saves what a customer says of a delivery, by the link of a message, once. Throws 404 for a link that opens nothing. */
export async function giveFeedback(db: Knex, { token, ...input }: feedbacks.GivenFeedback, by: Author): Promise<void> {
  const author: Author = { ...by, id: null, reason: 'By the link of a message' }
  await transact(db, async trx => {
    const shipment = await opened(trx, token)
    if (!(await useFeedbackLink(trx, shipment))) throw notFound(GONE)
    const followUpStatus = needsFollowUp(input) ? 'OPEN' : 'NONE'
    const { id: shipmentId, lrId } = shipment
    const row = { shipmentId, lrId, ...input, submittedAt: now(), followUpStatus, complaintProposal: 'NONE' }
    await insertRows(trx, feedback, [row as never], author)
  })
}

async function opened(db: Knex, token: unknown): Promise<Shipment> {
  const shipment = await shipmentOfToken(db, token)
  if (!shipment) throw notFound(GONE)
  return shipment
}

async function requestOf(db: Knex, { shipmentNo, lrId }: Shipment): Promise<feedbacks.FeedbackRequest> {
  const row = await db('lr')
    .join('transporter', 'transporter.id', 'lr.transporterId')
    .join('state_city', 'state_city.id', 'lr.toCityId')
    .where('lr.id', lrId)
    .first('lr.lrNo', 'lr.deliveredOn', 'lr.packages', 'transporter.name as transporter', 'state_city.name as toCity')
  return { shipmentNo, ...row, packages: Number(row.packages) }
}
