import type { Bench } from './bench.ts'
import { atMost, type Figure, median, timesBare } from './figure.ts'
import { memoryOf, signIn, startOurs } from './processes.ts'
import { FILE_COLUMNS } from './requests.ts'

/** The maximum number of rows in one export; further products of the demo company are left out. */
const ROWS = 50_000
const PATH = `/api/export/masters/products?format=xlsx&id[$lte]=${ROWS}&columns=${FILE_COLUMNS.join()}`

/** The export of 50,000 rows × 12 as XLSX, against the bare cursor writing the same file. */
export async function measureExport({ ours, bare, token, rounds, databases, home }: Bench): Promise<Figure[]> {
  const spent = { bare: [] as number[], ours: [] as number[], first: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    spent.bare.push((await fetched(`${bare.url}/export/${ROWS}`, '')).whole)
    const { first, whole } = await fetched(ours.url + PATH, token)
    spent.first.push(first)
    spent.ours.push(whole)
  }
  const perSecond = (list: number[]) => ROWS / (median(list) / 1000)
  return [
    timesBare('export of 50,000 rows × 12, XLSX', perSecond(spent.bare), perSecond(spent.ours), 0.5, 'rows/s'),
    atMost('its first byte', median(spent.first), 300, 'ms'),
    atMost('most memory of a portal that does nothing else', await memoryAlone(databases.ours, home), 200, 'MB'),
    atMost('most memory of the portal in all of the above', memoryOf(ours.pid).most, 300, 'MB'),
  ]
}

/** The most memory of a freshly started portal while it writes the file once. */
async function memoryAlone(databaseUrl: string, home: string): Promise<number> {
  const alone = await startOurs(databaseUrl, home)
  try {
    await fetched(alone.url + PATH, await signIn(alone.url, 'master_admin'))
    return memoryOf(alone.pid).most
  } finally {
    await alone.stop()
  }
}

async function fetched(url: string, token: string): Promise<{ first: number; whole: number }> {
  const from = performance.now()
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
  if (!answer.ok) throw new Error(`${url} answers ${answer.status} ${(await answer.text()).slice(0, 200)}`)
  let first: number | undefined
  for await (const _ of answer.body!) first ??= performance.now() - from
  return { first: first!, whole: performance.now() - from }
}
