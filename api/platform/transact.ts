import { setTimeout as pause } from 'node:timers/promises'
import { Unavailable } from '@feathersjs/errors'
import type { Knex } from 'knex'
import { isSqlite } from './database.ts'
import { commitInGroup } from './group-commit.ts'

const mostTries = 8
const longest = 15_000

/** Another transaction went first: a deadlock, a changed snapshot, a lock wait, a refused certification. */
const contention: readonly (string | number)[] = [1213, 1020, 1205, 1180, 'SQLITE_BUSY']
/** Somebody else is writing to SQLite: the transaction could not begin. */
const ONE_WRITER = ['SQLITE_BUSY']

/** The error a transaction throws when it detects that another went first, so that the whole is run again. */
export const lostRace = () => Object.assign(new Error('Another transaction went first'), { errno: 1020 })

/** The server went away; a cluster has another one within seconds. */
const lostServer: readonly (string | number)[] = [
  1047, // WSREP: the node is not ready for queries
  1053, // server shutdown in progress
  1927, // connection was killed
  'PROTOCOL_CONNECTION_LOST',
  'ECONNRESET',
  'ECONNREFUSED',
  'EPIPE',
  'ETIMEDOUT',
]

/**
 * Runs `work` in one transaction and returns its result; inside an open transaction it takes part. When the database
 * refuses for a passing reason the whole is run again, at most 8 times (while another writes to SQLite, as often as need
 * be) and 15 seconds, without the time in line behind others, and then fails with 503 and `data.retryAfter` in seconds. So `work` must do nothing outside the database.
 */
export async function transact<Result>(db: Knex, work: (trx: Knex.Transaction) => Promise<Result>): Promise<Result> {
  if (db.isTransaction) return work(db as Knex.Transaction)
  let spent = 0
  const run = async () => {
    const began = Date.now()
    try {
      return await (isSqlite(db) ? commitInGroup(db, work) : db.transaction(work))
    } finally {
      spent += Date.now() - began
    }
  }
  for (let tries = 1; ; tries++) {
    try {
      return await (tries === 1 ? run() : inLine(run))
    } catch (error) {
      if (!isPassing(error)) throw error
      const wait = waitBefore(tries, error)
      spent += wait
      if ((tries >= mostTries && !matches(error, ONE_WRITER)) || spent > longest) throw busy(error)
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

/** Whether the database refused for a reason that passes, so that the whole transaction may be tried again. */
function isPassing(error: unknown): boolean {
  return matches(error, contention) || matches(error, lostServer)
}

function matches(error: unknown, list: readonly (string | number)[]): boolean {
  if (!(error instanceof Error)) return false
  const { code, errno } = error as Error & { code?: string; errno?: number }
  return list.includes(code ?? '') || list.includes(errno ?? '')
}

// Doubling, and random so that rivals part: a rival row frees itself soon, and a server must come back. SQLite's one
// writer may be an import: it pauses for others between its batches, so they ask often, and for some seconds.
function waitBefore(tries: number, error: unknown): number {
  if (matches(error, ONE_WRITER)) return 10 + 15 * Math.random()
  const first = matches(error, lostServer) ? 100 : 15
  return first * 2 ** (tries - 1) * (0.5 + Math.random())
}

function busy(cause: unknown): Error {
  const message = 'The database is busy just now: nothing was saved, please try again in a moment.'
  return Object.assign(new Unavailable(message, { retryAfter: 2 }), { cause })
}
