import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { buildAdminWhenStale, builtServer } from '../../api/build.mjs'
import { takeInChanges } from '../../api/derive/search/trigram-table.ts'
import { memoryFlags, memorySettings } from '../../api/memory.mjs'
import { readConfig, root } from '../../api/platform/config.ts'
import { isSqlite, openDatabase } from '../../api/platform/database.ts'
import { createLog } from '../../api/platform/log.ts'
import { prepareDatabase } from '../../api/prepare.ts'
import { products } from '../../resources/masters/products.ts'
import { PASSWORD } from '../support/password.ts'
import { stripBare } from './bare-table.ts'
import type { Order, Reached } from './load.ts'
import { fillProducts, type Named, namedIn } from './rows.ts'

const run = promisify(execFile)
const here = (file: string) => join(import.meta.dirname, file)

/**
 * Two migrated, seeded databases with that many products: one for the portal, one for the bare handler. In the folder
 * `kept` an SQLite file stays filled for the next run, until the migrations change.
 */
export async function makeDatabases(
  databases: { ours: string; bare: string },
  home: string,
  rows: number,
  kept?: string,
): Promise<Named> {
  const template = kept && databases.ours.startsWith('sqlite:') ? keptFile(kept, `products_${rows}`) : undefined
  if (template && existsSync(template)) copyFileSync(template, fileOf(databases.ours))
  const named = await makeDatabase(databases.ours, home, rows, true)
  if (template && !existsSync(template)) await copyFile(databases.ours, `sqlite:${template}`)
  if (databases.ours.startsWith('sqlite:')) await copyFile(databases.ours, databases.bare)
  else await makeDatabase(databases.bare, home, rows)
  await stripBare(databases.bare)
  return named
}

/** The place of a filled SQLite file in a folder, named also after how the migrations make its tables. */
export function keptFile(folder: string, name: string): string {
  const migrations = ['frozen.sha256', 'ddl.ts'].map(file => readFileSync(join(root, 'migrations', file), 'utf8'))
  return join(folder, `${name}-${createHash('sha256').update(migrations.join()).digest('hex').slice(0, 8)}.sqlite`)
}

/**
 * Migrates and seeds a database, fills it up to that many products, and returns what they refer to; `searched` has their
 * search index completed, which on MariaDB is done later.
 */
export async function makeDatabase(databaseUrl: string, home: string, rows: number, searched = false): Promise<Named> {
  const env = { DATABASE_URL: databaseUrl, BILTY_HOME: home }
  const db = await prepareDatabase(readConfig(env), createLog({ logLevel: 'warn' }))
  try {
    await fillProducts(db, rows)
    if (searched && !isSqlite(db)) await takeInChanges(db, products)
    return await namedIn(db)
  } finally {
    await db.destroy()
  }
}

// Once closed without a write-ahead log, the file is the whole database.
async function copyFile(from: string, to: string): Promise<void> {
  const db = openDatabase(from)
  await db.raw('PRAGMA wal_checkpoint(TRUNCATE)')
  await db.destroy()
  copyFileSync(fileOf(from), fileOf(to))
}

const fileOf = (url: string) => url.slice('sqlite:'.length)

/** A server process with its port. */
export interface Answering {
  url: string
  pid: number
  /** Milliseconds from its start to its first answer. */
  startedIn: number
  stop(): Promise<void>
}

/** Starts the portal as `npm start` does and waits until it is ready; without its screens where nobody looks at them. */
export async function startOurs(
  databaseUrl: string,
  home: string,
  more: Record<string, string> = {},
  screens = true,
): Promise<Answering> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  if (screens) buildAdminWhenStale(process.execPath)
  const server = builtServer(process.execPath)
  const env = {
    ...memorySettings,
    ...process.env,
    DATABASE_URL: databaseUrl,
    BILTY_HOME: home,
    PORT: String(port),
    // As in production: one line is logged for every request.
    LOG_LEVEL: 'info',
    NODE_COMPILE_CACHE: join(dirname(server), 'compile-cache'),
    ...more,
  }
  const from = performance.now()
  const flags = [...memoryFlags, ...(process.env.BENCH_NODE_FLAGS?.split(' ') ?? [])]
  const child = spawn(process.execPath, [...flags, server], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  while (
    !(await fetch(`${url}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error('The portal did not start: see above.')
    await pause(5)
  }
  return { url, pid: child.pid!, startedIn: performance.now() - from, stop: () => stopped(child) }
}

/** Starts the bare handler on a database. */
export async function startBare(databaseUrl: string, named: Named): Promise<Answering> {
  const from = performance.now()
  const child = spawn(process.execPath, [here('bare.ts'), databaseUrl, JSON.stringify(named)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [port] = await once(child.stdout, 'data')
  return {
    url: `http://127.0.0.1:${String(port).trim()}`,
    pid: child.pid!,
    startedIn: performance.now() - from,
    stop: () => stopped(child),
  }
}

/** Ends a process and waits for it. */
export async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

/** Runs one round of load in a separate process. */
export async function load(order: Order): Promise<Reached> {
  const { stdout } = await run(process.execPath, [here('load.ts'), JSON.stringify(order)])
  return JSON.parse(stdout)
}

/** Waits until the server has finished the queries of clients that are gone. */
export async function atRest(databaseUrl: string): Promise<void> {
  if (databaseUrl.startsWith('sqlite:')) return
  const db = openDatabase(databaseUrl)
  const busy = () =>
    db('information_schema.processlist')
      .where('db', new URL(databaseUrl).pathname.slice(1))
      .whereNot('command', 'Sleep')
      .whereNot('id', db.raw('connection_id()'))
      .first('id')
  try {
    while (await busy()) await pause(50)
  } finally {
    await db.destroy()
  }
}

/** The current and the peak memory of a process in MB. */
export function memoryOf(pid: number): { now: number; most: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const of = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)![1]) / 1024
  return { now: of('VmRSS'), most: of('VmHWM') }
}

/** The processor seconds that a process has used. */
export function secondsOf(pid: number): number {
  const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ').slice(11, 13)
  return (Number(user) + Number(system)) / 100
}

/** Signs in over HTTP and returns the bearer token. */
export async function signIn(url: string, loginId: string): Promise<string> {
  const answer = await fetch(`${url}/api/authentication`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ strategy: 'local', loginId, password: PASSWORD }),
  })
  const { accessToken, message } = (await answer.json()) as { accessToken?: string; message?: string }
  if (!accessToken) throw new Error(`${loginId} could not sign in: ${message}`)
  return accessToken
}

/** A free port. */
export function freePort(): Promise<number> {
  return new Promise(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
