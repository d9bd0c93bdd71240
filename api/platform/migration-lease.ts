import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Knex } from 'knex'
import { openDatabase } from './database.ts'

const beatEvery = 1_000
const deadAfter = 10_000

type Lease = { holder: string; beat: number }

/** Runs `work` once no other process migrates or seeds the database at `url`. A holder that died blocks nobody. */
export function withMigrationLease<Result>(url: string, work: () => Promise<Result>): Promise<Result> {
  return url.startsWith('sqlite:') ? withLockedFile(`${url}-migrating`, work) : withLease(url, work)
}

// A file beside the database is locked, because the database itself must stay writable. A lock dies with its process,
// so the wait needs no time limit.
async function withLockedFile<Result>(url: string, work: () => Promise<Result>): Promise<Result> {
  const lock = openDatabase(url)
  let isOurs = false
  const alone = () => {
    isOurs = true
    return work()
  }
  try {
    for (;;) {
      try {
        return await lock.transaction(alone)
      } catch (error) {
        if (isOurs || (error as { code?: string }).code !== 'SQLITE_BUSY') throw error
      }
      await pause(200)
    }
  } finally {
    await lock.destroy()
  }
}

/**
 * Holds the one row that says who migrates. A holder increments its count while it lives; one whose count has not moved
 * for ten seconds is dead and is replaced. Counts are compared, never clocks, so machines need not agree on time.
 */
async function withLease<Result>(url: string, work: () => Promise<Result>): Promise<Result> {
  const db = openDatabase(url)
  const holder = randomUUID()
  try {
    await ensureTable(db)
    await takeLease(db, holder)
    const beating = setInterval(() => void beat(db, holder).catch(() => {}), beatEvery)
    try {
      return await work()
    } finally {
      clearInterval(beating)
      await db('migration_lease').where({ holder }).update({ holder: '' })
    }
  } finally {
    await db.destroy()
  }
}

async function ensureTable(db: Knex): Promise<void> {
  await db.raw(
    'CREATE TABLE IF NOT EXISTS migration_lease (id INT PRIMARY KEY, holder VARCHAR(36) NOT NULL, beat BIGINT NOT NULL)',
  )
  await db('migration_lease').insert({ id: 1, holder: '', beat: 0 }).onConflict('id').ignore()
}

async function takeLease(db: Knex, holder: string): Promise<void> {
  let seen = await readLease(db)
  let seenAt = performance.now()
  for (;;) {
    const dead = performance.now() - seenAt > deadAfter
    if (seen.holder === '' || dead) {
      const taken = await db('migration_lease')
        .where(seen)
        .update({ holder, beat: seen.beat + 1 })
      if (taken === 1) return
    }
    await pause(200)
    const lease = await readLease(db)
    if (lease.holder !== seen.holder || lease.beat !== seen.beat) seenAt = performance.now()
    seen = lease
  }
}

async function readLease(db: Knex): Promise<Lease> {
  return (await db('migration_lease').where({ id: 1 }).first('holder', 'beat')) as Lease
}

function beat(db: Knex, holder: string): Promise<unknown> {
  return Promise.resolve(db('migration_lease').where({ holder }).increment('beat', 1))
}
