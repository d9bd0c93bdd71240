import * as dispatch from '../../resources/dispatches/commands/tracking.ts'
import { compareForTrip } from '../../resources/dispatches/commands/trips.ts'
import { showBanners } from '../../resources/shipment-tracking/commands/banners.ts'
import { showFeedbackFigures } from '../../resources/shipment-tracking/commands/feedback.ts'
import * as lanes from '../../resources/shipment-tracking/commands/lanes.ts'
import { type Bound, bind } from '../derive/command/serve-commands.ts'
import type { Means, Served } from '../derive/define-room.ts'
import { lrOfToken } from '../dispatches/papers/passport-links.ts'
import type { Config } from '../platform/config.ts'
import { notFound } from '../platform/errors.ts'
import type { RateLimits } from '../platform/http/rate-limit.ts'
import { compareTransporters } from './compare-transporters.ts'
import { dashboard } from './dashboard.ts'
import { feedbackFigures } from './feedback-report.ts'
import { trackedLr } from './find-tracked.ts'
import { laneRecords } from './lane-records.ts'
import { feedbackCommands } from './news/serve-feedback.ts'
import { scorecard } from './scorecard.ts'
import { runningBanners, serveBanners } from './serve-banners.ts'
import { optOutCommands, serveOptOut } from './serve-opt-out.ts'
import { saveSigmaLr } from './sigma/book-sigma-lr.ts'
import { trackCommand } from './track.ts'

/** One message for links that are wrong, revoked or too old, so that nobody learns which. */
const GONE = 'This link is wrong, was revoked or has expired: ask the sender for a new one.'

/** What a link shows of its consignment without a sign-in. Thirty wrong links from one address in ten minutes lead to 429. */
function sharedPassportCommand(limits: RateLimits): Bound {
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

/** What people ask of tracking, feedback and banners. */
const trackingCommands = (means: { config: Config; limits: RateLimits }): Bound[] => [
  bind(lanes.showLaneRecords, (asked, { trx }) => laneRecords(trx, asked)),
  bind(lanes.showScorecard, ({ transporterId }, { trx, person }) => scorecard(trx, transporterId, person)),
  bind(compareForTrip, async ({ tripId }, { trx, person }) => ({
    transporters: await compareTransporters(trx, tripId, person),
  })),
  bind(lanes.showDashboard, (asked, { trx, person }) => dashboard(trx, asked, person)),
  bind(showFeedbackFigures, (_, { trx, person, filters }) => feedbackFigures(trx, filters, person)),
  bind(lanes.bookSigmaShipment, (lr, { trx, person, author }) => saveSigmaLr(trx, lr, person, author)),
  bind(showBanners, ({ placement }, { trx, person }) => runningBanners(trx, placement, person)),
  trackCommand(means.limits),
  sharedPassportCommand(means.limits),
  ...feedbackCommands(means.limits),
  ...optOutCommands(means),
]

/** What customers follow: shipments, messages about them, feedback, banners. */
export function serve(means: Means): Served {
  serveBanners(means.router, means.config, means.db)
  serveOptOut(means.router, means.db, means)
  return { commands: trackingCommands(means) }
}
