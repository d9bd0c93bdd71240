import type { Context, Middleware } from 'koa'
import { postingLimits } from '../resources/settings/posting-limits.ts'
import { addWhoGrants } from './access-control/who-grants.ts'
import { demandBody, identify, readBodies, refuseOddJson } from './account/requests.ts'
import { checkCommandBody } from './command-body.ts'
import type { Means } from './derive/define-room.ts'
import type { EarlyReads } from './derive/early-reads.ts'
import { recordDownloads } from './derive/history/record-downloads.ts'
import type { Person } from './derive/rights/person.ts'
import { serveAdmin } from './platform/http/admin-files.ts'
import type { RateLimit, RateLimits } from './platform/http/rate-limit.ts'
import { serveRoutes } from './platform/http/router.ts'
import { withPatience } from './platform/patience.ts'

const HOUR = 3_600
/** How many requests are looked at for each that is taken: forms are corrected and sent again. */
const TRIES = 6

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
  serveAdmin(app, db)
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

/** One count of a request: of a person or of an address. */
interface Counter {
  taken: RateLimit
  tried: RateLimit
  keyOf(ctx: Context): string | null
}

/**
 * Takes so many of a person and of an address in an hour of what people outside the company create; throws 429 for more.
 * What is refused gives its place back; `times` as many are taken as declared.
 */
function limitPosts(limits: RateLimits, times: number): Middleware {
  const counters = new Map(
    Object.entries(postingLimits).map(([request, { what, person, address }]): [string, Counter[]] => {
      const of = (who: string, tries: number, keyOf: Counter['keyOf']): Counter => {
        const name = `${request.slice('POST '.length).replaceAll('/', '-')}-${who}`
        const limit = (more: string, most: number) => limits.of(`${name}${more}`, { tries: most, seconds: HOUR, what })
        return { taken: limit('', tries), tried: limit('-tried', tries * TRIES), keyOf }
      }
      return [request, [of('person', person * times, personOf), of('address', address * times, ctx => ctx.ip)]]
    }),
  )
  return async (ctx, next) => {
    const request = `${ctx.method} ${ctx.path.replace(/^\/+api\/|\/+$/g, '')}`
    const isCounted = isOutside(ctx) || postingLimits[request]?.everyone
    const keyed = (isCounted ? (counters.get(request) ?? []) : []).flatMap(counter => {
      const key = counter.keyOf(ctx)
      return key === null ? [] : [{ counter, key }]
    })
    for (const { counter, key } of keyed) await counter.tried.take(key)
    for (const { counter, key } of keyed) await counter.taken.take(key)
    try {
      await next()
    } catch (error) {
      for (const { counter, key } of keyed) await counter.taken.refund(key)
      throw error
    }
  }
}

const personOf = ({ state }: Context) => (state.person ? String((state.person as Person).id) : null)

const isOutside = ({ state }: Context) => (state.person as Person | undefined)?.userType !== 'EMPLOYEE'
