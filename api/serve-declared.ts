import { rest } from '@feathersjs/koa'
import { commands } from '../resources/commands.ts'
import { resources } from '../resources/registry.ts'
import { setSessionCookie } from './account/session-cookie.ts'
import { configureSignIn } from './account/sign-in.ts'
import { commandMethods, serveCommands } from './derive/command/serve-commands.ts'
import type { Means, Served } from './derive/define-room.ts'
import type { EarlyReads } from './derive/early-reads.ts'
import { serveReports } from './derive/list/report.ts'
import { serveActions } from './derive/save/actions.ts'
import { serveBulk } from './derive/save/bulk.ts'
import { serveResource } from './derive/service.ts'

/** Serves everything that is declared: signing in, resources with their actions and bulk changes, reports, commands. */
export function serveDeclared(means: Means, reads: EarlyReads, served: readonly Served[]): void {
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
