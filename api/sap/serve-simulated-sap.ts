import type { Knex } from 'knex'
import * as simulated from '../../resources/sap/commands/simulator.ts'
import { type Bound, bind } from '../derive/command/serve-commands.ts'
import { refused } from '../platform/errors.ts'
import { steerSap } from './steer-sap.ts'

/** How the simulated SAP is steered. Where a real SAP is connected, and in production, these addresses do not exist. */
export const simulatedSapCommands: readonly Bound[] = [
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
