import * as pods from '../../resources/dispatches/commands/pods.ts'
import * as dispatch from '../../resources/dispatches/commands/tracking.ts'
import { type Bound, bind } from '../derive/command/serve-commands.ts'
import type { Means, Served } from '../derive/define-room.ts'
import { billCommands } from './bills/serve-bills.ts'
import { bookingCommands } from './booking/serve-booking.ts'
import { collectionCommands, serveGatePass } from './collections/serve-collections.ts'
import { report } from './events/take-report.ts'
import { passport } from './papers/passport.ts'
import { shareLr } from './papers/passport-links.ts'
import { servePapers } from './papers/serve-papers.ts'
import { servePodBatches } from './pods/serve-batches.ts'
import { takePod } from './pods/take-pod.ts'

/** What people do with consignments. */
const dispatchCommands: readonly Bound[] = [
  bind(dispatch.reportEvent, (event, { trx, person, author }) => report(trx, event, person, author)),
  bind(dispatch.showPassport, ({ id }, { trx, person }) => passport(trx, id, person)),
  bind(dispatch.sharePassport, ({ lrId }, { trx, person, author }) => shareLr(trx, lrId, person, author)),
  ...billCommands,
  ...bookingCommands,
  bind(pods.uploadPod, async (pod, { trx, person, author }) => ({ id: (await takePod(trx, pod, person, author)).id })),
]

/** From the invoice to the proof of delivery: LRs, collections, events, papers, bills of transporters. */
export function serve(means: Means): Served {
  const { router, config, db } = means
  const podBatches = servePodBatches(router, means)
  servePapers(router, db)
  serveGatePass(router, db)
  return {
    commands: [...dispatchCommands, ...collectionCommands(config), podBatches.command],
    stop: podBatches.stop,
  }
}
