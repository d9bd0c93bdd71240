import type { Knex } from 'knex'
import './rooms.ts'
import { writeDocuments } from '../seeds/documents.ts'
import { isSeeded } from '../seeds/is-seeded.ts'
import { giveSystemRows } from '../seeds/system/upgrade.ts'
import { keepForNext, startFromTemplate } from './demo-template.ts'
import { askForCount } from './mis/facts/count-anew.ts'
import { type Config, ConfigError } from './platform/config.ts'
import { narrowModes } from './platform/data-folder/narrow-modes.ts'
import { openDatabase } from './platform/database.ts'
import type { Log } from './platform/log.ts'
import { isUpToDate, migrate, pendingMigrations } from './platform/migrate.ts'
import { simulatorFile } from './platform/simulators.ts'
import { describeRules } from './settings/retention/remove-expired.ts'

/**
 * Opens the configured database, takes the rights of other users from the files that are there, migrates it, notes what is to be counted for the reports, seeds it once, or copies what an earlier first start seeded, and gives it the rows that came with this release. Throws ConfigError or MigrationError with one sentence.
 */
export async function prepareDatabase(config: Config, log: Log): Promise<Knex> {
  await startFromTemplate(config)
  const db = openDatabase(config)
  try {
    await connect(db, config)
    // Not before: a wrong DATABASE_URL may name a file of somebody else.
    narrowModes(config, log)
    if (!config.migrateAtStart) await refuseOutdated(db)
    else if (!(await isUpToDate(db))) await migrate(config.databaseUrl, log)
    await askForCount(db)
    const isNew = !(await isSeeded(db))
    if (isNew) await seed(db, config)
    await describeRules(db)
    for (const refusal of await giveSystemRows(db, config.databaseUrl)) log.warn(refusal)
    if (config.environment === 'development') await writeDocuments(db, config.home)
    if (config.environment !== 'production' && !config.sap) await fillSimulatedSap(db, config)
    if (isNew) await keepForNext(db, config)
    return db
  } catch (error) {
    await db.destroy()
    throw error
  }
}

async function fillSimulatedSap(db: Knex, config: Config): Promise<void> {
  const { writeSapMasters } = await import('../seeds/sap-masters.ts')
  await writeSapMasters(db, simulatorFile(config, 'sap'))
}

// Most starts find everything there, and need no demo company.
async function seed(db: Knex, config: Config): Promise<void> {
  const { seedOnce } = await import('../seeds/seed.ts')
  await seedOnce(db, config)
}

const reasons: Record<string, string> = {
  ECONNREFUSED: 'nothing answers there',
  ENOTFOUND: 'that host is not known',
  EAI_AGAIN: 'that host is not known',
  ETIMEDOUT: 'it does not answer',
  ER_ACCESS_DENIED_ERROR: 'it refuses this user or password',
  ER_DBACCESS_DENIED_ERROR: 'this user may not use that database',
  ER_BAD_DB_ERROR: 'it has no database of that name',
  EACCES: 'its folder may not be written by this user',
  ENOTDIR: 'its path leads through a file',
  SQLITE_CANTOPEN: 'the file cannot be opened',
  SQLITE_NOTADB: 'the file is not an SQLite database',
  SQLITE_READONLY: 'the file cannot be written',
  SQLITE_BUSY: 'another program holds it locked',
}

async function connect(db: Knex, config: Config): Promise<void> {
  try {
    await db.raw('select 1')
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    const why = reasons[code] ?? (message || code)
    throw new ConfigError(
      `The database at ${withoutPassword(config.databaseUrl)} cannot be reached, because ${why}: fix that or correct DATABASE_URL.`,
    )
  }
}

async function refuseOutdated(db: Knex): Promise<void> {
  const pending = await pendingMigrations(db)
  if (pending.length > 0) {
    throw new ConfigError(
      `The database lacks ${pending.length} migrations and MIGRATE_AT_START is "no": run "npm run migrate" first.`,
    )
  }
}

function withoutPassword(url: string): string {
  return url.replace(/^(mysql:\/\/)[^/]*@/, '$1')
}
