import type { Bench } from './bench.ts'
import { atMost, type Figure, median } from './figure.ts'
import { type Answering, startOurs } from './processes.ts'
import { COLUMNS } from './requests.ts'

const SELECT = COLUMNS.map(name => `$select[]=${name}`).join('&')
const DEEP = `/api/masters/products?$sort[name]=1&$limit=25&$skip=90000&${SELECT}`
const TIMES = 60

/** Figures in milliseconds: a page far down a list, and the start. */
export async function measureMoments({ ours, bare, token, databases, home }: Bench): Promise<Figure[]> {
  const deep = { bare: [] as number[], ours: [] as number[] }
  for (let time = 0; time < TIMES; time++) {
    deep.bare.push(await took(bare, '/deep/1', ''))
    deep.ours.push(await took(ours, DEEP, token))
  }
  const again = await startOurs(databases.ours, home)
  await again.stop()
  return [
    atMost('page at offset 90,000', median(deep.ours), 4, 'ms', median(deep.bare)),
    atMost('first answer after a warm start', again.startedIn, 500, 'ms'),
  ]
}

async function took({ url }: Answering, path: string, token: string): Promise<number> {
  const from = performance.now()
  const answer = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })
  const body = await answer.text()
  if (!answer.ok) throw new Error(`${path} answers ${answer.status} ${body.slice(0, 200)}`)
  return performance.now() - from
}
