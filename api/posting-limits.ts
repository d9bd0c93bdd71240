import type { Context, Middleware } from 'koa'
import { postingLimits } from '../resources/settings/posting-limits.ts'
import type { Person } from './derive/rights/person.ts'
import type { RateLimit, RateLimits } from './platform/http/rate-limit.ts'

const HOUR = 3_600
/** How many requests are looked at for each that is taken: forms are corrected and sent again. */
const TRIES = 6

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
export function limitPosts(limits: RateLimits, times: number): Middleware {
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
