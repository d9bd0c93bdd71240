import { setTimeout as pause } from 'node:timers/promises'
import { readConfig } from '../../../api/platform/config.ts'
import { createLog } from '../../../api/platform/log.ts'
import { prepareDatabase } from '../../../api/prepare.ts'
import { atMost, type Figure, told } from '../figure.ts'
import { memoryOf, signIn, startOurs } from '../processes.ts'
import { fillProducts } from '../rows.ts'
import { fileText, makeAddresses, type PriceKeys, priceKeys } from './import-rows.ts'
import { forgetMost, type ImportedJob, sendFile, takeStep, until } from './import-steps.ts'

const ROWS = 400_000
const PRODUCTS = 20_000
/** Milliseconds between two saves of the other person. */
const OTHER_EVERY = 40

/**
 * One price list of a real length: read, checked, saved as a whole, sent again and rolled back, while another person
 * saves; the memory of the portal, and how long the other person waited.
 */
export async function measureImportSize(
  databaseUrl: string,
  home: string,
  say: (figure: Figure) => void,
): Promise<Figure[]> {
  const keys = await makeDatabase(databaseUrl, home)
  const ours = await startOurs(databaseUrl, home)
  const figures: Figure[] = []
  let others: ReturnType<typeof otherSaves> | undefined
  const tell = (figure: Figure) => {
    figures.push(figure)
    say(figure)
  }
  try {
    const [sender, other] = [await signIn(ours.url, 'pricing_approver'), await signIn(ours.url, 'sys_admin')]
    const count = ROWS.toLocaleString('en-IN')
    forgetMost(ours.pid)
    const saves = otherSaves(ours.url, other)
    others = saves
    const step = async (title: string, work: () => Promise<ImportedJob>, longest: number, p99: number) => {
      saves.forget()
      const began = performance.now()
      const job = await work()
      const seconds = (performance.now() - began) / 1000
      await saves.settled()
      const waits = saves.waits()
      if (waits.failures.length > 0) throw new Error(`${waits.failures.length} saves failed: ${waits.failures[0]}`)
      const detail = `${told(seconds)} s, ${told(ROWS / seconds)} rows/s`
      tell(atMost(`${title} (${detail}): longest wait of others who save`, waits.longest, longest, 'ms'))
      tell(atMost(`${title}: p99 of ${waits.count} saves of others`, waits.p99, p99, 'ms'))
      tell(atMost(`${title}: most memory of the portal`, memoryOf(ours.pid).most, 300, 'MB'))
      return job
    }
    const text = fileText(keys, 0, ROWS)
    const commit =
      (id: number, more = {}) =>
      async () => {
        await takeStep(ours.url, sender, { importId: id, step: 'commit', ...more })
        return until(ours.url, sender, id, 'DONE')
      }
    const check = (content: string, name: string) => async () => {
      const { id } = await sendFile(ours.url, sender, content, name)
      return until(ours.url, sender, id, 'VALIDATED')
    }
    const checked = await step(`check of ${count} new prices`, check(text, 'prices.csv'), 1000, 300)
    const done = await step(`${count} prices saved as a whole`, commit(checked.id), 6000, 6000)
    expectCount('new', done.rowsNew)
    const again = await step(`check of the same ${count} prices again`, check(text, 'again.csv'), 1000, 300)
    expectCount('unchanged', again.rowsSame)
    const undo = async () => {
      await takeStep(ours.url, sender, { importId: checked.id, step: 'rollback' })
      return until(ours.url, sender, checked.id, 'ROLLED_BACK')
    }
    await step(`${count} prices rolled back`, undo, 6000, 6000)
    const skipped = await step(`check of ${count} prices, bad rows left out`, check(text, 'skip.csv'), 1000, 300)
    await step(`${count} prices saved, bad rows left out`, commit(skipped.id, { skipBadRows: true }), 1000, 300)
    return figures
  } finally {
    await others?.stop()
    await ours.stop()
  }
}

function expectCount(what: string, found: number) {
  if (found !== ROWS) throw new Error(`Only ${found} rows were ${what}`)
}

/** Migrates and seeds a database with many products and delivery addresses; returns these. */
export async function makeDatabase(databaseUrl: string, home: string): Promise<PriceKeys> {
  const config = readConfig({ DATABASE_URL: databaseUrl, BILTY_HOME: home })
  const db = await prepareDatabase(config, createLog({ logLevel: 'warn' }))
  try {
    await fillProducts(db, PRODUCTS)
    await makeAddresses(db)
    return await priceKeys(db)
  } finally {
    await db.destroy()
  }
}

/** Another person who saves a small master again and again; counts how long each save takes. */
export function otherSaves(url: string, token: string) {
  let taken: number[] = []
  const failures: string[] = []
  let running = true
  let saving: Promise<void> = Promise.resolve()
  const save = async (n: number) => {
    const body = JSON.stringify({ code: `W${n}`, name: `Segment ${n}` })
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const began = performance.now()
    const response = await fetch(`${url}/api/settings/customer-segment`, { method: 'POST', body, headers })
    taken.push(performance.now() - began)
    if (response.status !== 201) failures.push(await response.text())
  }
  const run = async () => {
    for (let n = 0; running; n++) {
      saving = save(n)
      await saving
      await pause(OTHER_EVERY)
    }
  }
  const ended = run()
  return {
    forget() {
      taken = []
    },
    /** Waits for the save that is on its way: it may have waited for the step that ended just now. */
    settled: () => saving,
    waits() {
      const sorted = taken.toSorted((one, other) => one - other)
      const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? 0
      return { count: sorted.length, longest: sorted.at(-1) ?? 0, p99, failures }
    },
    stop() {
      running = false
      return ended
    },
  }
}
