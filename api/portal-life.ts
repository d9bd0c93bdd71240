import type { Server } from 'node:http'
import type { Knex } from 'knex'
import type { Config } from './platform/config.ts'
import { atMost, drain } from './platform/drain.ts'
import type { Log } from './platform/log.ts'
import type { StartSimulators } from './platform/simulators.ts'

/** What a portal is made of. */
export interface AppOptions {
  config: Config
  db: Knex
  log: Log
  /** Starts the simulated systems around it; absent in production. */
  simulate?: StartSimulators
}

/** A running portal: it can listen, and close in order. */
export interface Portal {
  /** The paths of its services. */
  services: readonly string[]
  /** The method and path, as the document of the API writes it, of everything that is served: `GET /imports/{id}`. */
  operations: readonly string[]
  /** The method and path of every route that is no service, such as `GET /api/history`. */
  routes: readonly string[]
  listen(port: number, host: string): Promise<Server>
  /** Where the simulated systems around it are; null without. */
  simulators: string | null
  /** Sends, takes in and reads what is due now, until nothing is: where no timer does, in tests. */
  runDue(): Promise<void>
  /** Reads what happened in the systems around, which else a timer does. */
  readOutside(): Promise<void>
  close(): Promise<void>
}

/** How long a stop waits for what the portal does by itself, in milliseconds. */
const STOP_MS = 2_000

/** What works beside requests. */
interface AtWork {
  stop?(): unknown
}

/** Ends the work beside requests, then the requests. What is left undone another process takes up, or the next start. */
export async function closePortal(server: Server | undefined, working: readonly AtWork[]): Promise<void> {
  await atMost(STOP_MS, Promise.all(working.map(one => one.stop?.())))
  if (server) await drain(server)
}
