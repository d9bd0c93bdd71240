import { Agent, type IncomingMessage, request } from 'node:http'
import type { TestPortal } from '../portal.ts'
import type { Ask } from './asks.ts'
import { piecesOf } from './decode.ts'
import type { Canaries, Canary } from './marks.ts'

// Thousands of requests: `fetch` would take as long over them as the portal itself.
const agent = new Agent({ keepAlive: true })

export interface Found {
  status: number
  canaries: Set<Canary>
  /** What was said of a fault of the portal's own. */
  fault: string
}

/** Asks as somebody, or as nobody, and gives every canary in the answer. */
export async function ask(
  portal: TestPortal,
  token: string | null,
  { path, body }: Ask,
  canaries: Canaries,
): Promise<Found> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request(portal.url + path, {
      agent,
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
    })
    sent.on('response', resolve).on('error', reject)
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
  const bytes = Buffer.concat(await response.toArray())
  const status = response.statusCode!
  const pieces = piecesOf(response.headers['content-type'] ?? '', bytes)
  const found = new Set(canaries.in(pieces.join('\n')))
  // What somebody names, they know.
  for (const canary of canaries.in(path + JSON.stringify(body ?? null))) found.delete(canary)
  return { status, canaries: found, fault: status >= 500 ? bytes.toString('utf8').slice(0, 200) : '' }
}
