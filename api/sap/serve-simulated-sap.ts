import type { Application } from '@feathersjs/koa'
import { can } from '../../resources/capabilities.ts'
import type { SimulatedSapState } from '../../resources/platform/simulated-sap.ts'
import { requirePerson } from '../derive/rights/require-person.ts'
import type { Call } from '../derive/service.ts'
import { forbidden, invalidField, refused } from '../platform/errors.ts'
import { readBehaviours } from '../sap-simulator/failures/control.ts'
import type { SimulatorControls } from '../sap-simulator/simulator.ts'

/**
 * `GET /api/simulated-sap`: how the built-in simulator behaves, and its last calls; `POST { behaviours }` replaces its
 * behaviours; `POST /api/simulated-sap-commands` does something with its documents. Where a real SAP is connected, and
 * in production, these addresses do not exist.
 */
export function serveSimulatedSap(app: Application, simulator: SimulatorControls | null) {
  if (!simulator) return
  const shown = (): SimulatedSapState => ({
    behaviours: simulator.behaviours(),
    services: simulator.services,
    orders: simulator.orders(),
    calls: simulator.calls(),
  })
  const service = {
    async find(call: Call): Promise<SimulatedSapState> {
      requireSteering(call)
      return shown()
    },

    async create(body: unknown, call: Call): Promise<SimulatedSapState> {
      requireSteering(call)
      const { behaviours, refusal } = readBehaviours(body)
      if (!behaviours) throw invalidField('behaviours', 'TYPE', refusal)
      simulator.behave(behaviours)
      return shown()
    },
  }
  app.use('api/simulated-sap', service as never, { methods: ['find', 'create'] } as never)
  const commands = {
    /** Does with SAP's documents what somebody there would do, and returns what was done. */
    async create(body: unknown, call: Call): Promise<{ says: string }> {
      requireSteering(call)
      const { says, refusal } = simulator.run(body)
      if (says === undefined) throw refused([{ field: 'command', code: 'REFUSED', message: refusal }])
      return { says }
    },
  }
  app.use('api/simulated-sap-commands', commands as never, { methods: ['create'] } as never)
}

function requireSteering(call: Call) {
  if (!can(requirePerson(call), 'steerSimulatedSap'))
    throw forbidden('The simulated SAP is steered by the IT administrator')
}
