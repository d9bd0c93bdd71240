import type { Application } from '@feathersjs/koa'
import type { Knex } from 'knex'
import type { Middleware } from 'koa'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { type ApiRouter, createRouter } from './router.ts'

/** `/api/health` for load balancers and `/api/metrics` for Prometheus, both without sign-in; `stop` reports not ready. */
export function serveHealth(app: Application, db: Knex): { router: ApiRouter; stop(): void } {
  let stopping = false
  const register = new Registry()
  collectDefaultMetrics({ register })
  const requests = new Histogram({
    name: 'bilty_request_seconds',
    help: 'How long requests take',
    labelNames: ['method', 'status'],
    registers: [register],
  })
  app.use(async (ctx, next) => {
    const stop = requests.startTimer({ method: ctx.method })
    await next()
    stop({ status: ctx.status })
  })
  const router = createRouter()
  router.get('/api/health', async ctx => {
    const database = await db.raw('select 1').then(
      () => true,
      () => false,
    )
    ctx.status = database && !stopping ? 200 : 503
    ctx.body = { status: stopping ? 'stopping' : database ? 'ok' : 'no database' }
  })
  router.get('/api/metrics', async ctx => {
    ctx.type = register.contentType
    ctx.body = await register.metrics()
  })
  app.use(router.routes() as Middleware)
  return {
    router,
    stop() {
      stopping = true
    },
  }
}
