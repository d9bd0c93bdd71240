import type { Knex } from 'knex'
import * as messages from '../../resources/orders/sap/commands.ts'
import * as sap from '../../resources/sap/commands/reading.ts'
import { type Bound, bind } from '../derive/command/serve-commands.ts'
import type { Means, Served } from '../derive/define-room.ts'
import { signedIn } from '../derive/signed-in.ts'
import type { RateLimits } from '../platform/http/rate-limit.ts'
import type { ApiRouter } from '../platform/http/router.ts'
import { isSapSimulated } from '../platform/simulators.ts'
import { messageShown, tryDry } from './orders/sap-messages.ts'
import { readableObjects } from './pulls.ts'
import type { SapReader } from './reading/reader.ts'
import { readingCommands } from './reading/serve-reads.ts'
import { sapErrors, sapRunErrors } from './sap-errors.ts'
import { sapStatus } from './sap-status.ts'
import { simulatedSapCommands } from './serve-simulated-sap.ts'
import { startSap } from './start.ts'

interface SapMeans {
  limits: RateLimits
  readers: () => readonly SapReader[]
  isSimulated: boolean
}

/** What people ask of the portal's dealings with SAP. */
const sapCommands = ({ isSimulated, ...means }: SapMeans): Bound[] => [
  ...readingCommands({ ...means, objects: readableObjects }),
  bind(sap.showRunErrors, ({ runId }, { trx }) => sapRunErrors(trx, runId)),
  bind(sap.showSapStatus, (_, { trx }) => sapStatus(trx)),
  bind(messages.showMessage, ({ id }, { trx, person }) => messageShown(trx, id, person)),
  bind(messages.tryMessage, ({ messageId }, { trx, person }) => tryDry(trx, messageId, person)),
  ...(isSimulated ? simulatedSapCommands : []),
]

/** Serves what a reading from SAP could not save, as a file. */
const serveSapErrors = (router: ApiRouter, db: Knex) =>
  router.get('/api/sheets/sap-errors', ctx => sapErrors(ctx, db, signedIn(ctx).person))

/** The dealings with SAP. */
export function serve(means: Means): Served {
  const sap = startSap(means)
  serveSapErrors(means.router, means.db)
  const { limits, config } = means
  const commands = sapCommands({ limits, readers: sap.readers, isSimulated: isSapSimulated(config) })
  return { ...sap, commands, start: (_, simulators) => sap.start(simulators) }
}
