import type { TestPortal } from '../portal.ts'
import type { Ask } from './asks.ts'
import { piecesOf } from './decode.ts'
import type { Canaries, Canary } from './marks.ts'

/** Asks as somebody, and gives the status and every canary in the answer. */
export async function ask(
  portal: TestPortal,
  token: string | null,
  { path, body }: Ask,
  canaries: Canaries,
): Promise<{ status: number; found: Set<Canary>; text: string }> {
  const response = await fetch(portal.url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  const pieces = piecesOf(response.headers.get('content-type') ?? '', bytes)
  return {
    status: response.status,
    found: new Set(canaries.in(pieces.join('\n'))),
    text: response.status >= 500 ? bytes.toString('utf8').slice(0, 200) : '',
  }
}
