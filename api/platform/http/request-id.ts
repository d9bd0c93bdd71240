import { randomFillSync } from 'node:crypto'

const BYTES = 16
/** Random bytes are drawn for many ids at once, since each draw asks the operating system. */
const drawn = Buffer.alloc(256 * BYTES)
let used = drawn.length

/**
 * A UUID of version 7 (RFC 9562): it begins with the time, so that requests of a moment are neighbours in the history's
 * index instead of each touching another page.
 */
export function newRequestId(): string {
  if (used === drawn.length) {
    randomFillSync(drawn)
    used = 0
  }
  const bytes = drawn.subarray(used, used + BYTES)
  used += BYTES
  bytes.writeUIntBE(Date.now(), 0, 6)
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
