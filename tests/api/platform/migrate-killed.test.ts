import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import knex, { type Knex } from 'knex'
import { beforeAll, describe, expect, it } from 'vitest'
import { root } from '../../../api/platform/config.ts'
import { databaseConfig, isSqlite } from '../../../api/platform/database.ts'
import { createLog } from '../../../api/platform/log.ts'
import { migrate, migrationFiles } from '../../../api/platform/migrate.ts'
import { resources } from '../../../resources/registry.ts'
import { emptyDatabase, freshDatabase } from '../../support/database.ts'
import { schemaOf } from '../../support/schema.ts'

describe('a migration whose process is killed', () => {
  let whole: string[]

  beforeAll(async () => {
    const migrated = await freshDatabase()
    whole = await schemaOf(migrated.db)
    await migrated.close()
  })

  it('can be run again after being killed at any of its statements', { tags: ['proof'] }, async () => {
    const { url, close } = await emptyDatabase()
    // Foreign keys are not checked on the connection that migrates.
    const db = knex({ ...databaseConfig(url), pool: { min: 1, max: 1 } })
    await db.raw(isSqlite(db) ? 'PRAGMA foreign_keys=OFF' : 'SET foreign_key_checks=0')
    const names = await migrationFiles.getMigrations([])
    let kills = 0
    for (const name of names) {
      const { up } = await migrationFiles.getMigration(name)
      for (let statements = 1; !(await endsWithin(statements, db, up)); statements += 1) kills += 1
    }
    expect(await schemaOf(db)).toEqual(whole)
    // Each table is a statement, at the least.
    expect(kills).toBeGreaterThanOrEqual(resources.length)
    await db.destroy()
    await close()
  })

  it('is continued by the next start where the process was killed', async () => {
    const { db, url, close } = await emptyDatabase()
    const killed = spawn(process.execPath, [join(root, 'api/platform/migrate.ts')], {
      env: { ...process.env, DATABASE_URL: url },
      stdio: 'ignore',
    })
    const begun = async () =>
      isSqlite(db) ? existsSync(`${url.slice('sqlite:'.length)}-migrating`) : (await schemaOf(db)).length > 20
    while (!(await begun())) await pause(1)
    killed.kill('SIGKILL')
    await once(killed, 'exit')
    expect(killed.signalCode).toBe('SIGKILL')
    expect((await schemaOf(db)).length).toBeLessThan(whole.length)
    await migrate(url, createLog({ logLevel: 'silent' }))
    expect(await schemaOf(db)).toEqual(whole)
    await close()
  })
})

/** Runs a migration and stops it after a number of statements; returns whether it finished. */
async function endsWithin(statements: number, db: Knex, up: Knex.Migration['up']): Promise<boolean> {
  const cutOff = new Error('cut off')
  let asked = 0
  const count = () => {
    asked += 1
    if (asked > statements) throw cutOff
  }
  db.on('query', count)
  try {
    await up(db)
    return true
  } catch (error) {
    if (error !== cutOff) throw error
    return false
  } finally {
    db.off('query', count)
  }
}
