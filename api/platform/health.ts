import { createHash, timingSafeEqual } from 'node:crypto'
import { NotAuthenticated } from '@feathersjs/errors'
import type { Application } from '@feathersjs/koa'
import type { Context, Middleware } from 'koa'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Config } from './config.ts'
import type { DatabaseWatch } from './database-watch.ts'
import { lacksSpace } from './disk-space.ts'
import { type ApiRouter, createRouter } from './router.ts'

type Settings = Pick<Config, 'metricsToken' | 'proxies' | 'home'>

/**
 * `/api/health` for load balancers, and `/api/metrics` for Prometheus, with its bearer token or on the machine itself;
 * `stop` reports not ready.
 */
export function serveHealth(
  app: Application,
  config: Settings,
  database: DatabaseWatch,
): { router: ApiRouter; noteRefusal(status: number): void; stop(): void } {
  let stopping = false
  let refusedAt = Number.NEGATIVE_INFINITY
  const isDiskFull = async () => performance.now() - refusedAt < REFUSED_MS || (await lacksSpace(config.home))
  const register = new Registry()
  collectDefaultMetrics({ register })
  new Gauge({
    name: 'bilty_disk_full',
    help: '1 while there is no space to save anything',
    registers: [register],
    async collect() {
      this.set((await isDiskFull()) ? 1 : 0)
    },
  })
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
    const cause = await database.ask()
    ctx.status = cause === null && !stopping ? 200 : 503
    // A portal whose disk is full still answers readers, so it stays in the balance; who watches it reads the status.
    const full = cause === null && !stopping && (await isDiskFull())
    const status = stopping ? 'stopping' : cause !== null ? 'no database' : full ? 'disk full' : 'ok'
    ctx.body = { status, ...(cause && { cause }) }
  })
  router.get('/api/metrics', async ctx => {
    demandScraper(ctx, config)
    ctx.type = register.contentType
    ctx.body = await register.metrics()
  })
  app.use(router.routes() as Middleware)
  return {
    router,
    /** Notes the status of a refused request: 507 means that a disk is full. */
    noteRefusal(status: number) {
      if (status === 507) refusedAt = performance.now()
    },
    stop() {
      stopping = true
    },
  }
}

/** Throws 401 unless the request bears the token of the metrics, or comes from this machine itself and through no proxy. */
function demandScraper(ctx: Context, { metricsToken, proxies }: Settings) {
  const given = /^Bearer (.+)$/.exec(ctx.get('Authorization'))?.[1]
  if (metricsToken !== null && given !== undefined && isSame(given, metricsToken)) return
  const isForwarded = proxies > 0 || FORWARDING.some(name => ctx.get(name) !== '')
  if (!isForwarded && LOOPBACK.includes(ctx.req.socket.remoteAddress ?? '')) return
  throw new NotAuthenticated('Metrics are given to the bearer of METRICS_TOKEN, or on the machine of the portal itself')
}

/** Milliseconds for which a write that was refused for want of space counts. */
const REFUSED_MS = 60_000

const LOOPBACK = ['127.0.0.1', '::1', '::ffff:127.0.0.1']
const FORWARDING = ['X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto', 'X-Real-IP', 'Forwarded', 'Via']

const digest = (text: string) => createHash('sha256').update(text).digest()
const isSame = (one: string, other: string) => timingSafeEqual(digest(one), digest(other))
