import { createHash } from 'node:crypto'
import { constants, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Knex } from 'knex'
import { besideOf, hashOf, keepNewest, moveInto } from './hashed-folders.mjs'
import { now, today } from './platform/clock.ts'
import { type Config, root } from './platform/config.ts'
import { openDatabase } from './platform/database.ts'
import { withMigrationLease } from './platform/migration-lease.ts'
import { simulatorFile } from './platform/simulators.ts'
import { savedFolder } from './platform/stored-files.ts'
import { transact } from './platform/transact.ts'

/** What a seeded database follows from, beside the day and the environment. */
const sources = ['migrations', 'seeds', 'resources']
/** Says when the template was made; as the last file written. */
const MADE = 'made'

/** The folder of the databases that begin as these sources make them on the present business day. */
export function templateFolder(environment: string, from: readonly string[] = sources): string {
  const hash = createHash('sha256')
    .update(`${hashOf(from)} ${today()}`)
    .digest('hex')
  return join(root, 'dist', 'templates', environment, hash.slice(0, 16))
}

/** Whether a template is there, and not of a moment that the clock has still to reach. */
export function hasTemplate(folder: string): boolean {
  const made = join(folder, MADE)
  return existsSync(made) && readFileSync(made, 'utf8') <= now()
}

/** Makes a template beside its place and moves it there whole. */
export async function keepTemplate(folder: string, fill: (beside: string) => Promise<void> | void): Promise<void> {
  const beside = besideOf(folder)
  rmSync(beside, { recursive: true, force: true })
  mkdirSync(beside, { recursive: true })
  try {
    await fill(beside)
    writeFileSync(join(beside, MADE), now())
    moveInto(folder, beside)
  } catch (error) {
    rmSync(beside, { recursive: true, force: true })
    throw error
  }
  keepNewest(folder)
}

/** Copies a file or folder, which on some file systems shares its blocks until it is changed. */
export const copy = (from: string, to: string) =>
  cpSync(from, to, { recursive: true, mode: constants.COPYFILE_FICLONE })

type Part = readonly [name: string, path: string]

/** Where the demo company of a data folder lies: its database, those of the simulators, and its files; not the secret. */
function parts({ databaseUrl, home }: Config): [Part, ...Part[]] {
  const database = databaseUrl.slice('sqlite:'.length)
  const simulator = (name: 'gateway' | 'sap') => [name, simulatorFile({ databaseUrl, home }, name)] as const
  return [['database', database], ['files', savedFolder(home)], simulator('gateway'), simulator('sap')]
}

const isForDemo = ({ environment, databaseUrl }: Config) =>
  environment === 'development' && databaseUrl.startsWith('sqlite:')

/** Gives a new data folder the demo company of an earlier one, sealed with its own secret. Never in production. */
export async function startFromTemplate(config: Config): Promise<void> {
  if (!isForDemo(config) || isBegun(config)) return
  const folder = templateFolder(config.environment)
  if (!hasTemplate(folder)) return
  // What is wrong with the data folder, the start itself finds out and says.
  await withMigrationLease(config.databaseUrl, () => copyInto(config, folder)).catch(() => undefined)
  keepNewest(folder)
}

async function copyInto(config: Config, folder: string): Promise<void> {
  if (isBegun(config)) return
  const [[, database], ...others] = parts(config)
  for (const [name, path] of others) if (existsSync(join(folder, name))) copy(join(folder, name), path)
  // The database comes last and whole: without it nothing counts.
  const beside = `${database}-${process.pid}`
  copy(join(folder, 'database'), beside)
  const { sealCodes } = await import('../seeds/past/past-collections.ts')
  const db = openDatabase(`sqlite:${beside}`)
  await sealCodes(db, config.secret).finally(() => db.destroy())
  renameSync(beside, database)
}

const isBegun = (config: Config) => parts(config).some(([, path]) => existsSync(path))

/** Keeps a demo company that was just made for the next new data folder. */
export async function keepForNext(db: Knex, config: Config): Promise<void> {
  const folder = isForDemo(config) && templateFolder(config.environment)
  if (!folder || existsSync(folder)) return
  await db.raw('PRAGMA wal_checkpoint(TRUNCATE)')
  // Nobody writes meanwhile.
  const kept = transact(db, () =>
    keepTemplate(folder, beside => {
      for (const [name, path] of parts(config)) if (existsSync(path)) copy(path, join(beside, name))
    }),
  )
  // Where dist/ cannot be written, the next folder is seeded too.
  await kept.catch(() => undefined)
}
