import { AsyncLocalStorage } from 'node:async_hooks'
import type { Knex } from 'knex'
import { changeRows } from '../database.ts'
import { yieldToOthers } from '../yield-to-others.ts'

/** The most transactions of one commit, and the milliseconds after which the next waits, while readers wait. */
const MOST = 16
const LONGEST = 20

type Work<Result> = (trx: Knex.Transaction) => Promise<Result>
interface Waiting {
  work: Work<unknown>
  resolve(result: unknown): void
  reject(error: unknown): void
}

interface Queue {
  waiting: Waiting[]
  running: boolean
}

const queues = new WeakMap<object, Queue>()

/**
 * Runs `work` in a transaction of its own that shares its commit with those waiting beside it. SQLite writes one after the
 * other and every commit waits for the disk: in a group each has a savepoint of its own, fails alone, and is answered
 * only after the one commit that makes all of them durable.
 */
export function commitInGroup<Result>(db: Knex, work: Work<Result>): Promise<Result> {
  const queue = queues.get(db.client) ?? { waiting: [], running: false }
  queues.set(db.client, queue)
  return new Promise((resolve, reject) => {
    // Whoever runs the group, the work keeps the context of its own request.
    queue.waiting.push({ work: AsyncLocalStorage.bind(work), resolve: resolve as Waiting['resolve'], reject })
    if (!queue.running) void serve(db, queue)
  })
}

async function serve(db: Knex, queue: Queue): Promise<void> {
  queue.running = true
  while (queue.waiting.length > 0) {
    // The driver answers synchronously: a transaction would be over before the next request is read. As long as each
    // turn brings more writers, those of the next turn are waited for.
    for (let waiting = 0; waiting < queue.waiting.length && queue.waiting.length < MOST; ) {
      waiting = queue.waiting.length
      await yieldToOthers()
    }
    const group = queue.waiting.splice(0, MOST)
    if (group.length === 1) await alone(db, group[0]!)
    else queue.waiting.unshift(...(await together(db, group)))
  }
  queue.running = false
}

const alone = (db: Knex, { work, resolve, reject }: Waiting): Promise<void> =>
  db.transaction(work).then(resolve, reject)

/** Runs a group in one transaction; returns those that were not reached in time. */
async function together(db: Knex, group: Waiting[]): Promise<Waiting[]> {
  const settleAll: (() => void)[] = []
  const left: Waiting[] = []
  try {
    await db.transaction(async trx => {
      const began = performance.now()
      for (const [at, { work, resolve, reject }] of group.entries()) {
        if (at > 0 && performance.now() - began > LONGEST) {
          left.push(...group.splice(at))
          break
        }
        await run(trx, 'SAVEPOINT one')
        try {
          const result = await work(trx)
          settleAll.push(() => resolve(result))
        } catch (error) {
          if (endsAll(error)) throw error
          await run(trx, 'ROLLBACK TO one')
          settleAll.push(() => reject(error))
        }
        await run(trx, 'RELEASE one')
      }
    })
    for (const answer of settleAll) answer()
  } catch (error) {
    // Nothing of the group was committed.
    for (const { reject } of group) reject(error)
  }
  return left
}

const run = (trx: Knex.Transaction, sql: string) => changeRows(trx, sql, [])

/** Errors at which SQLite rolls back the whole transaction, not only the statement. */
const ENDING = ['SQLITE_FULL', 'SQLITE_IOERR', 'SQLITE_NOMEM', 'SQLITE_BUSY', 'SQLITE_INTERRUPT', 'SQLITE_CORRUPT']
const endsAll = (error: unknown) => ENDING.includes((error as { code?: string } | null)?.code ?? '')
