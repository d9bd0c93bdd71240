import { showBanners } from '../../resources/shipment-tracking/commands/banners.ts'
import { showFeedbackFigures } from '../../resources/shipment-tracking/commands/feedback.ts'
import * as lanes from '../../resources/shipment-tracking/commands/lanes.ts'
import { type Bound, bind } from '../derive/command/serve-commands.ts'
import type { Means, Served } from '../derive/define-room.ts'
import type { Config } from '../platform/config.ts'
import type { RateLimits } from '../platform/http/rate-limit.ts'
import { dashboard } from './dashboard.ts'
import { feedbackFigures } from './feedback-report.ts'
import { laneRecords } from './lane-records.ts'
import { feedbackCommands } from './news/serve-feedback.ts'
import { sharedPassportCommand } from './passport-pages.ts'
import { scorecard } from './scorecard.ts'
import { runningBanners, serveBanners } from './serve-banners.ts'
import { optOutCommands, serveOptOut } from './serve-opt-out.ts'
import { saveSigmaLr } from './sigma/book-sigma-lr.ts'
import { trackCommand } from './track.ts'

/** What people ask of tracking, feedback and banners. */
const trackingCommands = (means: { config: Config; limits: RateLimits }): Bound[] => [
  bind(lanes.showLaneRecords, (asked, { trx }) => laneRecords(trx, asked)),
  bind(lanes.showScorecard, ({ transporterId }, { trx, person }) => scorecard(trx, transporterId, person)),
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
