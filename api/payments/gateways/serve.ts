import type { Application } from '@feathersjs/koa'
import type { Config } from '../../platform/config.ts'
import { simulatorFile, simulatorSecret } from '../../platform/simulator-files.ts'
import { gatewaySimulator } from '../gateway-simulator/simulator.ts'

/** The simulated payment gateways below `/gateway/`, with what closes them; a portal in production has none. */
export function serveGatewaySimulator(app: Application, config: Config, byTimer: boolean) {
  if (config.environment === 'production') return null
  const simulator = gatewaySimulator({
    secret: simulatorSecret(config, 'gateway'),
    file: simulatorFile(config, 'gateway'),
    shops: [new URL(config.portalUrl).origin],
    byTimer,
  })
  app.use(simulator)
  return simulator
}
