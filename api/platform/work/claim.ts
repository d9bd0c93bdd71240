import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import { now, secondsFromNow } from '../clock.ts'

/** A process that says nothing for so long is taken over; while it lives, it says so three times as often. */
const LEASE_SECONDS = 120

/**
 * A kind of work: rows of a table, each done by one process at a time. Whoever claims a row holds it for `leaseSeconds`,
 * renews that while it works, and saves by `settle` what became of it; where it was killed or is silent for too long,
 * another process claims the row and does the work again. Nothing but a comparison of columns makes that certain, so that
 * it holds on every database. The table has the columns `lockedBy` and `lockedUntil`.
 */
export interface Work {
  table: string
  /** What a claim rests on: it fails where another process changed one of these columns since the row was read. */
  seen: readonly string[]
  /** What a row is while it is held: where a person gave it another status, it is held no more. */
  held?: Readonly<Record<string, string>>
  leaseSeconds?: number
}

/** A row that this process holds by its claim. */
export interface Held {
  id: number
  lockedBy: string
}

/** Limits rows to those that nobody holds: never claimed, let go of, or of a process that is gone. */
export const unheld = (rows: Knex.QueryBuilder, at = now()): Knex.QueryBuilder =>
  rows.where(any => any.whereNull('lockedUntil').orWhere('lockedUntil', '<', at))

/** Claims a row as it was read, with further changes; null where another process was faster. */
export const claim = <Row extends { id: number }, Changes extends object>(
  db: Knex,
  work: Work,
  row: Row,
  changes: Changes = {} as Changes,
) => claimAmong(unheld(db(work.table)), work, row, changes)

/** Claims a row as it was read, whoever holds it: a process that is known to be gone, or this one. */
export const takeOver = <Row extends { id: number }, Changes extends object>(
  db: Knex,
  work: Work,
  row: Row,
  changes: Changes = {} as Changes,
) => claimAmong(db(work.table), work, row, changes)

async function claimAmong<Row extends { id: number }, Changes extends object>(
  rows: Knex.QueryBuilder,
  work: Work,
  row: Row,
  changes: Changes,
): Promise<(Row & Changes & Held) | null> {
  const given = row as Record<string, unknown>
  const seen = Object.fromEntries([...work.seen, 'lockedUntil'].map(name => [name, given[name] ?? null]))
  const held = { ...work.held, lockedBy: randomUUID(), lockedUntil: secondsFromNow(leaseOf(work)), updatedAt: now() }
  const taken = await rows.where({ id: row.id, ...seen }).update({ ...held, ...changes })
  return taken === 1 ? { ...row, ...held, ...changes } : null
}

/** Claims the first of these rows that no other process has claimed meanwhile; null where there is none. */
export async function claimFirst<Row extends { id: number }, Changes extends object>(
  db: Knex,
  work: Work,
  rows: readonly Row[],
  changes: (row: Row) => Changes = () => ({}) as Changes,
): Promise<(Row & Changes & Held) | null> {
  for (const row of rows) {
    const held = await claim(db, work, row, changes(row))
    if (held) return held
  }
  return null
}

/** Holds rows that were claimed together for as long again, with further changes; false when one is no longer ours. */
export const renew = async (db: Knex, work: Work, held: readonly Held[], changes: object = {}): Promise<boolean> =>
  (await ours(db, work, held).update({ lockedUntil: secondsFromNow(leaseOf(work)), ...changes })) === held.length

/** Holds claimed rows for as long as something takes, beyond the lease too; returns what it returns. */
export async function whileHeld<Result>(
  db: Knex,
  work: Work,
  held: readonly Held[],
  doing: () => Promise<Result>,
): Promise<Result> {
  // One that is lost is not written: settling asks again whose it is.
  const renewing = setInterval(() => void renew(db, work, held).catch(() => undefined), (leaseOf(work) * 1000) / 3)
  try {
    return await doing()
  } finally {
    clearInterval(renewing)
  }
}

/** Claims further rows, which nobody else can claim meanwhile, together with one that is held. */
export const claimBeside = (work: Work, { lockedBy }: Held, rows: Knex.QueryBuilder, changes: object) =>
  rows.update({ ...work.held, lockedBy, lockedUntil: secondsFromNow(leaseOf(work)), updatedAt: now(), ...changes })

/**
 * Saves what became of rows that were claimed together, and lets go of them; a `lockedUntil` among the changes is when
 * they may be claimed again. Returns the ids of those that were still ours.
 */
export async function settle(db: Knex, work: Work, held: readonly Held[], changes: object): Promise<number[]> {
  const ended = { updatedAt: now(), lockedUntil: null, ...changes, lockedBy: null }
  const [first] = held
  if (first && held.length === 1) return (await ours(db, work, held).update(ended)) === 1 ? [first.id] : []
  const ids: number[] = await ours(db, work, held).forUpdate().pluck('id')
  await db(work.table).whereIn('id', ids).update(ended)
  return ids
}

/**
 * Seconds to wait after so many tries, given a wait in minutes for each, spread by a fifth so that what failed together
 * does not return together; null after the last: it is given up.
 */
export function waitAfter(tries: number, waits: readonly number[], random = Math.random()): number | null {
  const minutes = waits[tries - 1]
  return minutes === undefined ? null : 60 * minutes * (0.8 + 0.4 * random)
}

const leaseOf = ({ leaseSeconds = LEASE_SECONDS }: Work) => leaseSeconds

const ours = (db: Knex, { table, held: as = {} }: Work, held: readonly Held[]) =>
  db(table)
    .whereIn(
      'id',
      held.map(({ id }) => id),
    )
    .where({ ...as, lockedBy: held[0]?.lockedBy ?? '' })
