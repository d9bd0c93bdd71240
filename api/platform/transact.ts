import { setTimeout as pause } from 'node:timers/promises'
import { Unavailable } from '@feathersjs/errors'
import type { Knex } from 'knex'
import { withDuties } from './before-commit.ts'
import { isSqlite } from './database.ts'
import { SILENT } from './knex/mysql-client.ts'
import { commitInGroup } from './sqlite/group-commit.ts'
import { NO_THREAD, TOO_LONG } from './sqlite/reading-threads.ts'

const mostTries = 8
/** Milliseconds after which nothing is tried again: where others went first, and where the server is gone. */
const longest = { contention: 15_000, lost: 4_000 }

/** Another transaction went first: a deadlock, a changed snapshot, a lock wait, a refused certification. */
const contention: readonly (string | number)[] = [1213, 1020, 1205, 1180, 'SQLITE_BUSY']

/** Another person is writing to SQLite: the transaction could not begin. */
const oneWriter = ['SQLITE_BUSY']

/** The error a transaction throws when it detects that another went first, so that the whole is run again. */
export const lostRace = () => Object.assign(new Error('Another transaction went first'), { errno: 1020 })

const overtaken = new WeakSet<object>()

/** Marks a refusal because a row changed after its transaction had read it: if that waits for rows, it is run again. */
export function markOvertaken<Refusal extends Error>(refusal: Refusal): Refusal {
  overtaken.add(refusal)
  return refusal
}

/** The server went away; a cluster has another one within seconds. */
const lostServer: readonly (string | number)[] = [
  1040, // too many connections
  1047, // WSREP: the node is not ready for queries
  1053, // server shutdown in progress
  1927, // connection was killed
  'PROTOCOL_CONNECTION_LOST',
  'ECONNRESET',
  'ECONNREFUSED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EAI_AGAIN',
]

/** The server is silent, or a statement took too long: whoever tries again waits as long again. */
const silent: readonly (string | number)[] = ['PROTOCOL_SEQUENCE_TIMEOUT', SILENT, TOO_LONG, NO_THREAD]

/**
 * What a transaction sees. `snapshot`: what was committed at its first read; it is run again when a row that it writes has
 * changed since. `latest`: what is committed at each statement; it waits for rows that others write. That is for commands
 * on rows that everybody writes, such as the credit of a payer: each of their writes is conditional, or relative, or
 * follows a lock.
 */
type Sees = 'snapshot' | 'latest'

/**
 * Runs `work` in one transaction and returns its result; inside an open transaction it takes part. When the database
 * refuses for a passing reason the whole is run again, at most 8 times (while another writes to SQLite, as often as need
 * be) and 15 seconds, without the time in line behind others, or 4 seconds when the server is gone, and then fails with
 * 503 and `data.retryAfter` in seconds. So `work` must do nothing outside the database.
 */
export async function transact<Result>(
  db: Knex,
  work: (trx: Knex.Transaction) => Promise<Result>,
  sees: Sees = 'snapshot',
): Promise<Result> {
  if (db.isTransaction) return work(db as Knex.Transaction)
  const waits = sees === 'latest' && !isSqlite(db)
  const workAndDuties = (trx: Knex.Transaction) => withDuties(trx, work)
  let spent = 0
  const run = async () => {
    const began = Date.now()
    try {
      if (isSqlite(db)) return await commitInGroup(db, workAndDuties)
      return await db.transaction(workAndDuties, waits ? { isolationLevel: 'read committed' } : undefined)
    } finally {
      spent += Date.now() - began
    }
  }
  let afterRival = false
  for (let tries = 1; ; tries++) {
    try {
      return await (afterRival ? inLine(run) : run())
    } catch (error) {
      const isOvertaken = waits && overtaken.has(error as object)
      afterRival = isOvertaken || matches(error, contention)
      if (!afterRival && !isLost(error)) throw passingAsBusy(error)
      const wait = waitBefore(tries, error)
      spent += wait
      const isLast = tries >= mostTries && !matches(error, oneWriter)
      if (isLast || spent > (afterRival ? longest.contention : longest.lost)) throw isOvertaken ? error : busy(error)
      await pause(wait)
    }
  }
}

let last: Promise<unknown> = Promise.resolve()

// After a first failure transactions run one by one: thirty rivals for a row would otherwise keep refusing each other.
function inLine<Result>(run: () => Promise<Result>): Promise<Result> {
  const turn = last.then(run)
  last = turn.catch(() => undefined)
  return turn
}

/** Whether a read or a transaction failed for a reason that passes, as 503; any other error unchanged. */
export const passingAsBusy = (error: unknown): unknown =>
  matches(error, contention) || matches(error, silent) || isLost(error) ? busy(error) : error

/** Whether the server is gone, or the pool has had no connection to it for long. */
const isLost = (error: unknown): boolean =>
  matches(error, lostServer) ||
  (error instanceof Error && (error.name === 'KnexTimeoutError' || error.message.endsWith('in closed state')))

function matches(error: unknown, list: readonly (string | number)[]): boolean {
  if (!(error instanceof Error)) return false
  const { code, errno } = error as Error & { code?: string; errno?: number }
  return list.includes(code ?? '') || list.includes(errno ?? '')
}

// Doubling, and random so that rivals part: a rival row frees itself soon, and a server must come back. SQLite's one
// writer may be an import: it pauses for others between its batches, so they ask often, and for some seconds.
function waitBefore(tries: number, error: unknown): number {
  if (matches(error, oneWriter)) return 10 + 15 * Math.random()
  return (isLost(error) ? 100 : 15) * 2 ** (tries - 1) * (0.5 + Math.random())
}

function busy(cause: unknown): Error {
  const message = matches(cause, contention)
    ? 'The database is busy just now: nothing was saved, please try again in a moment.'
    : 'The database does not answer just now: please try again in a moment.'
  return Object.assign(new Unavailable(message, { retryAfter: 2 }), { cause })
}
