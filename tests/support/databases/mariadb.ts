import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import knex from 'knex'
import { databaseConfig } from '../../../api/platform/database.ts'
import { installSystemPackage } from '../install-package.ts'
import { withinSeconds } from '../limits.ts'

/** A private MariaDB server: `url` is its address without a database name. */
export type MariaDb = { url: string; pid: number; stop(): Promise<void> }

/** The path of `mariadbd`, installed first when possible, or null. */
function findMariaDb(): string | null {
  return program('mariadbd') ?? (installSystemPackage('mariadb-server') ? program('mariadbd') : null)
}

/** Where a server keeps its data, in memory unless said otherwise, and the flags that it is given besides those of the tests. */
interface Setup {
  folder?: string
  flags?: readonly string[]
}

/** Starts a private MariaDB on a free port with an empty data folder. Throws when MariaDB is not available. */
export async function startMariaDb(setup: Setup = {}, tries = 3): Promise<MariaDb> {
  const binary = findMariaDb()
  if (!binary) throw new Error('MariaDB was not found and could not be installed: put mariadbd on the PATH.')
  const folder = mkdtempSync(join(setup.folder ?? scratchFolder(), 'bilty-mariadb-'))
  try {
    createSystemTables(folder)
    const port = await freePort()
    const server = spawn(binary, [...serverFlags(folder, port), ...(setup.flags ?? [])], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const kill = () => server.kill('SIGKILL')
    process.on('exit', kill)
    const url = `mysql://root@127.0.0.1:${port}`
    await answering(server, url, folder)
    const stop = async (): Promise<void> => {
      process.off('exit', kill)
      await ended(server)
      rmSync(folder, { recursive: true, force: true })
    }
    return { url, pid: server.pid as number, stop }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    // Another process may have taken the port meanwhile.
    if (tries > 1) return startMariaDb(setup, tries - 1)
    throw error
  }
}

/** Creates an empty database on the server and returns its address. */
export async function createDatabase(serverUrl: string, name: string): Promise<string> {
  const server = knex(databaseConfig(`${serverUrl}/mysql`))
  try {
    await server.raw('CREATE DATABASE ?? CHARACTER SET utf8mb4', [name])
  } finally {
    await server.destroy()
  }
  return `${serverUrl}/${name}`
}

/** An in-memory folder when there is one, else the temporary folder. */
export function scratchFolder(): string {
  return existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
}

function program(name: string): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  return folders.map(folder => join(folder, name)).find(path => existsSync(path)) ?? null
}

function createSystemTables(folder: string): void {
  const installer = program('mariadb-install-db')
  if (!installer) throw new Error('mariadb-install-db was not found beside mariadbd: put it on the PATH.')
  const flags = ['--no-defaults', `--datadir=${folder}`, '--auth-root-authentication-method=normal', '--skip-test-db']
  const { status, stderr } = spawnSync(installer, [...flags, ...asRoot()], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`MariaDB could not create its system tables: ${stderr}`)
}

function serverFlags(folder: string, port: number): string[] {
  return [
    '--no-defaults',
    `--datadir=${folder}`,
    // A server that starts deletes the temporary tables that it finds, another server's as well.
    `--tmpdir=${folder}`,
    `--socket=${join(folder, 'socket')}`,
    `--pid-file=${join(folder, 'pid')}`,
    '--bind-address=127.0.0.1',
    `--port=${port}`,
    '--innodb-flush-log-at-trx-commit=1',
    // Only newer versions know it; `loose` lets older ones start.
    '--loose-innodb-snapshot-isolation=ON',
    '--innodb-buffer-pool-size=128M',
    '--innodb-log-file-size=32M',
    '--innodb-use-native-aio=0',
    '--innodb-flush-method=fsync',
    '--performance-schema=OFF',
    // Hundreds of short-lived databases are not worth persistent statistics.
    '--innodb-stats-persistent=OFF',
    '--skip-log-bin',
    '--skip-name-resolve',
    '--max-connections=500',
    ...asRoot(),
  ]
}

function asRoot(): string[] {
  return process.getuid?.() === 0 ? ['--user=root'] : []
}

async function answering(server: ChildProcess, url: string, folder: string): Promise<void> {
  let said = ''
  server.stderr?.on('data', chunk => {
    said = `${said}${chunk}`.slice(-2000)
  })
  const client = knex(databaseConfig(`${url}/mysql`))
  try {
    for (let waited = 0; waited < withinSeconds(50); waited += 100) {
      if (server.exitCode !== null) break
      const up = await client.raw('select @@datadir as folder').then(
        // Another server may have taken the port.
        ([[row]]) => row.folder.startsWith(folder),
        () => false,
      )
      if (up) return
      await pause(100)
    }
    server.kill('SIGKILL')
    throw new Error(`MariaDB did not start: ${said}`)
  } finally {
    await client.destroy()
  }
}

async function ended(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return
  const exit = new Promise(resolve => server.once('exit', resolve))
  // Its data are no longer needed, so it need not shut down cleanly.
  server.kill('SIGKILL')
  await exit
}

/** A free TCP port. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

if (import.meta.main && !findMariaDb()) {
  console.error('MariaDB was not found and could not be installed: put mariadbd on the PATH.')
  process.exitCode = 3
}
