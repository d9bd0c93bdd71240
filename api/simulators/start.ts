import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import Koa from 'koa'
import type { Config } from '../platform/config.ts'
import { patienceOfConnections } from '../platform/http/patience-of-connections.ts'
import {
  isSapSimulated,
  isSmsSimulated,
  type Simulators,
  simulatorAccess,
  simulatorFile,
  simulatorSecret,
} from '../platform/simulators.ts'
import { ewaySimulator } from './eway/simulator.ts'
import { gatewaySimulator } from './gateways/simulator.ts'
import { sapSimulator } from './sap/simulator.ts'
import { smsSimulator } from './sms/simulator.ts'

interface Options {
  config: Config
  /** Where they tell the portal what happened. */
  portal: string
  host: string
  /** The port that is taken where it is free; else any. */
  port: number
  byTimer: boolean
}

/**
 * Starts the simulated SAP, payment gateways, SMS gateway and e-way portal on one address: those for which the settings name
 * no real one. They keep their data in files beside the portal's database.
 */
export async function startSimulators({
  config,
  portal,
  host,
  port,
  byTimer,
}: Options): Promise<Simulators & { server: Server }> {
  const app = new Koa()
  app.silent = true
  const sap = isSapSimulated(config)
    ? sapSimulator({
        file: simulatorFile(config, 'sap'),
        billAfterMs: config.simulatedBillAfterMs,
        user: simulatorAccess.user,
        password: simulatorSecret(config, 'sap'),
      })
    : null
  const sms = isSmsSimulated(config)
    ? smsSimulator({
        token: simulatorSecret(config, 'sms'),
        reportToken: simulatorSecret(config, 'sms-reports'),
        reportTo: `${portal}/api/sms-reports`,
        file: simulatorFile(config, 'sms'),
      })
    : null
  const eway = ewaySimulator({
    secret: simulatorSecret(config, 'eway').slice(0, 16),
    file: simulatorFile(config, 'eway'),
  })
  const gateways = gatewaySimulator({
    secret: simulatorSecret(config, 'gateway'),
    file: simulatorFile(config, 'gateway'),
    shop: portal,
    shops: [new URL(config.portalUrl).origin],
    byTimer,
  })
  for (const one of [sap, sms, eway, gateways]) if (one) app.use(one)
  const server = createServer(patienceOfConnections, app.callback())
  const listening = (at: number) => once(server.listen(at, host), 'listening')
  await listening(port).catch(() => listening(0))
  const { port: taken } = server.address() as AddressInfo
  return {
    server,
    url: `http://127.0.0.1:${taken}`,
    page: `http://${new URL(config.portalUrl).hostname}:${taken}`,
    runDue: gateways.runDue,
    async stop() {
      server.closeAllConnections()
      server.close()
      for (const one of [sap, sms, eway, gateways]) one?.close()
    },
  }
}
