import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Knex } from 'knex'
import { readConfig } from '../../api/platform/config.ts'
import { openDatabase } from '../../api/platform/database.ts'
import { createLog } from '../../api/platform/log.ts'
import { simulatorAccess } from '../../api/platform/simulators.ts'
import { prepareDatabase } from '../../api/prepare.ts'
import { odataSap } from '../../api/sap/adapter.ts'
import { conditionRecords } from '../../api/sap/goods/price-pages.ts'
import { fullScale, type Scale } from '../../api/simulators/sap-masters/scale.ts'
import type { SapSyncRun } from '../../resources/platform/sap-sync-run.ts'
import { atMost, type Figure, lineOf, timesBare } from './figure.ts'
import { forgetMost } from './import/import-steps.ts'
import { type Answering, memoryOf, signIn, startOurs, stopped } from './processes.ts'

/** In the order in which they need each other. */
const OBJECTS = ['PRODUCT', 'CUSTOMER', 'SHIP_TO', 'PRICE'] as const
const LONGEST_MINUTES = 60
const GST_RATES = 'sap.gst_rates'

/**
 * A first and a second reading of everything from a simulated SAP of that size, which runs in a process of its own: rows
 * a second, for prices against a bare reader that only inserts them; the memory of the portal, how long it kept another
 * writer waiting, and what the second reading changed.
 */
export async function measurePull(
  databaseUrl: string,
  home: string,
  say: (figure: Figure) => void,
  scale: Scale = fullScale,
) {
  const figures: Figure[] = []
  const note = (figure: Figure) => {
    figures.push(figure)
    say(figure)
  }
  await prepare(databaseUrl, home)
  const sap = spawn(
    process.execPath,
    [join(import.meta.dirname, 'pull-sap.ts'), join(home, 'sap.sqlite'), JSON.stringify(scale)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const [port] = await once(sap.stdout, 'data')
  const url = `http://127.0.0.1:${String(port).trim()}`
  const { user, password, client } = simulatorAccess
  const access = { SAP_URL: url, SAP_USER: user, SAP_PASSWORD: password, SAP_CLIENT: client }
  const ours = await startOurs(databaseUrl, home, access)
  const db = openDatabase(databaseUrl)
  try {
    const token = await signIn(ours.url, 'sys_admin')
    const readable = await readableAmong(ours, token)
    const idle = memoryOf(ours.pid).now
    forgetMost(ours.pid)
    const speeds = new Map<string, number>()
    const waits = new Map<string, number>()
    const read = async (object: string) => {
      const beside = writeBeside(db)
      const { run, seconds } = await readAll(ours, token, object)
      waits.set(object, Math.max(waits.get(object) ?? 0, await beside.stop()))
      return { run, rate: run.rowsRead / seconds }
    }
    for (const object of readable) {
      const { run, rate } = await read(object)
      if (run.status !== 'OK')
        throw new Error(`${object} ended ${run.status}: ${run.errorText}, ${run.rowsFailed} failed`)
      speeds.set(object, rate)
      if (object !== 'PRICE') note(shown(`${object}: ${counted(run.rowsRead)} rows, first reading`, rate))
    }
    // Nobody writes beside it: it would keep this process from measuring.
    const bare = await bareRate(databaseUrl, { url, user, password, client })
    const title = `PRICE: ${counted(scale.prices)} rows, first reading, against reading and inserting alone`
    note(timesBare(title, bare, speeds.get('PRICE')!, undefined, 'rows/s'))
    for (const object of readable) {
      const { run, rate } = await read(object)
      const changed = run.rowsCreated + run.rowsUpdated
      note(
        atMost(
          `${object}: rows that a second reading changes (${counted(Math.round(rate))} rows/s)`,
          changed,
          0,
          'rows',
        ),
      )
    }
    for (const [object, ms] of waits) note(atMost(`${object}: longest that another writer waited`, ms, 200, 'ms'))
    note(
      atMost(
        `most memory of the portal while it reads (idle ${Math.round(idle)} MB)`,
        memoryOf(ours.pid).most,
        300,
        'MB',
      ),
    )
    return figures
  } finally {
    await db.destroy()
    await ours.stop()
    await stopped(sap)
  }
}

/** The demo company, whose products have a tax rate by their HSN code. */
async function prepare(databaseUrl: string, home: string) {
  const db = await prepareDatabase(
    readConfig({ DATABASE_URL: databaseUrl, BILTY_HOME: home }),
    createLog({ logLevel: 'warn' }),
  )
  const at = new Date().toISOString()
  const row = { key: GST_RATES, value: '38=18', valueType: 'STR', naturalKey: GST_RATES, rowVersion: 1, isActive: 1 }
  await db('app_setting').where('key', GST_RATES).delete()
  await db('app_setting').insert({ ...row, createdAt: at, updatedAt: at })
  await db.destroy()
}

const counted = (rows: number) => rows.toLocaleString('en-IN')
const shown = (title: string, rate: number): Figure => ({
  title,
  bare: '',
  ours: `${counted(Math.round(rate))} rows/s`,
  ratio: '',
  goal: '',
  reached: true,
})

async function readableAmong(ours: Answering, token: string): Promise<string[]> {
  const cards = (await ask(ours, token, 'masters/read-data-from-sap')) as { object: string }[]
  return OBJECTS.filter(object => cards.some(card => card.object === object))
}

async function readAll(ours: Answering, token: string, object: string): Promise<{ run: SapSyncRun; seconds: number }> {
  const began = performance.now()
  const { id } = (await ask(ours, token, 'masters/read-data-from-sap', { object, mode: 'FULL' })) as SapSyncRun
  while (performance.now() - began < LONGEST_MINUTES * 60_000) {
    const run = (await ask(ours, token, `sap-sync-runs/${id}`)) as SapSyncRun
    if (run.finishedAt !== null) return { run, seconds: (performance.now() - began) / 1000 }
    await pause(250)
  }
  throw new Error(`${object} is still being read after ${LONGEST_MINUTES} minutes`)
}

async function ask({ url }: Answering, token: string, path: string, body?: object): Promise<unknown> {
  const answer = await fetch(`${url}/api/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const told = await answer.json()
  if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${(told as { message: string }).message}`)
  return told
}

/** Writes one row from this process, twenty times a second, until it is stopped, which answers the longest it took. */
function writeBeside(db: Knex) {
  let longest = 0
  let running = true
  const work = (async () => {
    while (running) {
      const began = performance.now()
      await db('app_setting').where('key', GST_RATES).update({ updatedAt: new Date().toISOString() })
      longest = Math.max(longest, performance.now() - began)
      await pause(50)
    }
  })()
  return {
    async stop() {
      running = false
      await work
      return longest
    },
  }
}

/** Rows a second of a reader that only inserts: the same pages of prices into a table without keys, checks and history. */
async function bareRate(databaseUrl: string, access: { url: string; user: string; password: string; client: string }) {
  const db = openDatabase(databaseUrl)
  const sap = odataSap(access)
  let rows = 0
  try {
    await db.raw(
      'create table bare_price (record varchar(10), product varchar(40), channel varchar(2), rate varchar(20))',
    )
    const began = performance.now()
    for await (const page of sap.pages(conditionRecords, { filter: "ConditionTable eq '304'" })) {
      const values = page.rows.flatMap(row => {
        const [validity] = (row.to_SlsPrcgCndnRecdValidity as { results: Record<string, string>[] }).results
        return [
          String(row.ConditionRecord),
          validity!.Material!,
          validity!.DistributionChannel!,
          String(row.ConditionRateValue),
        ]
      })
      if (values.length > 0)
        await db.raw(`insert into bare_price values ${page.rows.map(() => '(?,?,?,?)').join()}`, values)
      rows += page.rows.length
    }
    return rows / ((performance.now() - began) / 1000)
  } finally {
    await db.schema.dropTableIfExists('bare_price')
    await db.destroy()
  }
}

if (import.meta.main) {
  const home = mkdtempSync(join(tmpdir(), 'bilty-bench-'))
  const part = Number(process.argv[2] ?? 1)
  const scale = Object.fromEntries(
    Object.entries(fullScale).map(([name, rows]) => [name, name === 'shipTosEach' ? rows : Math.round(rows * part)]),
  ) as unknown as Scale
  try {
    await measurePull(`sqlite:${join(home, 'ours.sqlite')}`, home, figure => console.log(lineOf(figure)), scale)
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}
