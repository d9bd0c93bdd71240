import type { Knex } from 'knex'
import { sum } from '../../resources/define/amounts.ts'
import { fyOf } from '../../resources/define/dates.ts'
import { digitsOf } from '../../resources/settings/number-series.ts'
import { changeRows, commitsAtOnce, isSqlite } from './database.ts'
import { conflict } from './errors.ts'

/** The next number of a series for the financial year of a day: `OR2627000123`. Gaps occur, duplicates never. */
export const nextNumber = async (trx: Knex, series: string, day: string): Promise<string> =>
  (await nextNumbers(trx, series, day, 1))[0]!

/**
 * How many numbers a process takes ahead of series that every step needs and nobody reads in their order: tasks and
 * messages. Their numbers then cost no commit each; those left at its end are gaps.
 */
const AHEAD: Record<string, number> = { AT: 20, MS: 50 }

/**
 * So many consecutive numbers of a series. They are taken by one statement that commits at once: in the transaction that
 * asks for them, every order would wait for the whole of the one before. A transaction that fails leaves a gap.
 */
export async function nextNumbers(trx: Knex, series: string, day: string, count: number): Promise<string[]> {
  const fy = fyOf(day)
  const first = await firstOf(commitsAtOnce(trx), series, fy, count)
  return Array.from({ length: count }, (_, index) => written(series, fy, first + index))
}

/**
 * The next number of a series without gaps: it is taken within the transaction, which holds the series until it ends, so
 * that whoever asks does so last.
 */
export async function nextNumberHere(trx: Knex, series: string, day: string): Promise<string> {
  const fy = fyOf(day)
  return written(series, fy, await take(trx, series, fy, 1))
}

interface Asking {
  count: number
  resolve(first: number): void
  reject(error: unknown): void
}

/** Who waits for numbers while a statement takes some, whose next takes those of all; and what was taken ahead. */
interface Queue {
  waiting: Asking[]
  running: boolean
  next: number
  left: number
}

/** The queues of each pool, by series and year. */
const queues = new WeakMap<object, Map<string, Queue>>()

function firstOf(db: Knex, series: string, fy: string, count: number): Promise<number> {
  if (isSqlite(db)) return take(db, series, fy, count)
  const ofPool = queues.get(db.client) ?? new Map<string, Queue>()
  queues.set(db.client, ofPool)
  const key = naturalKeyOf(series, fy)
  const queue = ofPool.get(key) ?? { waiting: [], running: false, next: 0, left: 0 }
  ofPool.set(key, queue)
  return new Promise((resolve, reject) => {
    queue.waiting.push({ count, resolve, reject })
    if (!queue.running) void serve(db, series, fy, queue)
  })
}

async function serve(db: Knex, series: string, fy: string, queue: Queue) {
  queue.running = true
  while (queue.waiting.length > 0) {
    const all = queue.waiting.splice(0)
    try {
      const needed = sum(all.map(({ count }) => count))
      if (queue.left < needed) {
        const taken = needed + (AHEAD[series] ?? 0)
        queue.next = await take(db, series, fy, taken)
        queue.left = taken
      }
      for (const { count, resolve } of all) {
        resolve(queue.next)
        queue.next += count
        queue.left -= count
      }
    } catch (error) {
      for (const { reject } of all) reject(error)
    }
  }
  queue.running = false
}

/** Moves a series on by so many numbers; returns the first of them. */
async function take(db: Knex, series: string, fy: string, count: number): Promise<number> {
  const key = naturalKeyOf(series, fy)
  for (let tries = 0; tries < 2; tries++) {
    const first = isSqlite(db) ? await takeHere(db, key, count) : await takeAside(db, key, count)
    if (first !== undefined) return first
    await openSeries(db, series, fy)
  }
  throw conflict('NUMBER_SERIES', `No number of the series ${series} could be taken just now, please try again`)
}

async function takeHere(db: Knex, key: string, count: number): Promise<number | undefined> {
  const sql = 'update number_series set nextValue = nextValue + ? where naturalKey = ? returning nextValue'
  const [row] = (await db.raw(sql, [count, key])) as { nextValue: number }[]
  return row && row.nextValue - count
}

// The server keeps the value for this connection, and returns it with the answer.
async function takeAside(db: Knex, key: string, count: number): Promise<number | undefined> {
  const sql = 'update number_series set nextValue = last_insert_id(nextValue) + ? where naturalKey = ?'
  const { changed, id } = await changeRows(db, sql, [count, key])
  return changed === 1 ? id : undefined
}

const naturalKeyOf = (series: string, fy: string) => `${series}|${fy}`.toLowerCase()

const written = (series: string, fy: string, value: number) =>
  `${series}${fy}${String(value).padStart(digitsOf(series), '0')}`

async function openSeries(trx: Knex, series: string, fy: string) {
  const at = new Date().toISOString()
  const row = {
    seriesKey: series,
    fy,
    nextValue: 1,
    isActive: 1,
    naturalKey: naturalKeyOf(series, fy),
    rowVersion: 1,
    createdAt: at,
    updatedAt: at,
  }
  await trx('number_series').insert(row).onConflict().ignore()
}
