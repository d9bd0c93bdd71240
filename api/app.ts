import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { feathers } from '@feathersjs/feathers'
import { koa, rest } from '@feathersjs/koa'
import type { Context } from 'koa'
import { commands } from '../resources/commands.ts'
import { resources, subjects } from '../resources/registry.ts'
import { serveLive } from './account/live.ts'
import { answerErrors } from './account/requests.ts'
import { setSessionCookie } from './account/session-cookie.ts'
import { configureSignIn } from './account/sign-in.ts'
import { commandMethods, serveCommands } from './derive/command/serve-commands.ts'
import type { Means, Served } from './derive/define-room.ts'
import { serveOpenApi } from './derive/docs/openapi.ts'
import { operationsOf } from './derive/docs/operations-served.ts'
import { EarlyReads } from './derive/early-reads.ts'
import { EXPORT_RATE } from './derive/export/export.ts'
import { behaviourOf } from './derive/extend.ts'
import { refusalWriter } from './derive/history/record-refusals.ts'
import { isOfReport, serveReports } from './derive/list/report.ts'
import { serveActions } from './derive/save/actions.ts'
import { serveBulk } from './derive/save/bulk.ts'
import { serveResource } from './derive/service.ts'
import { unmatchedBehaviours } from './derive/validate-behaviours.ts'
import { nightlyJobs } from './nightly.ts'
import { watchDatabase } from './platform/database-watch.ts'
import { closeConnections } from './platform/drain.ts'
import { setEnvironment } from './platform/environment.ts'
import { serveHealth } from './platform/health.ts'
import { patienceOfConnections } from './platform/http/patience-of-connections.ts'
import { rateLimits } from './platform/http/rate-limit.ts'
import { createRouter, routesOf } from './platform/http/router.ts'
import { securityHeaders } from './platform/http/security-headers.ts'
import { readLongQueries } from './platform/long-queries.ts'
import { openReports, readReports } from './platform/reports/reports-database.ts'
import type { Simulators } from './platform/simulators.ts'
import { runUntilNothingIsDue } from './platform/work/due-work.ts'
import { startNightly } from './platform/work/nightly.ts'
import { type AppOptions, closePortal, type Portal } from './portal-life.ts'
import { grantPatience, readEarly, readRequests } from './read-requests.ts'
import { rooms } from './rooms.ts'

/** The server: everything it is made of, in the order in which a request passes it. */
export async function createApp({ config, db, log, simulate }: AppOptions): Promise<Portal> {
  const unmatched = unmatchedBehaviours(subjects, behaviourOf)
  if (unmatched.length > 0) throw new Error(unmatched.join('\n'))
  setEnvironment(config.environment, config)
  const app = koa(feathers())
  if (config.proxies > 0) Object.assign(app, { proxy: true, maxIpsCount: config.proxies })
  app.set('db' as never, db as never)
  readLongQueries(app)
  // A browser tab closed during an answer is no error of the server.
  app.on('error', error => log.info({ err: error }, 'An answer was cut off'))

  let stopping = false
  const limits = await rateLimits(config, log)
  const reading = openReports(db, config)
  const router = createRouter()
  // Tests run nightly jobs themselves, and what is due.
  const byTimer = config.environment !== 'test'
  const files = limits.of('exports', EXPORT_RATE)
  const means: Means = { app, config, db, reading, log, limits, files, router, byTimer }

  app.use(closeConnections(() => stopping))
  const refusals = refusalWriter(db, log)
  const noteRefusal = (ctx: Context) => {
    refusals.note(ctx)
    health.noteRefusal(ctx.status)
  }
  app.use(answerErrors(log, noteRefusal))
  app.use(securityHeaders(config))
  const watch = watchDatabase(db, log, config)
  const health = serveHealth(app, config, watch)
  app.use(grantPatience)
  app.use(readReports(isOfReport, config.reportsDatabaseUrl === null ? null : reading))
  const serving = await Promise.all(rooms.map(room => room.serves?.()))
  const served = serving.map(room => room?.serve(means) ?? {})
  const reads = new EarlyReads()
  app.use(readEarly(means, reads))
  readRequests(means)
  serveOpenApi(router)
  serveDeclared(means, reads, served)
  const live = await serveLive(app, means)
  const jobs = byTimer ? nightlyJobs(config, reading) : []
  const nightly = startNightly(db, log, jobs)

  const routes = [...routesOf(health.router), ...served.flatMap(one => one.routes ?? []), ...routesOf(router)]
  let server: Server | undefined
  let simulators: Simulators | null = null
  return {
    services: Object.keys(app.services),
    routes,
    get operations() {
      return operationsOf(app, routes)
    },
    async listen(port, host) {
      server = await app.listen(port, host as never)
      if (!server.listening) await once(server, 'listening')
      Object.assign(server, patienceOfConnections)
      simulators = (await simulate?.(ownAddress(server))) ?? null
      for (const one of served) one.start?.(server, simulators)
      return server
    },
    get simulators() {
      return simulators?.url ?? null
    },
    runDue: () =>
      runUntilNothingIsDue([
        async () => (await simulators?.runDue?.()) ?? false,
        ...served.flatMap(one => one.dueWork ?? []),
        refusals.runDue,
      ]),
    async readOutside() {
      for (const one of served) await one.readOutside?.()
    },
    async close() {
      health.stop()
      stopping = true
      await closePortal(server, [...served, live, nightly])
      await simulators?.stop()
      await refusals.runDue()
      await limits.close()
      // It would close the server once more.
      Object.assign(app, { server: undefined })
      await app.teardown()
      await watch.stop()
      if (reading !== db) await reading.destroy()
    },
  }
}

/** The address of this process: an address that includes all interfaces includes the loopback one. */
function ownAddress(server: Server): string {
  const { address, port } = server.address() as AddressInfo
  const host =
    address === '0.0.0.0' ? '127.0.0.1' : address === '::' ? '[::1]' : address.includes(':') ? `[${address}]` : address
  return `http://${host}:${port}`
}

/** Serves everything that is declared: signing in, resources with their actions and bulk changes, reports, commands. */
function serveDeclared(means: Means, reads: EarlyReads, served: readonly Served[]): void {
  const { app, config, db, limits, reading } = means
  // The caller is identified before; Feathers need not authenticate again, nor look for this service at each request.
  app.configure(rest({ authentication: { service: 'api/authentication', strategies: [] } as never }))
  configureSignIn(app, config, limits, setSessionCookie(config))
  serveActions(app, db)
  serveBulk(app, db)
  const bound = served.flatMap(one => one.commands ?? [])
  const methods = commandMethods(commands, bound, { app, db, limits })
  for (const resource of resources) serveResource(app, db, resource, reads, methods.get(resource.path))
  serveReports(app, reading)
  serveCommands(app, methods)
}
