import { AsyncLocalStorage } from 'node:async_hooks'
import type { Knex } from 'knex'

/** The most that share one commit: readers wait until a group is through. */
const MOST = 16

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
export function inGroup<Result>(db: Knex, work: Work<Result>): Promise<Result> {
  const queue = queues.get(db.client) ?? { waiting: [], running: false }
  queues.set(db.client, queue)
  return new Promise((resolve, reject) => {
    // Whoever runs the group, the work goes on as the request it belongs to.
    queue.waiting.push({ work: AsyncLocalStorage.bind(work), resolve: resolve as Waiting['resolve'], reject })
    if (!queue.running) void serve(db, queue)
  })
}

async function serve(db: Knex, queue: Queue): Promise<void> {
  queue.running = true
  while (queue.waiting.length > 0) {
    const group = queue.waiting.splice(0, MOST)
    if (group.length === 1) await alone(db, group[0]!)
    else await together(db, group)
  }
  queue.running = false
}

const alone = (db: Knex, { work, resolve, reject }: Waiting): Promise<void> =>
  db.transaction(work).then(resolve, reject)

async function together(db: Knex, group: Waiting[]): Promise<void> {
  const tell: (() => void)[] = []
  try {
    await db.transaction(async trx => {
      for (const { work, resolve, reject } of group) {
        try {
          const result = await trx.transaction(work)
          tell.push(() => resolve(result))
        } catch (error) {
          if (endsAll(error)) throw error
          tell.push(() => reject(error))
        }
      }
    })
    for (const answer of tell) answer()
  } catch (error) {
    // Nothing of the group was kept.
    for (const { reject } of group) reject(error)
  }
}

/** Faults at which SQLite takes back the whole transaction, not only the statement. */
const ENDING = ['SQLITE_FULL', 'SQLITE_IOERR', 'SQLITE_NOMEM', 'SQLITE_BUSY', 'SQLITE_INTERRUPT', 'SQLITE_CORRUPT']
const endsAll = (error: unknown) => ENDING.includes((error as { code?: string } | null)?.code ?? '')
