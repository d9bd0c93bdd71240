import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Knex } from 'knex'
import { today } from '../../../api/platform/clock.ts'
import { readConfig } from '../../../api/platform/config.ts'
import { createLog } from '../../../api/platform/log.ts'
import { prepareDatabase } from '../../../api/prepare.ts'
import { addDays } from '../../../resources/define/dates.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { reports } from '../../../resources/registry.ts'
import { fillLarge } from '../../../seeds/large/fill.ts'
import { type Figure, median, told } from '../figure.ts'
import { type Answering, signIn, startOurs } from '../processes.ts'
import { byHand } from './by-hand.ts'
import { type Page, pagesOf } from './pages.ts'

/** Milliseconds of a first page, and how much longer it may take than the SQL by hand. */
const LONGEST = 2_000
const MOST = 1.2
const TIMES = 3
/** People who open reports while orders are saved, the orders of a round, and how much slower their 95th percentile may be. */
const READERS = 30
/** Milliseconds for which a person looks at a report before they open the next one. */
const LOOKS = 2_000
const SAVES = 300
const MOST_SLOWER = 1.5

export interface ReportsBench {
  databaseUrl: string
  home: string
  orders: number
  /** Whether a report is measured. */
  asked(name: string): boolean
  say(figure: Figure): void
}

/** Fills a database with a large company, unless it is there; then every report's first page over 366 days beside SQL by hand. */
export async function measureReports({ databaseUrl, home, orders, asked, say }: ReportsBench): Promise<Figure[]> {
  const config = readConfig({ DATABASE_URL: databaseUrl, BILTY_HOME: home })
  const db = await prepareDatabase(config, createLog({ logLevel: 'warn' }))
  if (!(await db('order').where('orderNo', 'like', 'SZ%').first('id'))) await fillLarge(db, orders, 1, console.log)
  const ours = await startOurs(databaseUrl, home, {}, false)
  const figures: Figure[] = []
  const tell = (figure: Figure) => {
    figures.push(figure)
    say(figure)
  }
  try {
    const token = await signIn(ours.url, 'auditor')
    const measuredReports = reports.filter(({ name }) => asked(name))
    for (const report of measuredReports)
      for (const page of pagesOf(report)) tell(await measured(db, ours, token, page))
    if (asked('readers')) for (const figure of await entryBesideReaders(db, ours, token, measuredReports)) tell(figure)
  } finally {
    await ours.stop()
    await db.destroy()
  }
  return figures
}

async function measured(db: Knex, ours: Answering, token: string, page: Page): Promise<Figure> {
  const hand = byHand(page.by)
  const [mine, theirs]: [number[], number[]] = [[], []]
  let refused = ''
  for (let time = 0; time < TIMES && !refused; time++) {
    if (hand.length > 0)
      theirs.push(
        await timed(async () => {
          for (const statement of hand) await db.raw(statement)
        }),
      )
    mine.push(
      await timed(async () => {
        refused = await refusalOf(`${ours.url}/api/${page.path}`, token)
      }),
    )
  }
  const [ms, bare] = [median(mine), theirs.length > 0 ? median(theirs) : undefined]
  const ratio = bare === undefined ? undefined : ms / bare
  // What takes a few milliseconds is the way to the server and back.
  const isClose = ratio === undefined || ratio <= MOST || ms - bare! <= 25
  return {
    title: page.title,
    bare: bare === undefined ? '' : `${told(bare)} ms`,
    ours: refused || `${told(ms)} ms`,
    ratio: ratio === undefined ? '' : ratio.toFixed(2),
    goal: ratio === undefined ? `≤ ${LONGEST} ms` : `≤ ${MOST} ×, ${LONGEST} ms`,
    reached: !refused && isClose && ms <= LONGEST,
  }
}

/** Why a page is not answered, empty where it is: what one page does to the connection must not end the run. */
async function refusalOf(url: string, token: string): Promise<string> {
  try {
    const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
    const text = await answer.text()
    return answer.ok ? '' : `${answer.status} ${text.slice(0, 120)}`
  } catch (error) {
    const { message, cause } = error as Error
    return `no answer: ${message}${cause instanceof Error ? `, ${cause.message}` : ''}`
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

/** How long it takes to save an order while thirty people open reports, beside the same without them. */
async function entryBesideReaders(
  db: Knex,
  ours: Answering,
  token: string,
  opened: readonly Resource[],
): Promise<Figure[]> {
  const asha = await signIn(ours.url, 'asha')
  const order = await smallOrder(db)
  const save = () =>
    timed(async () => {
      const headers = {
        authorization: `Bearer ${asha}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      }
      const body = JSON.stringify({ ...order, customerPoNo: `B-${randomUUID().slice(0, 12)}` })
      const answer = await fetch(`${ours.url}/api/orders`, { method: 'POST', headers, body })
      const text = await answer.text()
      if (!answer.ok) throw new Error(`The order was answered with ${answer.status} ${text.slice(0, 300)}`)
    })
  const round = async () => {
    const spent: number[] = []
    for (let made = 0; made < SAVES; made++) spent.push(await save())
    return spent.toSorted((a, b) => a - b)[Math.floor(SAVES * 0.95)]!
  }
  await round()
  const alone = await round()
  const paths = opened.map(report => pagesOf(report).map(({ path }) => path))
  const open = (urls: readonly string[], signal: AbortSignal) =>
    Promise.all(
      urls.map(async path => {
        const headers = { authorization: `Bearer ${token}` }
        await (await fetch(`${ours.url}/api/${path}`, { headers, signal })).text()
      }),
    )
  const besideReaders = async (looks: number) => {
    const reading = new AbortController()
    const { signal } = reading
    let opened = 0
    const readers = Array.from({ length: READERS }, async (_, who) => {
      // They do not come at the same moment.
      await pause((looks * who) / READERS, undefined, { signal }).catch(() => undefined)
      for (let at = who * 7; !signal.aborted; at++) {
        await open(paths[at % paths.length]!, signal).then(
          () => opened++,
          () => undefined,
        )
        await pause(looks, undefined, { signal }).catch(() => undefined)
      }
    })
    const spent = await round()
    reading.abort()
    await Promise.all(readers)
    return { spent, opened }
  }
  const [people, machines] = [await besideReaders(LOOKS), await besideReaders(0)]
  const figure = (who: string, { spent, opened }: typeof people, most = Number.POSITIVE_INFINITY): Figure => ({
    title: `saving an order, 95th percentile, while ${READERS} ${who} (${opened} opened; bare: without them)`,
    bare: `${told(alone)} ms`,
    ours: `${told(spent)} ms`,
    ratio: (spent / alone).toFixed(2),
    goal: Number.isFinite(most) ? `≤ ${most} ×` : '',
    reached: spent / alone <= most,
  })
  return [
    figure(`people open reports, another one ${LOOKS / 1000} s after the last came`, people, MOST_SLOWER),
    figure('programs open reports without a pause', machines),
  ]
}

/** Three lines of a customer of the demo company, as asha enters them. */
async function smallOrder(db: Knex) {
  const customer = await db('customer').where('code', '100101').first('id')
  const shipTo = await db('ship_to').where('customerId', customer.id).orderBy('id').first('id')
  const type = await db('order_type').where('code', 'STD').first('id')
  const products: { id: number }[] = await db('products')
    .whereIn('code', ['LS-1001', 'LS-1002', 'LS-1003'])
    .select('id')
  return {
    customerId: customer.id as number,
    shipToId: shipTo.id as number,
    orderTypeId: type.id as number,
    requestedDeliveryDate: addDays(today(), 10),
    customerPoDate: today(),
    lines: products.map(({ id }) => ({ productId: id, qty: 12_000, manualDiscountPct: 0 })),
  }
}
