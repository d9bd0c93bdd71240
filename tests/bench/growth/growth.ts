import { today } from '../../../api/platform/clock.ts'
import { openDatabase } from '../../../api/platform/database.ts'
import { type Figure, median, spreadOf, told } from '../figure.ts'
import { watchFreezes } from '../freeze.ts'
import { type Answering, load, makeDatabase, signIn, startOurs } from '../processes.ts'
import type { Named } from '../rows.ts'
import { auditCases, type Case, padCases, productCases } from './growth-requests.ts'
import { fillAuditLog } from './growth-rows.ts'

/** The highest factor of each request's time on ten times the rows. */
const MOST = { get: 1.3, list: 1.3, 'type-ahead': 1.3 }
const ENTRIES = 5_000_000
/** Milliseconds for which a request may hold up the others. */
const FREEZE = 50
/** Of each request at full size: how often it is sent at most, and for how many milliseconds. */
const TIMES = 9
const ENOUGH = 4_000

/** What the measurement of growth needs to know. */
export interface Growth {
  rows: number
  seconds: number
  rounds: number
  home: string
  /** Returns the address of an empty database, or of one that an earlier run kept. */
  addressOf(name: string): Promise<string> | string
  say(figure: Figure): void
}

interface Portal {
  ours: Answering
  token: string
  named: Named
  databaseUrl: string
}

/** The same requests at ten times the products; and with 5,000,000 audit entries what takes long, and what it holds up. */
export async function measureGrowth(growth: Growth): Promise<Figure[]> {
  const [small, large] = [await portalOf(growth, growth.rows, 0), await portalOf(growth, growth.rows * 10, ENTRIES)]
  try {
    return [...(await compared(growth, small, large)), ...(await atFullSize(growth, large))]
  } finally {
    await Promise.all([small.ours.stop(), large.ours.stop()])
  }
}

async function portalOf({ addressOf, home }: Growth, rows: number, entries: number): Promise<Portal> {
  console.log(`Preparing ${told(rows)} products${entries > 0 ? ` and ${told(entries)} audit entries` : ''} …`)
  const databaseUrl = await addressOf(`growth_${rows}`)
  const named = await makeDatabase(databaseUrl, home, rows, true)
  const db = openDatabase(databaseUrl)
  await fillAuditLog(db, entries)
  await db.destroy()
  const ours = await startOurs(databaseUrl, home)
  return { ours, token: await signIn(ours.url, 'master_admin'), named, databaseUrl }
}

async function compared({ rows, seconds, rounds, say }: Growth, small: Portal, large: Portal): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [request, most] of Object.entries(MOST)) {
    const spent = { small: [] as number[], large: [] as number[] }
    for (let round = 0; round <= rounds; round++) {
      for (const [size, { ours, token, named }] of Object.entries({ small, large })) {
        const order = { request, side: 'ours' as const, url: ours.url, token, named, from: 0 }
        const { perSecond } = await load({ ...order, seconds: round === 0 ? 1 : seconds })
        if (round > 0) spent[size as 'small' | 'large'].push(1000 / perSecond)
      }
    }
    const ratio = median(spent.large) / median(spent.small)
    // Nothing was finished in a round that is too short.
    const ms = (list: number[]) => (Number.isFinite(median(list)) ? `${median(list).toFixed(2)} ms` : '—')
    figures.push({
      title: `${request} at ten times the rows (bare: ours at ${told(rows)})`,
      bare: ms(spent.small),
      ours: ms(spent.large),
      ratio: Number.isFinite(ratio) ? ratio.toFixed(2) : '—',
      spread: spreadOf(spent.large.map((spent_, round) => spent_ / spent.small[round]!)),
      goal: `≤ ${most} ×`,
      reached: ratio <= most,
    })
    say(figures.at(-1)!)
  }
  return figures
}

async function atFullSize({ rows, say }: Growth, { ours, token, databaseUrl }: Portal): Promise<Figure[]> {
  const db = openDatabase(databaseUrl)
  const { id: actorId } = await db('user').where({ loginId: 'asha' }).first('id')
  const { id: customerId } = await db('customer').where('code', '100101').first('id')
  await db.destroy()
  const seller = await signIn(ours.url, 'asha')
  const auditor = await signIn(ours.url, 'auditor')
  const many = told(rows * 10)
  const asked = [
    ...productCases(rows * 10).map(one => ({ ...one, title: `${many} products: ${one.title}`, token })),
    ...padCases(customerId).map(one => ({ ...one, title: `${many} products: ${one.title}`, token: seller })),
    ...auditCases(today(), actorId).map(one => ({
      ...one,
      title: `audit report of ${told(ENTRIES)} entries: ${one.title}`,
      token: auditor,
    })),
  ]
  const figures: Figure[] = []
  let longest = 0
  for (const one of asked) {
    const { figure, freeze } = await measured(one, ours.url, one.token)
    longest = Math.max(longest, freeze)
    figures.push(figure)
    say(figure)
  }
  const title = 'longest that any of these holds up the others'
  const all = {
    title,
    bare: '',
    ours: `${told(longest)} ms`,
    ratio: '',
    goal: `≤ ${FREEZE} ms`,
    reached: longest <= FREEZE,
  }
  say(all)
  return [...figures, all]
}

/** Of the slowest path of a request: its median, and the median of how long each time others waited meanwhile. */
async function measured({ title, most, paths }: Case, url: string, token: string) {
  let [slowest, freeze] = [0, 0]
  for (const path of paths) {
    const spent: number[] = []
    const waits: number[] = []
    const from = performance.now()
    for (let time = 0; time < TIMES && (time < 3 || performance.now() - from < ENOUGH); time++) {
      const { result, longest } = await watchFreezes(url, () => took(url + path, token))
      spent.push(result)
      waits.push(longest)
    }
    slowest = Math.max(slowest, median(spent))
    freeze = Math.max(freeze, median(waits))
  }
  const figure: Figure = {
    title,
    bare: '',
    ours: `${told(slowest)} ms, others wait ${told(freeze)} ms`,
    ratio: '',
    goal: `${most === undefined ? '' : `≤ ${most} ms, `}others ≤ ${FREEZE} ms`,
    reached: slowest <= (most ?? Number.POSITIVE_INFINITY) && freeze <= FREEZE,
  }
  return { figure, freeze }
}

async function took(url: string, token: string): Promise<number> {
  const from = performance.now()
  const answer = await fetch(encodeURI(url).replaceAll('%25', '%'), { headers: { authorization: `Bearer ${token}` } })
  const body = await answer.text()
  if (!answer.ok) throw new Error(`${url} answers ${answer.status} ${body.slice(0, 200)}`)
  return performance.now() - from
}
