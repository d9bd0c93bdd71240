import { mkdtempSync, rmSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Knex } from 'knex'
import type { DestinationStream } from 'pino'
import { createApp } from '../../api/app.ts'
import { readConfig } from '../../api/platform/config.ts'
import { openDatabase } from '../../api/platform/database.ts'
import { setEnvironment } from '../../api/platform/environment.ts'
import { createLog } from '../../api/platform/log.ts'
import { startSimulators } from '../../api/simulators/start.ts'
import { freshDatabase, seededDatabase, type TestDatabase } from './database.ts'
import { PASSWORD } from './password.ts'
import { headersOf, send } from './send.ts'
import { openPortals } from './worker/open-portals.ts'

/** An answer of the portal: its status and body. */
export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: whatever the portal answers
  body: any
  headers: Headers
}

/** A running portal with its own database, used over HTTP like by its clients. */
export interface TestPortal {
  db: Knex
  url: string
  server: Server
  databaseUrl: string
  /** The secret that signs tokens, shared by the processes of one portal. */
  secret: string
  /** The paths of its services. */
  services: readonly string[]
  /** The method and path of every route that is not a service. */
  routes: readonly string[]
  /** The method and path of everything that is served, as the document of the API writes them. */
  operations: readonly string[]
  /** The paths of services and routes, each up to its first parameter. */
  paths: readonly string[]
  /** The folder of its files. */
  home: string
  /** The simulated SAP, gateways and SMS gateway of the portal. */
  simulators: ApiClient & { url: string; server: Server | null }
  /** Signs in a person; returns a client that sends requests in their name. */
  as(loginId: string, password?: string): Promise<ApiClient>
  nobody: ApiClient
  /** Sends, takes in and reads what is due now, until nothing is; no timer of the portal does so in a test. */
  runDue(): Promise<void>
  /** Reads what happened in the simulated SAP, and does what follows from it. */
  readOutside(): Promise<void>
  close(): Promise<void>
}

export interface ApiClient {
  token: string | null
  get(path: string, headers?: Record<string, string>): Promise<Answer>
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>
  patch(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>
  delete(path: string): Promise<Answer>
}

type Settings = Record<string, string>

/** Starts the portal on the demo company. */
export const demoPortal = (more?: Settings) => startOn(seededDatabase(), more)
/** Starts the portal on an empty, migrated database; its log goes to `destination`. */
export const emptyPortal = (more?: Settings, destination?: DestinationStream) =>
  startOn(freshDatabase(), more, destination)
/** Starts the portal on a database that was opened for it, and is closed with it. */
export const portalOn = (database: TestDatabase, more?: Settings) => startOn(Promise.resolve(database), more)
/**
 * Starts a second portal on the database and files of a running one, as behind a proxy. Both use the same
 * simulated SAP, since two would give the same number to two orders.
 */
export const portalBeside = ({ databaseUrl, secret, home }: TestPortal, more?: Settings) => {
  const db = openDatabase(databaseUrl)
  const database = Promise.resolve({ db, url: databaseUrl, close: () => db.destroy() })
  return startOn(database, { BILTY_SECRET: secret, BILTY_HOME: home, ...more })
}

async function startOn(
  database: Promise<TestDatabase>,
  more: Settings = {},
  destination?: DestinationStream,
): Promise<TestPortal> {
  const { db, url, close } = await database
  const home = more.BILTY_HOME ?? mkdtempSync(join(tmpdir(), 'bilty-home-'))
  const config = readConfig({
    NODE_ENV: 'test',
    DATABASE_URL: url,
    BILTY_HOME: home,
    PORT: '0',
    LOG_LEVEL: 'silent',
    // The simulated SAP bills no order by itself during a test.
    SAP_SIMULATOR_BILLS_AFTER: '999999999',
    // One person of a test does what many do in a day.
    POSTING_LIMITS_TIMES: '1000',
    ...more,
  })
  let simulatorsServer: Server | null = null
  const simulate = async (portal: string) => {
    const started = await startSimulators({ config, portal, host: '127.0.0.1', port: 0, byTimer: false })
    simulatorsServer = started.server
    return started
  }
  const isProduction = config.environment === 'production'
  const app = await createApp({
    ...{ config, db, log: createLog(config, destination) },
    ...(!isProduction && { simulate }),
  })
  const server = await app.listen(0, '127.0.0.1')
  // Idle connections stay open: a test that blocked the process could otherwise use one that was just closed.
  server.keepAliveTimeout = 600_000
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const nobody = clientAt(base, null)
  const portal: TestPortal = {
    db,
    url: base,
    server,
    databaseUrl: url,
    secret: config.secret,
    services: app.services,
    routes: app.routes,
    operations: app.operations,
    paths: [...new Set([...app.services.map(beforeId), ...app.routes.map(fixedPart)])],
    home,
    nobody,
    simulators: { url: app.simulators ?? '', server: simulatorsServer, ...clientAt(app.simulators ?? '', null) },
    async as(loginId, password = PASSWORD) {
      const { status, body } = await nobody.post('/api/authentication', { strategy: 'local', loginId, password })
      if (status !== 201) throw new Error(`${loginId} could not sign in: ${JSON.stringify(body)}`)
      return clientAt(base, body.accessToken)
    },
    runDue: app.runDue,
    async readOutside() {
      await app.readOutside()
      await app.runDue()
    },
    async close() {
      // Connections that were busy when the stop began become idle later, such as the portal's own call to its SAP.
      const ending = setInterval(() => server.closeIdleConnections(), 20)
      await app.close().finally(() => clearInterval(ending))
      openPortals.delete(portal)
      setEnvironment('test')
      await close()
      if (!more.BILTY_HOME) rmSync(home, { recursive: true, force: true })
    },
  }
  openPortals.add(portal)
  return portal
}

/** The path of a route up to its first parameter: `api/attachments` of `GET /api/attachments/:id/file`. */
const fixedPart = (route: string) => /\/([^:*]*[^:*/])/.exec(route)![1]!

/** The path of a service up to the id of a row: `api/payments` of `api/payments/:id/again`. */
const beforeId = (path: string) => path.replace(/\/:.*/, '')

const utf8 = new TextDecoder()

/** A client of the portal at an address, with a token or anonymous. */
export function clientAt(base: string, token: string | null): ApiClient {
  const ask = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const [response, bytes] = await send(base + path, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = utf8.decode(bytes)
    const isJson = response.headers['content-type']?.includes('json')
    let read: Headers | undefined
    return {
      status: response.statusCode!,
      body: isJson && text ? JSON.parse(text) : text,
      // Few tests look at them.
      get headers() {
        read ??= headersOf(response)
        return read
      },
    }
  }
  return {
    token,
    get: (path, headers) => ask('GET', path, undefined, headers),
    post: (path, body, headers) => ask('POST', path, body, headers),
    patch: (path, body, headers) => ask('PATCH', path, body, headers),
    delete: path => ask('DELETE', path),
  }
}
