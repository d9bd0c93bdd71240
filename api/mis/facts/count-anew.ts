import { setTimeout as pause } from 'node:timers/promises'
import type { Knex } from 'knex'
import type { Log } from '../../platform/log.ts'
import { PATIENCE_OF_JOBS, withPatience } from '../../platform/patience.ts'
import { countInProgress } from '../../platform/reports/counting.ts'
import { transact } from '../../platform/transact.ts'
import { type Lease, leaseJob } from '../../platform/work/job-lease.ts'
import { countOrders } from './order-fact.ts'
import { writeSales } from './sale-fact.ts'

/** To be raised with a migration that changes what the facts of documents hold; the migration empties them. */
const FACTS_VERSION = 2
/** Documents in one transaction, few enough that nobody notices it. */
const BATCH = 50
const LOOK_MS = 30_000

/** Notes that the facts of this release are to be counted, where there are documents; the portal counts them while it serves. */
export async function askForCount(db: Knex): Promise<void> {
  if (await db('facts_counted').where('version', '>=', FACTS_VERSION).first('version')) return
  const isDone = !(await db('invoice').first('id')) && !(await db('order').first('id'))
  await db('facts_counted')
    .insert({ version: FACTS_VERSION, isDone: isDone ? 1 : 0 })
    .onConflict('version')
    .ignore()
}

/** What is counted one after the other: orders need the sales of their lines. */
const kinds = [
  { table: 'invoice', upTo: 'invoicesUpTo', count: writeSales },
  { table: 'order', upTo: 'ordersUpTo', count: countOrders },
] as const

/**
 * Counts the next documents and keeps how far that is, in one transaction, so that whoever goes on after a kill leaves
 * none out. Returns whether there were any; when there were none, the count is done.
 */
export async function countSome(db: Knex, atOnce = BATCH): Promise<boolean> {
  const count = await countInProgress(db)
  if (!count) return false
  for (const { table, upTo, count: write } of kinds) {
    const ids: number[] = await db(table).where('id', '>', count[upTo]).orderBy('id').limit(atOnce).pluck('id')
    if (ids.length === 0) continue
    await transact(
      db,
      async trx => {
        await write(trx, ids)
        // Not where another process has gone further meanwhile.
        await trx('facts_counted')
          .where({ version: count.version, [upTo]: count[upTo] })
          .update({ [upTo]: ids.at(-1)! })
      },
      'latest',
    )
    return true
  }
  await db('facts_counted').where({ version: count.version }).update({ isDone: 1 })
  return false
}

/** Counts what an upgrade left to be counted, beside everything else that the portal does, in one process of several. */
export function startCounting(db: Knex, log: Log) {
  const stopping = new AbortController()
  const { signal } = stopping
  const wait = (ms: number) => pause(ms, undefined, { signal, ref: false }).catch(() => undefined)

  async function countAll(lease: Lease) {
    for (;;) {
      const begun = performance.now()
      if (!(await countSome(db))) return lease.done()
      if (signal.aborted) return lease.release()
      if (!(await lease.renew())) return undefined
      // As long again, in which people are served.
      await wait(performance.now() - begun)
    }
  }

  async function work() {
    while (!signal.aborted && (await countInProgress(db))) {
      const lease = await leaseJob(db, 'count-facts')
      if (lease) {
        log.info('The sales and orders are counted for the reports')
        await countAll(lease).catch(async error => {
          log.error({ err: error }, 'The sales and orders could not be counted')
          await lease.failed('Counting the sales and orders failed: see the log')
        })
      }
      await wait(LOOK_MS)
    }
  }

  const working = withPatience(PATIENCE_OF_JOBS, work).catch(error =>
    log.error({ err: error }, 'The count of sales and orders ended'),
  )
  return {
    async stop() {
      stopping.abort()
      await working
    },
  }
}
