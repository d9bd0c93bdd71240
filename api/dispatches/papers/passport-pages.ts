import type { Knex } from 'knex'
import type { Tracked } from '../../../resources/dispatches/tracked.ts'
import { bodyObject } from '../../derive/save/read-body.ts'
import type { Call } from '../../derive/service.ts'
import { notFound } from '../../platform/errors.ts'
import type { RateLimits } from '../../platform/rate-limit.ts'
import { trackedLr } from '../../shipment-tracking/find-tracked.ts'
import { lrOfToken } from './passport-link-service.ts'

/** One message for links that are wrong, revoked or too old, so that nobody learns which. */
const GONE = 'This link is wrong, was revoked or has expired: ask the sender for a new one.'

/**
 * `POST /api/passport-pages { token }`: what a link shows of its consignment without a sign-in. Thirty wrong links from
 * one address in ten minutes lead to 429.
 */
export function passportPages(db: Knex, limits: RateLimits) {
  const wrongLinks = limits.of('passport-pages', { tries: 30, seconds: 600 })
  return {
    async create(body: unknown, call: Call): Promise<Tracked> {
      const ip = call.author?.ip ?? ''
      await wrongLinks.take(ip)
      const lrId = await lrOfToken(db, bodyObject(body, 'The link').token)
      const found = lrId === undefined ? null : await trackedLr(db, lrId)
      if (!found) throw notFound(GONE)
      await wrongLinks.refund(ip)
      return found
    },
  }
}
