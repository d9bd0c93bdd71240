import type { Application } from '@feathersjs/koa'
import qs from 'qs'

type ParsedQuery = Readonly<Record<string, unknown>>

/** How many query strings are remembered, and how long one of them is at most: screens send the same few again. */
const MOST = 500
const LONGEST = 2_000
const parsedQueries = new Map<string, ParsedQuery>()

/** Reads long lists and nested filters of a query string, which the standard reader would cut at 20. */
export function readLongQueries(app: Application) {
  Object.defineProperty(app.request, 'query', {
    configurable: true,
    get(this: { querystring: string; parsed?: ParsedQuery; of?: string }) {
      if (this.of !== this.querystring) {
        this.of = this.querystring
        this.parsed = parsed(this.querystring)
      }
      return this.parsed
    },
  })
}

/** Returns a query string as an object that nobody changes, since requests with the same text share it. */
function parsed(text: string): ParsedQuery {
  const before = parsedQueries.get(text)
  if (before) return before
  const query = frozen(qs.parse(text, { arrayLimit: 500, depth: 6, parameterLimit: 2000 }))
  if (text.length > LONGEST) return query
  if (parsedQueries.size >= MOST) parsedQueries.delete(parsedQueries.keys().next().value!)
  parsedQueries.set(text, query)
  return query
}

/** Freezes a value with everything in it. */
export function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  for (const part of Object.values(value)) frozen(part)
  return Object.freeze(value)
}
