import { readConfig } from '../platform/config.ts'
import { keepFilesPrivate } from '../platform/data-folder/keep-private.ts'
import { startSimulators } from './start.ts'

// The process that stands for the systems around a portal outside production: started by it with the portal's address,
// tells its own, and ends with it.

void run(process.argv[2]!)

async function run(portal: string): Promise<void> {
  keepFilesPrivate()
  const config = readConfig(process.env)
  const { host, simulatorsPort: port } = config
  const { url, page, stop } = await startSimulators({ config, portal, host, port, byTimer: true })
  process.on('disconnect', () => void stop().finally(() => process.exit(0)))
  // The portal ends it, after its own requests.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
  process.send!({ url, page })
}
