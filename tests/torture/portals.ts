import { freePort, type Machine, machine } from './machines.ts'

/** Portals that are tortured together. */
export interface Tortured {
  databaseUrl: string
  /** The folder of the portals' files. */
  home: string
  /** How many portals share the database. */
  portals: number
  /** What chance brings, drawn from this number. */
  seed: number
  say(line: string): void
}

/** So many times as fast runs the portals' clock, so that waits of hours pass in minutes. */
const RATE = 40

/** The portals' time, which was that of the machine when they began. */
export const quickTime = (began: number) => () => new Date(began + (Date.now() - began) * RATE).toISOString()

/** Starts portals on one database, with these environment variables besides. */
export async function startPortals(
  { databaseUrl, home, portals, seed }: Tortured,
  more: NodeJS.ProcessEnv = {},
): Promise<Machine[]> {
  const time = quickTime(Date.now())
  const started: Machine[] = []
  for (let no = 0; no < portals; no++) {
    const port = await freePort()
    const portal = machine('api/main.ts', [], port, () => ({
      ...process.env,
      NODE_ENV: 'development',
      BILTY_HOME: home,
      BILTY_SECRET: `tortured-${seed}`.padEnd(32, '.'),
      DATABASE_URL: databaseUrl,
      PORT: String(port),
      LOG_LEVEL: 'silent',
      // All portals and all their starts share one fast clock.
      BILTY_NOW: time(),
      BILTY_CLOCK_RATE: String(RATE),
      ...more,
    }))
    await portal.start()
    started.push(portal)
  }
  return started
}
