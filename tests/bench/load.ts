import autocannon from 'autocannon'
import { typing } from './growth/growth-requests.ts'
import { sentToKeystone } from './keystone-requests.ts'
import { type Request, requests, type Sent } from './requests.ts'
import type { Named } from './rows.ts'

// One round of load, in a separate process so that it does not share an event loop with what it measures.
// `node load.ts <options as JSON>`; prints the result as JSON.

/** Who answers: the bare handler, the portal, or the peer beside it. */
export type Side = 'bare' | 'ours' | 'keystone'

/** The options of one round. */
export interface Order {
  request: string
  side: Side
  url: string
  token: string
  seconds: number
  /** The index of the first request, for requests that may be sent only once. */
  from: number
  named: Named
}

type MeasuredRequest = Pick<Request, 'different' | 'connections' | 'ours'> & Partial<Pick<Request, 'bare'>>

/** The result of one round. */
export interface Reached {
  perSecond: number
  answered: number
  next: number
}

const order: Order = JSON.parse(process.argv[2]!)
const asked: MeasuredRequest = { ...requests, ...typing }[order.request]!
const { different, connections = 16 } = asked
const sentBy: Record<Side, (n: number, named: Named) => Sent> = {
  bare: (n, named) => asked.bare!(n, named),
  ours: asked.ours,
  keystone: (n, named) => sentToKeystone(asked.bare!(n, named), named)!,
}
let next = order.from

const identity = order.token ? { authorization: `Bearer ${order.token}` } : undefined
const ready = ({ method, path, body }: Sent) => ({
  method: method ?? 'GET',
  // Terms are encoded already.
  path: encodeURI(path).replaceAll('%25', '%'),
  // The headers of a request replace those of the run.
  headers: { ...identity, ...(body !== undefined && { 'content-type': 'application/json' }) },
  ...(body !== undefined && { body: JSON.stringify(body) }),
})
const sent = (n: number) => ready(sentBy[order.side](n, order.named))

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
const reached: Reached = {
  perSecond: result.requests.total / result.duration,
  answered: result.requests.total,
  next: next + 100,
}
console.log(JSON.stringify(reached))
