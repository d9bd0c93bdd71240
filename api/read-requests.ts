import type { Middleware } from 'koa'
import { addWhoGrants } from './access-control/who-grants.ts'
import { demandBody, identify, readBodies, refuseOddJson } from './account/requests.ts'
import { checkCommandBody } from './command-body.ts'
import type { Means } from './derive/define-room.ts'
import type { EarlyReads } from './derive/early-reads.ts'
import { recordDownloads } from './derive/history/record-downloads.ts'
import { serveAdmin } from './platform/http/admin-files.ts'
import { serveRoutes } from './platform/http/router.ts'
import { withPatience } from './platform/patience.ts'
import { limitPosts } from './posting-limits.ts'

/** Milliseconds that one statement may take that reads much for somebody who waits. */
const PATIENCE_OF_FILES = 60_000

/** Where people ask for much at once. */
const MUCH = ['/api/export/', '/api/sheets/', '/api/compare/', '/api/history', '/api/import']

/** Lets the statements of requests that ask for much at once take longer. */
export const grantPatience: Middleware = (ctx, next) =>
  MUCH.some(path => ctx.path.startsWith(path)) ? withPatience(PATIENCE_OF_FILES, next) : next()

/** Answers reads of rows, which need nothing of the rest but to know who asks. */
export const readEarly = ({ app, config, db }: Means, reads: EarlyReads): Middleware =>
  reads.serve(identify(app, config), addWhoGrants(db))

/** What every other request passes, in this order, until a route or a service answers it. */
export function readRequests({ app, config, db, limits, router }: Means): void {
  serveAdmin(app)
  app.use(identify(app, config))
  app.use(readBodies())
  app.use(refuseOddJson)
  app.use(demandBody)
  app.use(recordDownloads(db))
  app.use(addWhoGrants(db))
  app.use(checkCommandBody)
  app.use(limitPosts(limits, config.postingTimes))
  app.use(serveRoutes(router))
}
