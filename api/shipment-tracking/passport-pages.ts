import * as dispatch from '../../resources/dispatches/commands/tracking.ts'
import { type Bound, bind } from '../derive/command/serve-commands.ts'
import { lrOfToken } from '../dispatches/papers/passport-links.ts'
import { notFound } from '../platform/errors.ts'
import type { RateLimits } from '../platform/http/rate-limit.ts'
import { trackedLr } from './find-tracked.ts'

/** One message for links that are wrong, revoked or too old, so that nobody learns which. */
const GONE = 'This link is wrong, was revoked or has expired: ask the sender for a new one.'

/** What a link shows of its consignment without a sign-in. Thirty wrong links from one address in ten minutes lead to 429. */
export function sharedPassportCommand(limits: RateLimits): Bound {
  const wrongLinks = limits.of('passport-pages', { tries: 30, seconds: 600 })
  return bind(dispatch.showSharedPassport, async ({ token }, { trx, author }) => {
    const ip = author.ip ?? ''
    await wrongLinks.take(ip)
    const lrId = await lrOfToken(trx, token)
    const shared = lrId === undefined ? null : await trackedLr(trx, lrId)
    if (!shared) throw notFound(GONE)
    await wrongLinks.refund(ip)
    return shared
  })
}
