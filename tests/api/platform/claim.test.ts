/** @module-tag locks */
import type { Knex } from 'knex'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { now, setClock } from '../../../api/platform/clock.ts'
import { openDatabase } from '../../../api/platform/database.ts'
import {
  claim,
  claimBeside,
  claimFirst,
  renew,
  settle,
  unheld,
  type Work,
  waitAfter,
  whileHeld,
} from '../../../api/platform/work/claim.ts'
import { emptyDatabase, type TestDatabase } from '../../support/database.ts'

const parcels: Work = { table: 'parcel', seen: ['status', 'tries'], held: { status: 'SENDING' } }

let database: TestDatabase
let db: Knex
let minute = 0
const later = (minutes: number) => {
  minute += minutes
  setClock(new Date(Date.UTC(2026, 10, 29, 10, minute)).toISOString())
}
beforeAll(async () => {
  database = await emptyDatabase()
  db = database.db
  await db.schema.createTable('parcel', table => {
    table.integer('id').primary()
    table.string('status').notNullable()
    table.integer('tries').notNullable()
    for (const name of ['lockedBy', 'lockedUntil', 'updatedAt']) table.string(name, 60)
  })
})
beforeEach(async () => {
  later(0)
  await db('parcel').delete()
  await db('parcel').insert([1, 2, 3].map(id => ({ id, status: 'READY', tries: 0 })))
})
afterEach(() => setClock(null))
afterAll(() => database.close())

interface Parcel {
  id: number
  status: string
  tries: number
  lockedBy: string | null
  lockedUntil: string | null
}
const parcel = (id: number): Promise<Parcel> => db('parcel').where({ id }).first()
const claimOne = async (id: number) => claim(db, parcels, await parcel(id))

describe('a claim', () => {
  it('is had by one of several processes, which read the row at the same moment', async () => {
    const row = await parcel(1)
    const beside = openDatabase(database.url)
    const all = await Promise.all([db, beside, db, beside].map(on => claim(on, parcels, row, { tries: 1 })))
    await beside.destroy()
    expect(all.filter(one => one !== null)).toHaveLength(1)
    expect(await parcel(1)).toMatchObject({ status: 'SENDING', tries: 1, lockedUntil: expect.any(String) })
  })

  it('fails where the row was changed since it was read, even if nobody holds it', async () => {
    const row = await parcel(1)
    await settle(db, parcels, [(await claimOne(1))!], { status: 'READY', tries: 1 })
    expect(await claim(db, parcels, row)).toBeNull()
  })

  it('takes the first row that nobody was faster with', async () => {
    const rows: Parcel[] = await unheld(db('parcel')).orderBy('id')
    await claimOne(1)
    expect(await claimFirst(db, parcels, rows, ({ tries }) => ({ tries: tries + 1 }))).toMatchObject({
      id: 2,
      tries: 1,
    })
    expect(await unheld(db('parcel')).pluck('id')).toEqual([3])
    expect(await claimFirst(db, parcels, [])).toBeNull()
  })

  it('is taken over only after its lease, and is then of no use to who had it', async () => {
    const dead = (await claimOne(1))!
    later(1)
    expect(await claimOne(1)).toBeNull()
    later(2)
    const next = (await claimOne(1))!
    expect(next.lockedBy).not.toBe(dead.lockedBy)
    expect(await renew(db, parcels, [dead])).toBe(false)
    expect(await settle(db, parcels, [dead], { status: 'DONE' })).toEqual([])
    expect(await parcel(1)).toMatchObject({ status: 'SENDING', lockedBy: next.lockedBy })
    expect(await settle(db, parcels, [next], { status: 'DONE' })).toEqual([1])
    expect(await parcel(1)).toMatchObject({ status: 'DONE', lockedBy: null, lockedUntil: null })
  })

  it('is lost where a person gave the row another status', async () => {
    const held = (await claimOne(1))!
    await db('parcel').where({ id: 1 }).update({ status: 'CANCELLED' })
    expect(await renew(db, parcels, [held])).toBe(false)
    expect(await settle(db, parcels, [held], { status: 'DONE' })).toEqual([])
    expect((await parcel(1)).status).toBe('CANCELLED')
  })

  it('of several rows is settled for those that are still held', async () => {
    const held = (await claimOne(1))!
    await claimBeside(parcels, held, db('parcel').whereIn('id', [2, 3]), { tries: 5 })
    const all = [1, 2, 3].map(id => ({ id, lockedBy: held.lockedBy }))
    expect(await renew(db, parcels, all)).toBe(true)
    await db('parcel').where({ id: 2 }).update({ lockedBy: 'another process' })
    expect(await renew(db, parcels, all)).toBe(false)
    expect(await db.transaction(trx => settle(trx, parcels, all, { status: 'DONE' }))).toEqual([1, 3])
    expect((await parcel(2)).status).toBe('SENDING')
  })

  it('lets go of a row until a moment', async () => {
    await settle(db, parcels, [(await claimOne(1))!], { status: 'READY', lockedUntil: now() })
    expect(await claimOne(1)).toBeNull()
    later(1)
    expect(await claimOne(1)).not.toBeNull()
  })

  it('is kept for as long as the work takes', async () => {
    const held = (await claimOne(1))!
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      await whileHeld(db, parcels, [held], async () => {
        for (let passed = 0; passed < 6; passed++) {
          later(1)
          await vi.advanceTimersByTimeAsync(60_000)
          await expect.poll(async () => (await parcel(1)).lockedUntil! > now()).toBe(true)
          expect(await claimOne(1)).toBeNull()
        }
      })
    } finally {
      vi.useRealTimers()
    }
    later(3)
    expect(await claimOne(1)).not.toBeNull()
  })
})

it('waits longer after each try, by a fifth more or less, and gives up after the last', () => {
  const waits = [1, 5, 30]
  expect([1, 2, 3, 4].map(tries => waitAfter(tries, waits, 0.5))).toEqual([60, 300, 1800, null])
  expect(waitAfter(1, waits, 0)).toBe(48)
  expect(waitAfter(1, waits, 1)).toBeCloseTo(72)
})
