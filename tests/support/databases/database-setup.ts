import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { copy, hasTemplate, keepTemplate, templateFolder } from '../../../api/demo-template.ts'
import { root } from '../../../api/platform/config.ts'
import { createLog } from '../../../api/platform/log.ts'
import { migrate } from '../../../api/platform/migrate.ts'
import { createDatabase, type MariaDb, scratchFolder, startMariaDb } from './mariadb.ts'

/** Its databases end with the run, so none of them need outlive the server. */
const UNSAFE_BUT_FAST = ['--innodb-flush-log-at-trx-commit=0', '--innodb-doublewrite=0', '--innodb-file-per-table=OFF']

/**
 * Runs once before all test files: makes the migrated template that `freshDatabase` copies, on SQLite, or with
 * TEST_DATABASE=mariadb on a private MariaDB server. Sets TEST_FOLDER and TEST_SERVER for the test files.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(scratchFolder(), 'bilty-test-'))
  process.env.TEST_FOLDER = folder
  // A portal that a test starts as a process reads a thousand files: compiled once, they take a third of the time.
  process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'tests')
  const server = process.env.TEST_DATABASE === 'mariadb' ? await startMariaDb({ flags: UNSAFE_BUT_FAST }) : null
  const remove = async (): Promise<void> => {
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await makeTemplate(server, folder)
  } catch (error) {
    await remove()
    throw error
  }
  return remove
}

/** On SQLite, runs of a day share what they begin with, as long as its sources are the same. */
async function makeTemplate(server: MariaDb | null, folder: string): Promise<void> {
  const log = createLog({ logLevel: 'silent' })
  const url = await template(server, folder)
  if (server) return void (await migrate(url, log))
  const kept = templateFolder('test-empty', ['migrations'])
  const file = url.slice('sqlite:'.length)
  if (hasTemplate(kept)) return copy(join(kept, 'template.sqlite'), file)
  await migrate(url, log)
  await keepTemplate(kept, beside => copy(file, join(beside, 'template.sqlite')))
}

async function template(server: MariaDb | null, folder: string): Promise<string> {
  if (!server) return `sqlite:${join(folder, 'template.sqlite')}`
  process.env.TEST_SERVER = server.url
  return createDatabase(server.url, 'template')
}
