import { availableParallelism } from 'node:os'
import knex, { type Knex } from 'knex'
import type { Context, Middleware } from 'koa'
import { now } from '../clock.ts'
import type { Config } from '../config.ts'
import { databaseConfig, isSqlite } from '../database.ts'
import { unavailable } from '../errors.ts'
import { sameServer } from '../knex/mysql-client.ts'
import { withPatience } from '../patience.ts'
import { passingAsBusy } from '../transact.ts'
import { readingReport } from './reading.ts'

/**
 * Statements of reports that run at once: on a server of their own several, on that of the orders one for two processors,
 * since MariaDB knows no priority and would make every order wait for them.
 */
const ON_REPLICA = 4
const BESIDE_ORDERS = Math.max(1, Math.floor(availableParallelism() / 2))
/** Milliseconds that a report waits for one of them, and that one of its statements may take. */
const LONGEST_WAIT = 60_000
const PATIENCE = 60_000

/**
 * The database that reports are read from: on MariaDB with connections of their own, to a replica where the settings name
 * one. An embedded database reads them in processes of its own.
 */
export function openReports(db: Knex, { databaseUrl, reportsDatabaseUrl }: Config): Knex {
  if (isSqlite(db)) return db
  const { pool, ...config } = databaseConfig(reportsDatabaseUrl ?? databaseUrl)
  const max = reportsDatabaseUrl === null ? BESIDE_ORDERS : ON_REPLICA
  const reading = knex({ ...config, pool: { ...pool, max }, acquireConnectionTimeout: LONGEST_WAIT })
  if (reportsDatabaseUrl === null) sameServer(db, reading)
  return reading
}

/**
 * Reads reports with the patience that they need, and ends their statements when the request is given up, as by somebody
 * who leaves the page. An answer of a replica says of when it is.
 */
export function readReports(isReport: (path: string) => boolean, replica: Knex | null): Middleware {
  return async (ctx, next) => {
    if (!isReport(ctx.path)) return next()
    await withPatience(PATIENCE, () =>
      readingReport(untilLeft(ctx), () => (replica ? answerFrom(replica, ctx, next) : next())),
    )
  }
}

function untilLeft({ res }: Context): AbortSignal {
  const left = new AbortController()
  res.once('close', () => {
    if (!res.writableEnded) left.abort()
  })
  return left.signal
}

async function answerFrom(replica: Knex, ctx: Context, next: () => Promise<void>): Promise<void> {
  try {
    // Read before the rows, so that none of them is older than the page says.
    const asOf = ctx.method === 'GET' ? await replicaAsOf(replica) : null
    await next()
    const { body } = ctx
    const isPlain = typeof body === 'object' && body !== null && Object.getPrototypeOf(body) === Object.prototype
    if (isPlain && ctx.status === 200 && asOf !== null) ctx.body = { ...body, asOf }
  } catch (error) {
    if (passingAsBusy(error) === error) throw error
    throw Object.assign(unavailable(NO_REPLICA), { cause: error })
  }
}

const NO_REPLICA =
  'Reports are read from a copy of the database that does not answer just now. Everything else works: please try again in a moment.'

/** Up to when a replica holds what was saved, as far as its last mark tells; null where none has reached it. */
async function replicaAsOf(replica: Knex): Promise<string | null> {
  const mark = await replica('replica_mark').where({ id: 1 }).first('at')
  return mark?.at ?? null
}

/** Writes the time for replicas to show how far they are behind; each minute. */
export async function markReplica(db: Knex): Promise<number> {
  await db('replica_mark').insert({ id: 1, at: now() }).onConflict('id').merge()
  return 0
}
