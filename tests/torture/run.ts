import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../../api/platform/config.ts'
import { createDatabase, startMariaDb } from '../support/mariadb.ts'
import { torture } from './torture.ts'

// What `npm run torture` runs: 2,000 orders go out while SAP fails in every way and portals are killed 50 times; with
// `-- --mariadb` two portals share a MariaDB, and `--orders`, `--kills` and `--seed` change the numbers.

const { values } = parseArgs({
  options: {
    mariadb: { type: 'boolean', default: false },
    orders: { type: 'string', default: '2000' },
    kills: { type: 'string', default: '50' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const home = mkdtempSync(join(tmpdir(), 'bilty-torture-'))
const server = values.mariadb ? await startMariaDb() : null
const databaseUrl = server ? await createDatabase(server.url, 'tortured') : `sqlite:${join(home, 'bilty.sqlite')}`
try {
  const result = await torture({
    databaseUrl,
    home,
    orders: Number(values.orders),
    kills: Number(values.kills),
    portals: server ? 2 : 1,
    seed: Number(values.seed),
    say: console.log,
  })
  const check = spawnSync(process.execPath, [join(root, 'api/check.ts')], {
    env: { ...process.env, DATABASE_URL: databaseUrl, BILTY_HOME: home },
    encoding: 'utf8',
  })
  console.log({ ...result, seed: values.seed, check: check.stdout.trim() + check.stderr.slice(0, 2000) })
  const { acknowledged, once, twice, unknown, hidden, confirmed } = result
  const isWhole = once === acknowledged && confirmed === acknowledged && twice.length === 0 && unknown.length === 0
  process.exitCode = isWhole && hidden.length === 0 && check.status === 0 ? 0 : 1
} finally {
  await server?.stop()
  rmSync(home, { recursive: true, force: true })
}
