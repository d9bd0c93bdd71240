import * as simulated from '../../resources/sap/commands/simulator.ts'
import { type Bound, bind } from '../derive/command/serve-commands.ts'
import { refused } from '../platform/errors.ts'
import type { SimulatorControls } from '../sap-simulator/simulator.ts'

/**
 * How the built-in simulator is steered. Where a real SAP is connected, and in production, there is none, and these
 * addresses do not exist.
 */
export function simulatedSapCommands(simulator: SimulatorControls | null): Bound[] {
  if (!simulator) return []
  const shown = (): simulated.SimulatedSapState => ({
    behaviours: simulator.behaviours().map(({ only: { service = null, entity = null, kind = null }, ...one }) => ({
      ...one,
      only: { service, entity, kind },
    })),
    services: simulator.services,
    orders: simulator.orders(),
    calls: simulator.calls(),
  })
  return [
    bind(simulated.showSimulatedSap, async () => shown()),
    bind(simulated.behave, async ({ behaviours }) => {
      simulator.behave(behaviours.map(one => ({ ...one, among: one.among ?? [], only: one.only ?? {} })))
      return shown()
    }),
    bind(simulated.doInSimulatedSap, async asked => {
      const { says, refusal } = simulator.run(givenOf(asked))
      if (says === undefined) throw refused([{ field: 'command', code: 'REFUSED', message: refusal }])
      return { says }
    }),
  ]
}

/** The simulator reads no name that was left out. */
const givenOf = (asked: object) => Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== null))
