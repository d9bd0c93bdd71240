import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Knex } from 'knex'
import '../../api/rooms.ts'
import { copy, hasTemplate, keepTemplate, templateFolder } from '../../api/demo-template.ts'
import { readConfig } from '../../api/platform/config.ts'
import { openDatabase } from '../../api/platform/database.ts'
import { savedFolder } from '../../api/platform/stored-files.ts'
import { createDatabase } from './databases/mariadb.ts'
import { copyDatabase, dropDatabase } from './databases/mariadb-copy.ts'
import { leaseCopy, newName } from './databases/mariadb-pool.ts'
import { withinSeconds } from './limits.ts'
import { quickHash } from './password.ts'

/** A database for one test file; `close` ends its connections and removes it. */
export type TestDatabase = { db: Knex; url: string; close(): Promise<void> }

/** A migrated, empty database on SQLite, or on MariaDB with TEST_DATABASE=mariadb. */
export function freshDatabase(): Promise<TestDatabase> {
  return copyOf('template')
}

/** A migrated database with the seeds of a first start: roles, settings, the demo company. */
export async function seededDatabase(): Promise<TestDatabase> {
  await onceInThisRun('seeded', async () => {
    const kept = templateFolder('test', ['migrations', 'seeds', 'resources', 'tests/support/password.ts'])
    const onSqlite = !process.env.TEST_SERVER
    if (onSqlite && hasTemplate(kept)) return copy(kept, runFolder())
    const { seedOnce } = await import('../../seeds/seed.ts')
    const url = await copyTemplate('template', 'seeded')
    const db = openDatabase(url)
    await seedOnce(db, readConfig({ NODE_ENV: 'test', DATABASE_URL: url, BILTY_HOME: runFolder() }))
    for (const id of await db('user').pluck('id'))
      await db('user')
        .where({ id })
        .update({ passwordHash: await quickHash() })
    await db.destroy()
    if (onSqlite) await keepSeeded(kept)
  })
  return copyOf('seeded')
}

const keepSeeded = (kept: string) =>
  keepTemplate(kept, beside => {
    copy(file('seeded'), join(beside, 'seeded.sqlite'))
    copy(savedFolder(runFolder()), join(beside, 'files'))
  })

/** A database without any table. */
export async function emptyDatabase(): Promise<TestDatabase> {
  const server = process.env.TEST_SERVER
  const name = newName()
  if (!server) return inFile(name)
  const url = await createDatabase(server, name)
  return openedAt(url, () => dropDatabase(server, name))
}

async function copyOf(template: string): Promise<TestDatabase> {
  const server = process.env.TEST_SERVER
  if (server) {
    const { url, end } = await leaseCopy(server, template)
    return openedAt(url, end)
  }
  const name = newName()
  copyFileSync(file(template), file(name))
  return inFile(name)
}

function inFile(name: string): TestDatabase {
  return openedAt(`sqlite:${file(name)}`, async () => {
    for (const end of ['', '-wal', '-shm']) rmSync(file(name) + end, { force: true })
  })
}

function openedAt(url: string, remove: () => Promise<void>): TestDatabase {
  const db = openDatabase(url)
  return { db, url, close: () => db.destroy().then(remove) }
}

async function copyTemplate(template: string, name: string): Promise<string> {
  const server = process.env.TEST_SERVER
  if (server) {
    await copyDatabase(server, template, name)
    return `${server}/${name}`
  }
  copyFileSync(file(template), file(name))
  return `sqlite:${file(name)}`
}

function file(name: string): string {
  return join(runFolder(), `${name}.sqlite`)
}

function runFolder(): string {
  const folder = process.env.TEST_FOLDER
  if (!folder)
    throw new Error('TEST_FOLDER is not set: run this with Vitest, whose set-up makes the template database.')
  return folder
}

// Test files run in separate processes: the one that creates the folder does the work, the others wait until it is done.
async function onceInThisRun(name: string, work: () => Promise<void>): Promise<void> {
  const claim = join(runFolder(), `${name}.claim`)
  const done = join(claim, 'done')
  try {
    mkdirSync(claim)
  } catch {
    for (let waited = 0; !existsSync(done); waited += 50) {
      if (waited > withinSeconds(50))
        throw new Error(`The ${name} database was not made by the test file that began it.`)
      await pause(50)
    }
    return
  }
  try {
    await work()
    writeFileSync(done, '')
  } catch (error) {
    rmSync(claim, { recursive: true, force: true })
    throw error
  }
}
