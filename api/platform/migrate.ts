import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import knex, { type Knex } from 'knex'
import { readConfig, root } from './config.ts'
import { keepFilesPrivate } from './data-folder/keep-private.ts'
import { databaseConfig, isSqlite } from './database.ts'
import { createLog, type Log } from './log.ts'
import { withMigrationLease } from './migration-lease.ts'

/** A migration that failed. The message is one sentence that names its file. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}

const folder = join(root, 'migrations')

/** The migrations in the order of their numbers: files named `0001_….ts`; anything else beside them is ignored. */
export const migrationFiles: Knex.MigrationSource<string> = {
  getMigrations: async () => (await readdir(folder)).filter(name => /^\d{4}_.+\.ts$/.test(name)).sort(),
  getMigrationName: name => name,
  getMigration: readMigration,
}

/** The names of the migrations this database has not had yet. Throws MigrationError for a database of a newer Bilty, or from before the first release. */
export async function pendingMigrations(db: Knex): Promise<string[]> {
  const [[had, pending], fileNames] = await Promise.all([
    // Knex's own check calls the directory corrupt, which helps nobody.
    db.migrate.list({ migrationSource: migrationFiles, disableMigrationsListValidation: true }),
    migrationFiles.getMigrations([]),
  ])
  const names = (had as { name: string }[]).map(({ name }) => name)
  const unknown = names.find(name => !fileNames.includes(name))
  if (!unknown) return pending
  if (!names.includes(fileNames[0] as string)) throw new MigrationError(recreateSentence(db))
  throw new MigrationError(
    `The database is newer than this Bilty, which does not know its migration ${unknown}: start the release that wrote it, or set DATABASE_URL to another database.`,
  )
}

/** Whether a database has had these migrations and no others, by one select and without a lease; false for an empty one too. */
export async function isUpToDate(db: Knex): Promise<boolean> {
  const fileNames = await migrationFiles.getMigrations([])
  try {
    const had: string[] = await db('knex_migrations').orderBy('name').pluck('name')
    return had.join() === fileNames.join()
  } catch {
    // What is wrong with it, `migrate` finds out and says.
    return false
  }
}

function recreateSentence(db: Knex): string {
  const { filename, database } = db.client.connectionSettings
  const recreate = isSqlite(db)
    ? `delete the file ${filename}`
    : `run "drop database \`${database}\`; create database \`${database}\` character set utf8mb4" on its server`
  return `The demo database is from before the first release and cannot be updated: ${recreate}, and start again.`
}

/**
 * Migrates the database at this address, on a connection of its own, and returns the names of the migrations it ran. On
 * MySQL each file is recorded by itself, since its DDL commits by itself; on SQLite it is all or nothing. When several
 * processes start at once, one migrates and the others wait. Throws MigrationError.
 */
export function migrate(url: string, log: Log): Promise<string[]> {
  return withMigrationLease(url, async () => {
    const db = openForMigration(url)
    try {
      const pending = await pendingMigrations(db)
      return pending.length === 0 ? [] : await runPending(db, log)
    } finally {
      await db.destroy()
    }
  })
}

async function readMigration(name: string): Promise<Knex.Migration> {
  try {
    return await import(pathToFileURL(join(folder, name)).href)
  } catch (error) {
    throw new MigrationError(`The migration ${name} cannot be read: ${reason(error)}.`, { cause: error })
  }
}

async function runPending(db: Knex, log: Log): Promise<string[]> {
  let running = 'list'
  try {
    // Tables may name each other in a circle, so references are not checked on this connection.
    await db.raw(isSqlite(db) ? 'PRAGMA foreign_keys=OFF' : 'SET foreign_key_checks=0')
    // This process holds the lease, so whoever left Knex's own lock behind is dead.
    await db.migrate.forceFreeMigrationsLock({ migrationSource: migrationFiles })
    const [, ran] = await db.migrate.latest({
      migrationSource: migrationFiles,
      disableTransactions: !isSqlite(db),
      beforeEach: async (_db, migrations) => {
        running = String(migrations[0])
      },
    })
    for (const migration of ran) log.info({ migration }, 'migrated')
    return ran
  } catch (error) {
    if (error instanceof MigrationError) throw error
    throw new MigrationError(`The migration ${running} failed: ${reason(error)}.`, { cause: error })
  }
}

// A single connection, because the checks are switched off for a connection.
function openForMigration(url: string): Knex {
  const config = databaseConfig(url)
  return knex({ ...config, pool: { ...config.pool, min: 1, max: 1 } })
}

function reason(error: unknown): string {
  const { sqlMessage, message } = error as Error & { sqlMessage?: string }
  // Knex puts the whole statement before the reason.
  return (sqlMessage ?? message.split(' - ').at(-1) ?? message).replace(/[.\s]+$/, '')
}

if (import.meta.main) {
  try {
    keepFilesPrivate()
    const config = readConfig(process.env)
    const ran = await migrate(config.databaseUrl, createLog({ logLevel: 'warn' }))
    console.log(ran.length === 0 ? 'The database is up to date.' : `Migrated: ${ran.join(', ')}.`)
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  }
}
