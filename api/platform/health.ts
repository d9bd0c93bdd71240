import type { Application } from '@feathersjs/koa'
import type { Knex } from 'knex'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'

/** `/api/health` for load balancers and `/api/metrics` for Prometheus, both without sign-in; `stop` reports not ready. */
export function serveHealth(app: Application, db: Knex): { stop(): void } {
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
    if (ctx.path === '/api/health') {
      const database = await db.raw('select 1').then(
        () => true,
        () => false,
      )
      ctx.status = database && !stopping ? 200 : 503
      ctx.body = { status: stopping ? 'stopping' : database ? 'ok' : 'no database' }
    } else if (ctx.path === '/api/metrics') {
      ctx.type = register.contentType
      ctx.body = await register.metrics()
    } else {
      await next()
    }
    stop({ status: ctx.status })
  })
  return {
    stop() {
      stopping = true
    },
  }
}
