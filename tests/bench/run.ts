import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ALL_ORDERS } from '../../seeds/large/fill.ts'
import { createDatabase, type MariaDb, startMariaDb } from '../support/databases/mariadb.ts'
import type { Bench } from './bench.ts'
import { measureCart } from './cart.ts'
import { measureDispatch } from './dispatch.ts'
import { measureExport } from './exports.ts'
import { type Figure, lineOf } from './figure.ts'
import { measureGrowth } from './growth/growth.ts'
import { measureHome } from './home.ts'
import { measureImport } from './import/import.ts'
import { measureImportSize } from './import/import-size.ts'
import { measurePriceRound } from './import/price-round.ts'
import { startKeystone } from './keystone.ts'
import { measureLists } from './lists.ts'
import { measureLive } from './live.ts'
import { measureMemory, measureSoak } from './memory.ts'
import { measureMoments } from './moments.ts'
import { measureOrders } from './orders.ts'
import { measurePad } from './pad.ts'
import { keptFile, makeDatabases, signIn, startBare, startOurs } from './processes.ts'
import { measurePull } from './pull.ts'
import { measureReports } from './reports/measure.ts'
import { keepSection, sectionOf } from './results.ts'
import { measureScreens } from './screens.ts'
import { measureScripts } from './scripts.ts'
import { measureSpeeds } from './speeds.ts'
import { measureWriters } from './writers.ts'

// `npm run bench -- [--mariadb] [--growth] [--pull] [--round] [--reports] [--all] [--only get,list] [--peer keystone] [--processor] [--seconds 3] [--rounds 3] [--rows 100000] [--kept FOLDER] [--soak MINUTES] [--lighthouse]`
// Prints every figure beside its goal, and writes its section of results.md: README.md here says what they are.

const { values: given } = parseArgs({
  options: {
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '3' },
    rows: { type: 'string', default: '100000' },
    only: { type: 'string' },
    mariadb: { type: 'boolean', default: false },
    growth: { type: 'boolean', default: false },
    pull: { type: 'boolean', default: false },
    round: { type: 'boolean', default: false },
    prices: { type: 'string', default: '400000' },
    reports: { type: 'boolean', default: false },
    orders: { type: 'string', default: String(ALL_ORDERS) },
    on: { type: 'string' },
    all: { type: 'boolean', default: false },
    peer: { type: 'string' },
    processor: { type: 'boolean', default: false },
    kept: { type: 'string' },
    soak: { type: 'string' },
    lighthouse: { type: 'boolean', default: false },
  },
})
if (given.peer && given.peer !== 'keystone') throw new Error(`${given.peer} is not known: --peer keystone`)
const only = given.only?.split(',')
const asked = (name: string) => !only || only.includes(name)
const rows = Number(given.rows)
const byProcessor = given.processor && !given.mariadb
const [seconds, rounds] = [Number(given.seconds), Number(given.rounds)]

/** As a company runs it: on a disk, which each commit waits for, with memory for its tables. */
const COMPANY_SERVER = {
  folder: tmpdir(),
  flags: ['--innodb-buffer-pool-size=1G', '--innodb-log-file-size=512M', '--innodb-stats-persistent=ON'],
}

let prepared = 0
let server: MariaDb | null = null
const home = mkdtempSync(join(tmpdir(), 'bilty-bench-'))
try {
  if (given.all)
    for (const [mariadb, growth] of [
      [false, false],
      [true, false],
      [false, true],
    ] as const)
      await runs(mariadb, growth)
  else await runs(given.mariadb, given.growth)
} finally {
  rmSync(home, { recursive: true, force: true })
}

/** Measures one section of the results on one of the databases, prints it and keeps it, unless only a part was asked for. */
async function runs(mariadb: boolean, growth: boolean): Promise<void> {
  server = mariadb ? await startMariaDb(COMPANY_SERVER) : null
  const driver = mariadb ? 'MariaDB' : 'SQLite'
  try {
    const figures = await measured(growth)
    const how = `${seconds} s a round, ${rounds} rounds in turns, 16 connections, medians, the spread is that of single rounds`
    const against = mariadb ? 'MariaDB against mysql2 alone' : 'SQLite'
    const size = growth
      ? `${rows.toLocaleString('en-IN')} products and ten times as many`
      : `${rows.toLocaleString('en-IN')} products`
    const measuredHow = given.round
      ? `${driver}, ${Number(given.prices).toLocaleString('en-IN')} prices`
      : given.pull
        ? `${driver}, the simulated SAP in a process of its own`
        : `${against}, ${size}, ${how}`
    const text = sectionOf(figures, given.reports ? `${driver}, a large company (${given.orders} orders)` : measuredHow)
    console.log(`\n${text}\n`)
    if (!only && !byProcessor)
      keepSection(
        given.round
          ? `Price round on ${driver}`
          : given.reports
            ? `Reports on ${driver}`
            : given.pull
              ? `Pull on ${driver}`
              : growth
                ? `Growth on ${driver}`
                : driver,
        text,
      )
  } finally {
    await server?.stop()
    server = null
  }
}

async function measured(growth: boolean): Promise<Figure[]> {
  if (given.reports) {
    const databaseUrl = given.on ?? (await keptAddress(`reports_${given.orders}`))
    return measureReports({ databaseUrl, home, orders: Number(given.orders), asked, say })
  }
  if (given.round) return measurePriceRound(await addressOf('ours_round'), home, Number(given.prices), say)
  if (given.pull) return measurePull(await addressOf('ours_pull'), home, say)
  return growth ? measureGrowth({ rows, seconds, rounds, home, addressOf: keptAddress, say }) : everything()
}

async function everything(): Promise<Figure[]> {
  const figures = await withBench(measure)
  if (asked('import')) {
    const [ours, bare] = [await addressOf('ours_import'), await addressOf('bare_import')]
    figures.push(...(await measureImport(ours, bare, home, say)))
    figures.push(...(await measureImportSize(await addressOf('size_import'), home, say)))
  }
  return figures
}

async function measure(bench: Bench): Promise<Figure[]> {
  const figures = await measureSpeeds(bench, asked)
  const parts = {
    moments: measureMoments,
    memory: measureMemory,
    lists: measureLists,
    home: measureHome,
    orders: measureOrders,
    writers: measureWriters,
    dispatch: measureDispatch,
    cart: measureCart,
    pad: measurePad,
    live: measureLive,
    export: measureExport,
    scripts: measureScripts,
    screens: measureScreens,
  }
  for (const [name, part] of Object.entries(parts)) {
    if (!asked(name)) continue
    const more = await part(bench)
    more.forEach(bench.say)
    figures.push(...more)
  }
  if (given.soak) figures.push(...(await measureSoak(bench, Number(given.soak))))
  return figures
}

function say(figure: Figure) {
  console.log(lineOf(figure))
}

/** Runs the portal and the bare handler side by side, and the peer if one is asked for. */
async function withBench<Result>(work: (bench: Bench) => Promise<Result>): Promise<Result> {
  console.log(`Preparing ${rows.toLocaleString('en-IN')} products …`)
  const at = `${rows}_${++prepared}`
  const databases = { ours: await addressOf(`ours_${at}`), bare: await addressOf(`bare_${at}`) }
  const named = await makeDatabases(databases, home, rows, given.kept)
  const keystone = given.peer && !server ? await startKeystone(databases.bare, named, home, given.kept) : undefined
  const ours = await startOurs(databases.ours, home)
  const bare = await startBare(databases.bare, named)
  try {
    const token = await signIn(ours.url, 'master_admin')
    const { lighthouse } = given
    const started = { ours, bare, keystone, databases, token, named, rows, seconds, rounds, byProcessor, home }
    return await work({ ...started, lighthouse, say })
  } finally {
    await Promise.all([ours.stop(), bare.stop(), keystone?.stop()])
  }
}

async function addressOf(name: string): Promise<string> {
  return server ? createDatabase(server.url, name) : `sqlite:${join(home, `${name}.sqlite`)}`
}

/** As above, but an SQLite file lies in the folder for what is kept, if one is given. */
function keptAddress(name: string): Promise<string> | string {
  return server || !given.kept ? addressOf(name) : `sqlite:${keptFile(given.kept, name)}`
}
