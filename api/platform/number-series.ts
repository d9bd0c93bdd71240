import type { Knex } from 'knex'
import { fyOf } from '../../resources/define/dates.ts'
import { changeRows, commitsAtOnce, isSqlite } from './database.ts'
import { conflict } from './errors.ts'

/** Digits after the financial year, where they are not six. */
const DIGITS: Record<string, number> = { PT: 8, MS: 8 }

/**
 * The next number of a series for the financial year of a business day, such as `OR2627000123`. Gaps occur, duplicates
 * never.
 */
export const nextNumber = async (trx: Knex, series: string, day: string): Promise<string> =>
  (await nextNumbers(trx, series, day, 1))[0]!

/**
 * So many consecutive numbers of a series. They are taken by one statement that commits at once: in the transaction that
 * asks for them, every order would wait for the whole of the one before. A transaction that fails leaves a gap.
 */
export async function nextNumbers(trx: Knex, series: string, day: string, count: number): Promise<string[]> {
  const fy = fyOf(day)
  const first = await firstOf(commitsAtOnce(trx), naturalKeyOf(series, fy), count, () =>
    openSeries(commitsAtOnce(trx), series, fy),
  )
  return Array.from({ length: count }, (_, index) => written(series, fy, first + index))
}

interface Asking {
  count: number
  resolve(first: number): void
  reject(error: unknown): void
}

/** Who waits for numbers while a statement takes some, by pool and series: the next statement takes those of all. */
const waiting = new WeakMap<object, Map<string, Asking[]>>()

function firstOf(db: Knex, key: string, count: number, open: () => Promise<void>): Promise<number> {
  if (isSqlite(db)) return take(db, key, count, open)
  const queues = waiting.get(db.client) ?? new Map<string, Asking[]>()
  waiting.set(db.client, queues)
  return new Promise((resolve, reject) => {
    const queue = queues.get(key)
    if (queue) queue.push({ count, resolve, reject })
    else {
      queues.set(key, [{ count, resolve, reject }])
      void serve(db, key, queues, open)
    }
  })
}

async function serve(db: Knex, key: string, queues: Map<string, Asking[]>, open: () => Promise<void>) {
  for (let all = queues.get(key)!.splice(0); all.length > 0; all = queues.get(key)!.splice(0)) {
    try {
      let next = await take(
        db,
        key,
        all.reduce((sum, { count }) => sum + count, 0),
        open,
      )
      for (const { count, resolve } of all) {
        resolve(next)
        next += count
      }
    } catch (error) {
      for (const { reject } of all) reject(error)
    }
  }
  queues.delete(key)
}

/** Moves a series on by so many numbers; returns the first of them. */
async function take(db: Knex, key: string, count: number, open: () => Promise<void>): Promise<number> {
  for (let tries = 0; tries < 2; tries++) {
    const first = isSqlite(db) ? await takeHere(db, key, count) : await takeAside(db, key, count)
    if (first !== undefined) return first
    await open()
  }
  throw conflict('NUMBER_SERIES', 'No number could be taken just now, please try again')
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
  `${series}${fy}${String(value).padStart(DIGITS[series] ?? 6, '0')}`

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
