import { DEMO_PASSWORD } from '../resources/platform/demo-password.ts'
import { createApp } from './app.ts'
import { type Config, ConfigError, readConfig } from './platform/config.ts'
import { keepFilesPrivate } from './platform/data-folder/keep-private.ts'
import { createLog, type Log } from './platform/log.ts'
import { MigrationError } from './platform/migrate.ts'
import { stackOfSources } from './platform/stack-of-sources.ts'
import type { Portal } from './portal-life.ts'
import { prepareDatabase } from './prepare.ts'
import { simulateBeside } from './simulate-beside.ts'

/** Milliseconds after which a stop that hangs is cut off. */
const patience = 4_800

// Node that watches has each thread and child tell by messages what it loads; they would be taken for its answers.
delete process.env.WATCH_REPORT_DEPENDENCIES

start().catch(error => {
  console.error(sentence(error))
  process.exit(1)
})

async function start(): Promise<void> {
  keepFilesPrivate()
  const config = readConfig(process.env)
  const log = createLog(config)
  const db = await prepareDatabase(config, log)
  let app: Portal | undefined
  const stop = async (): Promise<void> => {
    await app?.close()
    await db.destroy()
  }
  try {
    app = await createApp({ config, db, log, ...(config.environment !== 'production' && { simulate: simulateBeside }) })
    const server = await app.listen(config.port, config.host)
    stopOnSignal(stop, log)
    const address = server.address()
    const port = address && typeof address === 'object' ? address.port : config.port
    console.log(greeting(config, port, app.simulators))
  } catch (error) {
    await stop()
    throw error
  }
}

// A second signal changes nothing: the terminal and a parent process may both pass on the same Ctrl-C.
function stopOnSignal(stop: () => Promise<void>, log: Log): void {
  let stopping = false
  const onSignal = async (): Promise<void> => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), patience).unref()
    try {
      await stop()
      process.exit(0)
    } catch (error) {
      log.error({ err: error }, 'The stop did not end well')
      process.exit(1)
    }
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
}

function greeting(config: Config, port: number, simulators: string | null): string {
  const host = ['0.0.0.0', '::', '127.0.0.1'].includes(config.host) ? 'localhost' : config.host
  const address = `Bilty is listening on http://${host}:${port}`
  if (config.environment === 'production') return address
  return `${address}
Sign in with the password ${DEMO_PASSWORD} as a role (sys_admin, master_admin, sales_rep, customer …)
or as one of the people of the demo company (asha, meena, joseph, ravi, cc1, cc2).
The simulated SAP, payment gateways, SMS gateway and e-way portal are on ${simulators}`
}

function sentence(error: unknown): string {
  if (error instanceof ConfigError || error instanceof MigrationError) return error.message
  const { code, stack, port, address } = error as NodeJS.ErrnoException & { port?: number; address?: string }
  if (code === 'EADDRINUSE')
    return `Port ${port} is already in use: stop the program that has it, or set PORT to a free one.`
  if (code === 'EACCES' && port) return `Port ${port} may not be used by this user: set PORT to one above 1023.`
  if (code === 'EADDRNOTAVAIL')
    return `HOST is "${address}", which is no address of this machine: correct or remove it.`
  if (code === 'ENOTFOUND') return 'HOST is not the name of this machine: correct or remove it.'
  return `Bilty could not start, because of an internal error.\n${stackOfSources(stack ?? String(error))}`
}
