import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createDatabase, startMariaDb } from '../support/mariadb.ts'
import { measureExport } from './exports.ts'
import { type Figure, table } from './figure.ts'
import { measureGrowth } from './growth.ts'
import { measureImport } from './import.ts'
import { measureImportSize } from './import-size.ts'
import { measureLists } from './lists.ts'
import { measureLive } from './live.ts'
import { measureMoments } from './moments.ts'
import { measureOrders } from './orders.ts'
import { measurePad } from './pad.ts'
import { type Answering, makeDatabases, signIn, startBare, startOurs } from './processes.ts'
import type { Named } from './rows.ts'
import { measureScripts } from './scripts.ts'
import { measureSpeeds } from './speeds.ts'
import { measureWriters } from './writers.ts'

// `npm run bench -- [--seconds 3] [--rounds 3] [--only get,list] [--mariadb] [--growth] [--rows 100000]`
// Prints every figure of «Fast» as a ratio to the bare driver in the same run, and writes results.md.

/** The options of the benchmark. */
export interface Bench {
  ours: Answering
  bare: Answering
  /** The addresses of their databases. */
  databases: { ours: string; bare: string }
  token: string
  named: Named
  rows: number
  seconds: number
  rounds: number
  home: string
  say(figure: Figure): void
}

const { values: given } = parseArgs({
  options: {
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '3' },
    rows: { type: 'string', default: '100000' },
    only: { type: 'string' },
    mariadb: { type: 'boolean', default: false },
    growth: { type: 'boolean', default: false },
  },
})
const only = given.only?.split(',')
const asked = (name: string) => !only || only.includes(name)
const rows = Number(given.rows)

let prepared = 0
const home = mkdtempSync(join(tmpdir(), 'bilty-bench-'))
const server = given.mariadb ? await startMariaDb() : null
try {
  const figures = await withBench(rows, measure)
  if (asked('import')) {
    const [ours, bare] = [await addressOf('ours_import'), await addressOf('bare_import')]
    figures.push(...(await measureImport(ours, bare, home, say)))
    figures.push(...(await measureImportSize(await addressOf('size_import'), home, say)))
  }
  if (given.growth) figures.push(...(await measureGrowth(withBench, rows)))
  console.log(`\n${table(figures)}`)
  if (!only) writeFileSync(join(import.meta.dirname, 'results.md'), report(figures))
} finally {
  await server?.stop()
  rmSync(home, { recursive: true, force: true })
}

async function measure(bench: Bench): Promise<Figure[]> {
  const figures = await measureSpeeds(bench, asked)
  const parts = {
    moments: measureMoments,
    lists: measureLists,
    orders: measureOrders,
    writers: measureWriters,
    pad: measurePad,
    live: measureLive,
    export: measureExport,
    scripts: measureScripts,
  }
  for (const [name, part] of Object.entries(parts)) {
    if (!asked(name)) continue
    const more = await part(bench)
    more.forEach(bench.say)
    figures.push(...more)
  }
  return figures
}

function say({ title, bare, ours, ratio, goal, reached }: Figure) {
  console.log(`${reached ? 'ok' : 'NO'}  ${title}: ${ours}, bare ${bare || '—'}, ratio ${ratio || '—'}, goal ${goal}`)
}

/** Runs the portal and the bare handler side by side on databases of that many products. */
async function withBench<Result>(rows: number, work: (bench: Bench) => Promise<Result>): Promise<Result> {
  console.log(`Preparing ${rows.toLocaleString('en-IN')} products …`)
  const at = `${rows}_${++prepared}`
  const databases = { ours: await addressOf(`ours_${at}`), bare: await addressOf(`bare_${at}`) }
  const named = await makeDatabases(databases, home, rows)
  const ours = await startOurs(databases.ours, home)
  const bare = await startBare(databases.bare, named)
  try {
    const token = await signIn(ours.url, 'master_admin')
    const [seconds, rounds] = [Number(given.seconds), Number(given.rounds)]
    const say = ({ title, bare, ours, ratio, goal, reached }: Figure) =>
      console.log(
        `${reached ? 'ok' : 'NO'}  ${title}: ${ours}, bare ${bare || '—'}, ratio ${ratio || '—'}, goal ${goal}`,
      )
    return await work({ ours, bare, databases, token, named, rows, seconds, rounds, home, say })
  } finally {
    await Promise.all([ours.stop(), bare.stop()])
  }
}

async function addressOf(name: string): Promise<string> {
  return server ? createDatabase(server.url, name) : `sqlite:${join(home, `${name}.sqlite`)}`
}

function report(figures: Figure[]): string {
  const how = `${given.seconds} s a round, ${given.rounds} rounds in turns, medians; ${given.mariadb ? 'MariaDB against mysql2 alone' : 'SQLite'}`
  return `# Figures of \`npm run bench\`

${new Date().toISOString().slice(0, 10)}, ${availableParallelism()} cores, Node ${process.version}, ${rows.toLocaleString('en-IN')} products, ${how}. Load average of the machine meanwhile: ${loadavg()[1]!.toFixed(1)}.

${table(figures)}
`
}
