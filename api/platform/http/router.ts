import Router from '@koa/router'
import type { Context, DefaultState, Middleware } from 'koa'

/** The routes of the server that are no Feathers services: files sent and taken, and pages of its own. */
export type ApiRouter = Router<DefaultState, Context>

/** Creates a router that takes a path only as it is written, since the guards before it compare paths in the same way. */
export const createRouter = (): ApiRouter => new Router<DefaultState, Context>({ sensitive: true, strict: true })

/** Returns the method and path of every route, such as `GET /api/history`. */
export const routesOf = (router: ApiRouter): string[] =>
  router.stack.flatMap(({ methods, path }) =>
    methods.filter(method => method !== 'HEAD').map(method => `${method} ${path}`),
  )

/** Serves the routes. Requests that no route can match, by the first two segments of their path, do not enter the router. */
export function serveRoutes(router: ApiRouter): Middleware {
  const serve = router.routes() as Middleware
  let starts: Set<string> | undefined
  return (ctx, next) => {
    // Read at the first request, when all routes are there.
    starts ??= new Set(router.stack.map(({ path }) => startOf(String(path))))
    // The router answers HEAD by running the GET, which would write an export into the history and read files for nothing.
    return ctx.method !== 'HEAD' && starts.has(startOf(ctx.path)) ? serve(ctx, next) : next()
  }
}

const startOf = (path: string) => path.split('/', 3).join('/')
