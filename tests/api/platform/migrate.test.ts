/** @module-tag sql */
import { rmSync } from 'node:fs'
import type { Knex } from 'knex'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { isSqlite } from '../../../api/platform/database.ts'
import { createLog } from '../../../api/platform/log.ts'
import { migrate, migrationFiles, pendingMigrations } from '../../../api/platform/migrate.ts'
import { withMigrationLease } from '../../../api/platform/migration-lease.ts'
import { emptyDatabase, freshDatabase, type TestDatabase } from '../../support/database.ts'

describe('bringing a database up to date', () => {
  const log = createLog({ logLevel: 'silent' })
  let database: TestDatabase
  let url: string
  let db: Knex

  beforeAll(async () => {
    database = await emptyDatabase()
    ;({ url, db } = database)
  })

  afterAll(() => database.close())

  it('is done by one process alone when three start at once', async () => {
    const all = await migrationFiles.getMigrations([])
    expect(all.length).toBeGreaterThan(0)
    const ran = await Promise.all([migrate(url, log), migrate(url, log), migrate(url, log)])
    expect(ran.map(names => names.length).sort()).toEqual([0, 0, all.length].sort())
    expect(await db('knex_migrations').orderBy('id').pluck('name')).toEqual(all)
  })

  it('is waited for, however many hours it takes', async () => {
    if (!isSqlite(db)) return
    const [begun, over] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()]
    const first = withMigrationLease(url, () => {
      begun.resolve()
      return over.promise
    })
    await begun.promise
    let looks = 0
    const midnight = Date.now()
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => midnight + ++looks * 3_600_000)
    const second = withMigrationLease(url, async () => 'second')
    // Each attempt reads the clock.
    await expect.poll(() => looks).toBeGreaterThan(10)
    clock.mockRestore()
    over.resolve('first')
    expect(await Promise.all([first, second])).toEqual(['first', 'second'])
  })

  it('continues after a process that died holding the lock, with its last step unrecorded', async () => {
    const last = (await migrationFiles.getMigrations([])).at(-1) as string
    await db('knex_migrations').where({ name: last }).del()
    await db('knex_migrations_lock').update({ is_locked: 1 })
    expect(await pendingMigrations(db)).toEqual([last])
    expect(await migrate(url, log)).toEqual([last])
    expect(await pendingMigrations(db)).toEqual([])
  })

  it('is refused for a database of a newer Bilty, with what to do', async () => {
    await db('knex_migrations').insert({ name: '9999_newer.ts', batch: 9 })
    await expect(migrate(url, log)).rejects.toThrow(
      'The database is newer than this Bilty, which does not know its migration 9999_newer.ts: start the release that wrote it, or set DATABASE_URL to another database.',
    )
    await db('knex_migrations').where({ name: '9999_newer.ts' }).del()
    expect(await migrate(url, log)).toEqual([])
  })

  it('is refused for a demo database from before the first release, with how to recreate it', async () => {
    const old = await freshDatabase()
    await old.db('knex_migrations').del()
    await old.db('knex_migrations').insert({ name: '0001_transporter.ts', batch: 1 })
    const refused = (await migrate(old.url, log).catch(error => error)) as Error
    const [, how] =
      /^The demo database is from before the first release and cannot be updated: (.+), and start again\.$/.exec(
        refused.message,
      )!
    if (isSqlite(old.db)) {
      await old.db.destroy()
      rmSync(/^delete the file (.+)$/.exec(how!)![1]!)
    } else for (const statement of /^run "(.+)" on its server$/.exec(how!)![1]!.split('; ')) await old.db.raw(statement)
    expect(await migrate(old.url, log)).toEqual(await migrationFiles.getMigrations([]))
    await old.close()
  })

  it('leaves foreign keys checked on other connections', async () => {
    const [check] = await db.raw(
      url.startsWith('sqlite:') ? 'PRAGMA foreign_keys' : 'SELECT @@foreign_key_checks AS foreign_keys',
    )
    expect([check].flat()[0]).toEqual({ foreign_keys: 1 })
  })
})
