import type { Knex } from 'knex'
import * as messages from '../../resources/orders/sap/commands.ts'
import type { SapStatus } from '../../resources/sap/commands/reading.ts'
import * as sap from '../../resources/sap/commands/reading.ts'
import * as simulated from '../../resources/sap/commands/simulator.ts'
import { type Bound, bind } from '../derive/command/serve-commands.ts'
import type { Means, Served } from '../derive/define-room.ts'
import { signedIn } from '../derive/signed-in.ts'
import { refused } from '../platform/errors.ts'
import type { RateLimits } from '../platform/http/rate-limit.ts'
import type { ApiRouter } from '../platform/http/router.ts'
import { isSapSimulated } from '../platform/simulators.ts'
import { messageShown, tryDry } from './orders/sap-messages.ts'
import { readableObjects } from './pulls.ts'
import type { SapReader } from './reading/reader.ts'
import { readingCommands } from './reading/serve-reads.ts'
import { isConnected } from './sap-connection.ts'
import { sapErrors, sapRunErrors } from './sap-errors.ts'
import { pauseOf } from './sending/pause.ts'
import { startSap } from './start.ts'
import { steerSap } from './steer-sap.ts'

/** How the simulated SAP is steered. Where a real SAP is connected, and in production, these addresses do not exist. */
const simulatedSapCommands: readonly Bound[] = [
  bind(simulated.showSimulatedSap, (_, { trx }) => shown(trx)),
  bind(simulated.behave, async ({ behaviours }, { trx }) => {
    const asked = behaviours.map(one => ({ ...one, among: one.among ?? [], only: givenOf(one.only ?? {}) }))
    const { message } = await steerSap<{ message?: string }>(trx, 'POST', 'behaviour', { behaviours: asked })
    if (message !== undefined) throw refused([{ field: 'behaviours', code: 'REFUSED', message }])
    return shown(trx)
  }),
  bind(simulated.doInSimulatedSap, async (body, { trx }) => {
    const { says, message = '' } = await steerSap<{ says?: string; message?: string }>(
      trx,
      'POST',
      'documents',
      givenOf(body),
    )
    if (says === undefined) throw refused([{ field: 'command', code: 'REFUSED', message }])
    return { says }
  }),
]

async function shown(db: Knex): Promise<simulated.SimulatedSapState> {
  const state = await steerSap<simulated.SimulatedSapState>(db, 'GET', 'state')
  const callFilter = ({
    service = null,
    entity = null,
    kind = null,
  }: Partial<(typeof state.behaviours)[number]['only']>) => ({
    ...{ service, entity, kind },
  })
  return { ...state, behaviours: state.behaviours.map(one => ({ ...one, only: callFilter(one.only) })) }
}

/** The simulator reads no name that was left out. */
const givenOf = (asked: object) => Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== null))

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

/** Whether messages go to SAP now, and how old its data are. */
async function sapStatus(db: Knex): Promise<SapStatus> {
  const at = await lastGood(db)
  return {
    isConnected: isConnected(db),
    ...(await pauseOf(db)),
    ordersAt: at.get('ORDER_STATUS')?.finishedAt ?? null,
    invoicesAt: at.get('INVOICE')?.finishedAt ?? null,
    stockAt: at.get('STOCK')?.startedAt ?? (await latestQuantity(db)),
    pricesAt: at.get('PRICE')?.startedAt ?? null,
  }
}

interface GoodReading {
  object: string
  startedAt: string
  finishedAt: string
}

/** When the last reading of each object began that saved what it could, and when it had ended. */
async function lastGood(db: Knex): Promise<ReadonlyMap<string, GoodReading>> {
  const rows: GoodReading[] = await db('sap_sync_run')
    .where({ filterCode: null })
    .whereIn('status', ['OK', 'PARTIAL'])
    .whereIn('object', ['ORDER_STATUS', 'INVOICE', 'STOCK', 'PRICE'])
    .groupBy('object')
    .select('object')
    .max({ startedAt: 'startedAt', finishedAt: 'finishedAt' })
  return new Map(rows.map(row => [row.object, row]))
}

/** Where stock was never read from SAP, a file may have brought it. */
async function latestQuantity(db: Knex): Promise<string | null> {
  const stock = await db('stock_level').where('isActive', 1).max({ at: 'asOn' }).first()
  return stock?.at ?? null
}
