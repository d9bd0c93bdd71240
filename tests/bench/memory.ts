import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '../../api/platform/database.ts'
import type { Bench } from './bench.ts'
import { atMost, type Figure, told } from './figure.ts'
import { forgetMost } from './import/import-steps.ts'
import { orderable } from './orders.ts'
import { type Answering, memoryOf, secondsOf, signIn, startOurs } from './processes.ts'
import { FILE_COLUMNS, requests, type Sent } from './requests.ts'
import { type Named, productDraft } from './rows.ts'

const SECONDS = 75
const TOGETHER = 16
/** Calls of 1,000 rows, two at a time. */
const BULK_CALLS = 20
/** Requests a second of a soak: a full office, some tenth of a core. */
const SOAK_RATE = 12
const MINUTE = 60_000
/** Milliseconds: oftener the portal refuses one person. */
const BETWEEN_SIGN_INS = 6_000
const BETWEEN_EXPORTS = 4_000

/** The number of the first product that the mixed load creates, above those of other loads. */
const FRESH = 90_000_000
const PRODUCTS = '/api/masters/products'

/** One request of somebody; returns when its answer is read. */
type Ask = (n: number) => Promise<void>

/** The memory of the idle portal, of one under 75 s of mixed load, and of one that creates many rows at once. */
export async function measureMemory({ databases, home, named }: Bench): Promise<Figure[]> {
  const portal = await startOurs(databases.ours, home)
  try {
    await pause(3_000)
    const rest = memoryOf(portal.pid).now
    const day = await workingDay(portal, databases.ours, named)
    forgetMost(portal.pid)
    const sent = await together(TOGETHER, SECONDS * 1000, day)
    const mixed = memoryOf(portal.pid).most
    forgetMost(portal.pid)
    const token = await signIn(portal.url, 'master_admin')
    let call = 0
    const ask = asker(portal, token)
    const bulks = async () => {
      while (call < BULK_CALLS) await ask(requests.bulk!.ours(9_000 + call++, named))
    }
    await Promise.all([bulks(), bulks()])
    return [
      atMost('memory at rest', rest, 160, 'MB'),
      atMost(`${SECONDS} s of mixed load, ${told(sent / SECONDS)} requests a second: the most`, mixed, 220, 'MB'),
      atMost(`${BULK_CALLS} calls of 1,000 new rows after it: the most`, memoryOf(portal.pid).most, 300, 'MB'),
    ]
  } finally {
    await portal.stop()
  }
}

/**
 * So many minutes of mixed load at a steady, moderate rate: prints the memory of every minute; returns the most, and how
 * much it grew in an hour by the second half.
 */
export async function measureSoak({ databases, home, named }: Bench, minutes: number): Promise<Figure[]> {
  const portal = await startOurs(databases.ours, home)
  try {
    const day = await workingDay(portal, databases.ours, named)
    const each: number[] = []
    let sent = 0
    let running = true
    const load = (async () => {
      while (running) await Promise.all([day(sent++), pause(1000 / SOAK_RATE)])
    })()
    console.log('minute, MB, requests so far, of one core')
    for (let minute = 1; minute <= minutes; minute++) {
      const before = secondsOf(portal.pid)
      await Promise.race([pause(MINUTE), load])
      each.push(memoryOf(portal.pid).now)
      console.log(`${minute}, ${told(each.at(-1)!)}, ${sent}, ${told((100 * (secondsOf(portal.pid) - before)) / 60)} %`)
    }
    running = false
    await load
    return [
      atMost(`${minutes} minutes of ${SOAK_RATE} mixed requests a second: the most`, Math.max(...each), 220, 'MB'),
      atMost('growth by the second half', 60 * slopeOf(each.slice(minutes / 2)), 5, 'MB an hour'),
    ]
  } finally {
    await portal.stop()
  }
}

/** Has so many people send one request after the other; returns the number of requests. */
async function together(people: number, milliseconds: number, ask: Ask): Promise<number> {
  const end = performance.now() + milliseconds
  let sent = 0
  const one = async () => {
    while (performance.now() < end) await ask(sent++)
  }
  await Promise.all(Array.from({ length: people }, one))
  return sent
}

/** What people do in a day, in the proportions in which they do it: of 100 requests so many of each kind. */
async function workingDay(portal: Answering, databaseUrl: string, named: Named): Promise<Ask> {
  const db = openDatabase(databaseUrl)
  const order = await orderable(db)
  const { last } = (await db('products').max({ last: 'id' }).first()) as { last: number }
  await db.destroy()
  const ask = asker(portal, await signIn(portal.url, 'master_admin'))
  const asAsha = asker(portal, await signIn(portal.url, 'asha'))
  const read = (name: string) => async (n: number) => {
    await ask(requests[name]!.ours(n, named))
  }
  const quote = { ...order, lines: order.lines.slice(0, 20) }
  const file = `/api/export/masters/products?format=xlsx&columns=${FILE_COLUMNS.join()}`
  const kinds: [number, Ask][] = [
    [30, read('get')],
    [10, read('get-whole')],
    [15, read('list')],
    [8, read('references')],
    [8, read('selective')],
    [6, read('contains')],
    [6, read('search')],
    [6, async n => void (await ask({ method: 'POST', path: PRODUCTS, body: productDraft(FRESH + n, named) }))],
    [6, n => change(ask, 1 + ((n * 7919) % last), n)],
    [3, async () => void (await asAsha({ method: 'POST', path: '/api/quotes', body: quote }))],
    [1, seldom(() => signIn(portal.url, 'asha'), read('get'), BETWEEN_SIGN_INS)],
    [1, seldom(n => ask({ path: `${file}&id[$lte]=${500 + (n % 1500)}` }), read('get'), BETWEEN_EXPORTS)],
  ]
  const inTurn = kinds.flatMap(([times, kind]) => Array.from({ length: times }, () => kind))
  // Spread evenly: 37 and 100 have no common divisor.
  return n => inTurn[(n * 37) % inTurn.length]!(n)
}

/** The first way when it was not taken for so many milliseconds, for it is counted and then refused; else the second. */
function seldom(first: (n: number) => Promise<unknown>, second: Ask, between: number): Ask {
  let last = Number.NEGATIVE_INFINITY
  return async n => {
    if (performance.now() - last < between) return second(n)
    last = performance.now()
    await first(n)
  }
}

async function change(ask: (sent: Sent) => Promise<string>, id: number, n: number): Promise<void> {
  const { rowVersion } = JSON.parse(await ask({ path: `${PRODUCTS}/${id}?$select[]=rowVersion` }))
  await ask({ method: 'PATCH', path: `${PRODUCTS}/${id}`, body: { maxOrderQty: 5_000 + n, rowVersion } })
}

/** Sends requests of one person; returns the text of the answer. */
function asker({ url }: Answering, token: string) {
  return async ({ method, path, body }: Sent): Promise<string> => {
    const answer = await fetch(url + path, {
      method: method ?? 'GET',
      headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method ?? 'GET'} ${path} answers ${answer.status} ${text.slice(0, 300)}`)
    return text
  }
}

/** The slope of the straight line through values one step apart, by least squares. */
function slopeOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const [over, under] = values.reduce(
    ([above, below], value, at) => [above + (at - middle) * (value - mean), below + (at - middle) ** 2],
    [0, 0],
  )
  return under === 0 ? 0 : over / under
}
