import { createHmac, timingSafeEqual } from 'node:crypto'
import { now } from '../platform/clock.ts'

const MINUTES = 5

const signed = (secret: string, text: string) =>
  createHmac('sha256', secret).update(`certificate ${text}`).digest('base64url')

/** The token of a link that opens a certificate for five minutes; nobody else can make it. */
export function certificateToken(secret: string, id: number): string {
  const text = `${id}.${Date.parse(now()) + MINUTES * 60_000}`
  return `${text}.${signed(secret, text)}`
}

/** The certificate that a token opens; undefined for one that is not ours or has run out. */
export function certificateOfToken(secret: string, token: string): number | undefined {
  const [, text, id, until, mark] = /^((\d{1,10})\.(\d{13}))\.([\w-]{43})$/.exec(token) ?? []
  if (!text || !mark || Date.parse(now()) > Number(until)) return undefined
  return timingSafeEqual(Buffer.from(signed(secret, text)), Buffer.from(mark)) ? Number(id) : undefined
}
