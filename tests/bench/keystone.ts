import { execFile, spawn } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { sentToKeystone } from './keystone-requests.ts'
import { type Answering, freePort, stopped } from './processes.ts'
import { requests } from './requests.ts'
import type { Named } from './rows.ts'

const run = promisify(execFile)

/** Never a dependency of the portal: installed into a folder of its own when asked for. */
const PACKAGES = { '@keystone-6/core': '8.1.0', '@prisma/adapter-libsql': '7.10.0' }
const CLI = join('node_modules', '@keystone-6', 'core', 'bin', 'cli.js')

/** The number of a request that no round reaches. */
const FAR = 60_000

/** The tables as Prisma names them; what is not written here is a text. */
const TYPES: Record<string, string> = {
  packQty: 'integer',
  minOrderQty: 'integer',
  maxOrderQty: 'integer',
  grossWeightKg: 'integer',
  gstRate: 'integer',
  rowVersion: 'integer',
  isOrderable: 'boolean',
  isActive: 'boolean',
}
const PRODUCT =
  'code,name,shortText,division,uom,packSize,packQty,minOrderQty,maxOrderQty,grossWeightKg,hsnCode,gstRate,casNo,storageCondition,isOrderable,isActive,rowVersion'.split(
    ',',
  )
const REFERENCES = { sbu: 'sbuId', mvgr1: 'mvgr1Id', materialPricingGroup: 'materialPricingGroupId' }

/**
 * Keystone with the products of the bare handler's SQLite file, in the folder `kept` for the next run if one is given.
 * Undefined, with a sentence that says why, where it cannot be installed or started.
 */
export async function startKeystone(
  bareUrl: string,
  named: Named,
  home: string,
  kept?: string,
): Promise<Answering | undefined> {
  const folder = join(kept ?? home, 'keystone')
  try {
    await install(folder)
    const file = join(home, 'keystone.sqlite')
    fill(file, bareUrl.slice('sqlite:'.length))
    const keystone = await started(folder, file)
    await tryAll(keystone, named)
    return keystone
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string }
    const why = (stderr || message).trim().split('\n').slice(-4).join(' ')
    console.log(`Keystone cannot be measured here, so its column is left out: ${why}`)
    return undefined
  }
}

// Prisma would fetch an engine that changes tables, which is not needed: the tables are made below.
const settings = { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, CHECKPOINT_DISABLE: '1', NODE_ENV: 'production' }

async function install(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  if (!existsSync(join(folder, CLI))) {
    console.log('Installing Keystone, which takes some minutes …')
    const about = {
      private: true,
      type: 'module',
      dependencies: PACKAGES,
      allowScripts: { esbuild: true },
    }
    writeFileSync(join(folder, 'package.json'), JSON.stringify(about))
    await run('npm', ['install', '--no-audit', '--no-fund'], { cwd: folder })
  }
  copyFileSync(join(import.meta.dirname, 'keystone-app.mjs'), join(folder, 'keystone.ts'))
  const env = { ...process.env, ...settings, DATABASE_URL: 'file:unused' }
  await run(process.execPath, [CLI, 'build', '--no-ui'], { cwd: folder, env })
}

/** Copies the rows of the bare handler into tables as Prisma would make them, with the same indexes. */
function fill(file: string, bare: string): void {
  rmSync(file, { force: true })
  const db = new DatabaseSync(file)
  db.exec(`PRAGMA journal_mode=WAL; ATTACH '${bare}' AS bare`)
  for (const [table, from, text] of [
    ['Sbu', 'sbu', 'name'],
    ['Mvgr', 'mvgr', 'description'],
    ['MaterialPricingGroup', 'material_pricing_group', 'code'],
  ]) {
    db.exec(`create table "${table}" (id integer primary key autoincrement, "${text}" text not null default '')`)
    db.exec(`insert into "${table}" select id, ${text} from bare.${from}`)
  }
  const columns = PRODUCT.map(name => `"${name}" ${TYPES[name] ?? 'text'}`)
  const references = Object.keys(REFERENCES).map(name => `"${name}" integer`)
  db.exec(`create table "Product" (id integer primary key autoincrement, ${[...columns, ...references].join()})`)
  db.exec(`insert into "Product" select ${['id', ...PRODUCT, ...Object.values(REFERENCES)].join()} from bare.products`)
  db.exec('create unique index "Product_code_key" on "Product" (code)')
  for (const name of ['name', 'hsnCode', ...Object.keys(REFERENCES)])
    db.exec(`create index "Product_${name}_idx" on "Product" ("${name}")`)
  db.close()
}

async function started(folder: string, file: string): Promise<Answering> {
  const port = await freePort()
  const from = performance.now()
  const env = { ...process.env, ...settings, PORT: String(port), DATABASE_URL: `file:${file}` }
  const child = spawn(process.execPath, [CLI, 'start', '--no-ui'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}`
  const answers = () =>
    ask(url, { query: '{ __typename }' }).then(
      () => true,
      () => false,
    )
  while (!(await answers())) {
    if (child.exitCode !== null || performance.now() - from > 60_000) {
      await stopped(child)
      throw new Error('it did not start')
    }
    await pause(100)
  }
  return { url, pid: child.pid!, startedIn: performance.now() - from, stop: () => stopped(child) }
}

/** A request that it refuses is answered with 200 as well, so one of each is read first. */
async function tryAll({ url, stop }: Answering, named: Named): Promise<void> {
  try {
    for (const { bare } of Object.values(requests)) {
      const sent = sentToKeystone(bare(FAR, named), named)
      if (sent) await ask(url, sent.body as object)
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function ask(url: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${url}/api/graphql`, { method: 'POST', headers, body: JSON.stringify(body) })
  const { errors } = (await answer.json()) as { errors?: { message: string }[] }
  if (errors) throw new Error(errors[0]!.message)
}
