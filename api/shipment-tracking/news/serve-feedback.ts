import type { Application } from '@feathersjs/koa'
import type { Knex } from 'knex'
import type { RowValues } from '../../../resources/define/row-values.ts'
import type { Fault } from '../../../resources/define/validate.ts'
import type { Shipment } from '../../../resources/dispatches/shipment.ts'
import {
  type FeedbackRequest,
  feedback,
  feedbackFields,
  needsFollowUp,
} from '../../../resources/shipment-tracking/feedback.ts'
import { bodyObject, readBody } from '../../derive/save/read-body.ts'
import { type Author, insertRows } from '../../derive/save/write.ts'
import type { Call } from '../../derive/service.ts'
import { now } from '../../platform/clock.ts'
import { invalid, notFound } from '../../platform/errors.ts'
import type { RateLimits } from '../../platform/rate-limit.ts'
import { transact } from '../../platform/transact.ts'
import { shipmentOfToken, useFeedbackLink } from './feedback-link.ts'

/** One message for links that are used, replaced, ended, too old or never existed, so that nobody learns which. */
const GONE = 'This link was used, was replaced by a newer message, or has expired.'

/**
 * Feedback on a delivery without a sign-in. `POST /api/feedback-links { token }` answers which delivery a link asks
 * about and changes nothing; `POST /api/given-feedback { token, rating, … }` saves the answer once. Thirty wrong links
 * in ten minutes lead to 429.
 */
export function serveFeedback(app: Application, db: Knex, limits: RateLimits) {
  const wrongLinks = limits.of('feedback-links', { tries: 30, seconds: 600 })

  /** Counts a try of the caller's address, and gives it back unless the link was wrong. */
  async function counted<Result>(call: Call, work: () => Promise<Result>): Promise<Result> {
    const ip = call.author?.ip ?? ''
    await wrongLinks.take(ip)
    try {
      const result = await work()
      await wrongLinks.refund(ip)
      return result
    } catch (error) {
      if ((error as { code?: number }).code !== 404) await wrongLinks.refund(ip)
      throw error
    }
  }

  const links = {
    create: (body: unknown, call: Call): Promise<FeedbackRequest> =>
      counted(call, async () => requestOf(db, await opened(db, bodyObject(body, 'The link').token))),
  }
  const given = {
    create: (body: unknown, call: Call) =>
      counted(call, async () => {
        await giveFeedback(db, body, call.author!)
        return { message: 'Thank you: your feedback is saved.' }
      }),
  }
  app.use('api/feedback-links', links as never, { methods: ['create'] } as never)
  app.use('api/given-feedback', given as never, { methods: ['create'] } as never)
}

/** Saves what a customer says of a delivery, by the link of a message, once. Throws 404 for a link that opens nothing. */
export async function giveFeedback(db: Knex, body: unknown, by: Author): Promise<void> {
  const { token, ...rest } = bodyObject(body, 'The feedback')
  await opened(db, token)
  const input = readInput(rest)
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
  const found = await shipmentOfToken(db, token)
  if (!found) throw notFound(GONE)
  return found
}

function readInput(given: RowValues) {
  const faults: Fault[] = []
  const input = readBody(feedback, feedbackFields, given, faults)
  if (typeof given.goodsOk !== 'boolean' && !faults.some(({ field }) => field === 'goodsOk'))
    faults.push({ field: 'goodsOk', code: 'REQUIRED', message: 'Goods in order is required: answer yes or no' })
  if (faults.length > 0) throw invalid(faults)
  return input
}

async function requestOf(db: Knex, { shipmentNo, lrId }: Shipment): Promise<FeedbackRequest> {
  const row = await db('lr')
    .join('transporter', 'transporter.id', 'lr.transporterId')
    .join('state_city', 'state_city.id', 'lr.toCityId')
    .where('lr.id', lrId)
    .first('lr.lrNo', 'lr.deliveredOn', 'lr.packages', 'transporter.name as transporter', 'state_city.name as toCity')
  return { shipmentNo, ...row, packages: Number(row.packages) }
}
