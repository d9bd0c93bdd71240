import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../../api/platform/config.ts'
import { createDatabase, startMariaDb } from '../support/databases/mariadb.ts'
import { killPayments } from './kill-payments.ts'
import type { Tortured } from './portals.ts'
import { stormPayments } from './storm-payments.ts'
import { torture } from './torture.ts'

// What `npm run torture` runs, each on a database of its own: 2,000 orders go out while SAP fails in every way and portals
// are killed 50 times; a portal is killed at every step of paying; 100 payments are told of thirty times at once. With
// `-- --mariadb` two portals share a MariaDB; `--orders`, `--kills`, `--rounds` and `--seed` change the numbers, and
// `--only orders,kills,storm` takes some of the three.

const { values } = parseArgs({
  options: {
    mariadb: { type: 'boolean', default: false },
    orders: { type: 'string', default: '2000' },
    kills: { type: 'string', default: '50' },
    rounds: { type: 'string', default: '100' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string', default: 'orders,kills,storm' },
  },
})
const portals = values.mariadb ? 2 : 1

/** Each part, and whether what it found is whole. */
const parts: Record<string, (tortured: Tortured) => Promise<{ result: object; isWhole: boolean }>> = {
  async orders(tortured) {
    const result = await torture({ ...tortured, orders: Number(values.orders), kills: Number(values.kills) })
    const { acknowledged, once, twice, unknown, hidden, confirmed } = result
    const isWhole = once === acknowledged && confirmed === acknowledged && twice.length === 0 && unknown.length === 0
    return { result, isWhole: isWhole && hidden.length === 0 }
  },
  async kills(tortured) {
    const result = await killPayments({ ...tortured, portals: 1 })
    return { result, isWhole: result.wrong.length === 0 }
  },
  async storm(tortured) {
    const result = await stormPayments({ ...tortured, rounds: Number(values.rounds) })
    return { result, isWhole: result.wrong.length === 0 }
  },
}

const folder = mkdtempSync(join(tmpdir(), 'bilty-torture-'))
const server = values.mariadb ? await startMariaDb() : null
try {
  for (const name of values.only.split(',')) {
    const home = join(folder, name)
    mkdirSync(home)
    const databaseUrl = server
      ? await createDatabase(server.url, `tortured_${name}`)
      : `sqlite:${join(home, 'bilty.sqlite')}`
    const { result, isWhole } = await parts[name]!({
      ...{ databaseUrl, home, portals, seed: Number(values.seed) },
      say: console.log,
    })
    const check = spawnSync(process.execPath, [join(root, 'api/check.ts')], {
      env: { ...process.env, DATABASE_URL: databaseUrl, BILTY_HOME: home },
      encoding: 'utf8',
    })
    console.log({ ...result, seed: values.seed, check: check.stdout.trim() + check.stderr.slice(0, 2000) })
    if (!isWhole || check.status !== 0) process.exitCode = 1
  }
} finally {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
}
