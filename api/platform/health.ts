import { createHash, timingSafeEqual } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import { NotAuthenticated } from '@feathersjs/errors'
import type { Application } from '@feathersjs/koa'
import type { Context, Middleware } from 'koa'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Config } from './config.ts'
import type { DatabaseWatch } from './database-watch.ts'
import { type ApiRouter, createRouter } from './http/router.ts'
import { currentCommand } from './log.ts'
import { LONG_STATEMENT, type StatementTimes } from './sqlite/statement-times.ts'

/** How little free space is as bad as none, in bytes. */
const LEAST = 4 * 1024 * 1024

/** Whether the disk of this folder has next to no space. */
async function lacksSpace(folder: string): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize < LEAST
  } catch {
    return false
  }
}

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
  const ofProcess = measureProcess()
  const register = new Registry()
  new Gauge({
    name: 'bilty_disk_full',
    help: '1 while there is no space to save anything',
    registers: [register],
    async collect() {
      this.set((await isDiskFull()) ? 1 : 0)
    },
  })
  if (database.times) addStatementMetrics(register, database.times)
  const requests = new Histogram({
    name: 'bilty_request_seconds',
    help: 'How long requests take',
    labelNames: ['method', 'status', 'command'],
    registers: [register],
  })
  // Finding a series by its labels takes longer than adding to it; there are few methods, statuses and commands.
  const series = new Map<string, ReturnType<typeof requests.labels>>()
  app.use(async (ctx, next) => {
    const began = performance.now()
    // What refuses a request is answered outside of here.
    const refusal = await next().then(
      () => null,
      (error: { code?: unknown }) => ({ error, status: typeof error.code === 'number' ? error.code : 500 }),
    )
    const { method } = ctx
    const status = refusal?.status ?? ctx.status
    const command = currentCommand()
    const name = `${method} ${status} ${command}`
    const timings = series.get(name) ?? requests.labels({ method, status: String(status), command })
    series.set(name, timings)
    timings.observe((performance.now() - began) / 1000)
    if (refusal) throw refusal.error
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
    ctx.body = await Registry.merge([ofProcess, register]).metrics()
  })
  const serve = router.routes() as Middleware
  const paths = router.stack.map(({ path }) => path)
  app.use((ctx, next) => (paths.includes(ctx.path) ? serve(ctx, next) : next()))
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

let metricsOfProcess: Registry | undefined

// Once whatever the number of its portals, because what observes a process is never let go of.
function measureProcess(): Registry {
  if (metricsOfProcess) return metricsOfProcess
  metricsOfProcess = new Registry()
  collectDefaultMetrics({ register: metricsOfProcess })
  return metricsOfProcess
}

/** Whether statements of SQLite, which are synchronous, hold up everybody. */
function addStatementMetrics(register: Registry, times: StatementTimes): void {
  const gauges: Record<string, [help: string, value: () => number]> = {
    bilty_sqlite_longest_statement_seconds: [
      'The longest statement on the main thread since this was last read',
      () => times.takeLongest() / 1000,
    ],
    bilty_sqlite_long_statements: [`Statements of more than ${LONG_STATEMENT} ms on the main thread`, () => times.long],
    bilty_sqlite_statements_aside: ['Selects that ran on a reading thread', () => times.aside],
  }
  for (const [name, [help, value]] of Object.entries(gauges)) {
    new Gauge({
      name,
      help,
      registers: [register],
      collect() {
        this.set(value())
      },
    })
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
