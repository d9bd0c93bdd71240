import autocannon from 'autocannon'
import { requests, type Sent } from './requests.ts'
import type { Named } from './rows.ts'

// One round of load, in a process of its own so that it shares no event loop with what it measures.
// `node load.ts <order as JSON>`; prints what was reached as JSON.

/** What one round is to do. */
export interface Order {
  request: string
  side: 'ours' | 'bare'
  url: string
  token: string
  seconds: number
  /** Where requests that may come only once go on. */
  from: number
  named: Named
}

/** What one round reached. */
export interface Reached {
  perSecond: number
  next: number
}

const order: Order = JSON.parse(process.argv[2]!)
const { different, connections = 16, ...asked } = requests[order.request]!
let next = order.from

const identity = order.token ? { authorization: `Bearer ${order.token}` } : undefined
const ready = ({ method, path, body }: Sent) => ({
  method: method ?? 'GET',
  // Terms are encoded already.
  path: encodeURI(path).replaceAll('%25', '%'),
  // Its own headers replace those of the whole run.
  headers: { ...identity, ...(body !== undefined && { 'content-type': 'application/json' }) },
  ...(body !== undefined && { body: JSON.stringify(body) }),
})
const sent = (n: number) => ready(asked[order.side](n, order.named))

const result = await autocannon({
  url: order.url,
  connections,
  duration: order.seconds,
  requests:
    different > 0
      ? Array.from({ length: different }, (_, n) => sent(n))
      : [{ setupRequest: request => ({ ...request, ...sent(next++) }) }],
})
const failed = result.non2xx + result.errors + result.timeouts
if (failed > 0) {
  const { path, ...again } = sent(order.from)
  const answer = await fetch(order.url + path, again)
  const said = (await answer.text()).slice(0, 500)
  throw new Error(
    `${order.request}, ${order.side}: ${failed} requests failed; one now answers ${answer.status} ${said}`,
  )
}
const reached: Reached = { perSecond: result.requests.total / result.duration, next: next + 100 }
console.log(JSON.stringify(reached))
