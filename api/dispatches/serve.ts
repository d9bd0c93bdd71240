import * as pods from '../../resources/dispatches/commands/pods.ts'
import * as dispatch from '../../resources/dispatches/commands/tracking.ts'
import { type Bound, bind } from '../derive/command/serve-commands.ts'
import type { RateLimits } from '../platform/rate-limit.ts'
import { trackCommand } from '../shipment-tracking/track.ts'
import { billCommands } from './bills/serve-bills.ts'
import { bookingCommands } from './booking/serve-booking.ts'
import { report } from './events/take-report.ts'
import { passport } from './papers/passport.ts'
import { shareLr } from './papers/passport-links.ts'
import { sharedPassportCommand } from './papers/passport-pages.ts'
import { takePod } from './pods/take-pod.ts'

/** What people do with consignments. */
export const dispatchCommands = ({ limits }: { limits: RateLimits }): Bound[] => [
  bind(dispatch.reportEvent, (event, { trx, person, author }) => report(trx, event, person, author)),
  trackCommand(limits),
  bind(dispatch.showPassport, ({ id }, { trx, person }) => passport(trx, id, person)),
  bind(dispatch.sharePassport, ({ lrId }, { trx, person, author }) => shareLr(trx, lrId, person, author)),
  sharedPassportCommand(limits),
  ...billCommands,
  ...bookingCommands,
  bind(pods.uploadPod, async (pod, { trx, person, author }) => ({ id: (await takePod(trx, pod, person, author)).id })),
]
