import type { TestPortal } from '../portal.ts'
import { send } from '../send.ts'
import type { Ask } from './asks.ts'
import { piecesOf } from './decode.ts'
import type { Canaries, Canary } from './marks.ts'

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
  const [response, bytes] = await send(portal.url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const status = response.statusCode!
  const pieces = piecesOf(response.headers['content-type'] ?? '', bytes)
  const found = new Set(canaries.in(pieces.join('\n')))
  // What somebody names, they know.
  for (const canary of canaries.in(path + JSON.stringify(body ?? null))) found.delete(canary)
  return { status, canaries: found, fault: status >= 500 ? bytes.toString('utf8').slice(0, 200) : '' }
}
