import { createHmac, timingSafeEqual } from 'node:crypto'
import { objectOf, readJson } from './fields.ts'

/** A text signed by HMAC-SHA256 as JSON Web Signature, in its compact form; the header and the payload as they travel. */
export function signJws(key: string, header: object, payload: object): string {
  const signed = `${encoded(JSON.stringify(header))}.${encoded(JSON.stringify(payload))}`
  return `${signed}.${signatureOf(key, signed)}`
}

/** The payload of a JSON Web Signature that the key signed by HMAC-SHA256; null of any other text. */
export function readJws(key: string, text: string): Record<string, unknown> | null {
  const parts = text.trim().split('.')
  const [header = '', payload = '', signature = ''] = parts
  // A text that says it is signed otherwise, or not at all, is not.
  if (parts.length !== 3 || objectOf(readJson(decoded(header)))?.alg !== 'HS256') return null
  const right = Buffer.from(signatureOf(key, `${header}.${payload}`))
  const given = Buffer.from(signature)
  return given.length === right.length && timingSafeEqual(given, right) ? readJson(decoded(payload)) : null
}

const encoded = (text: string) => Buffer.from(text).toString('base64url')
const decoded = (text: string) => Buffer.from(text, 'base64url').toString()
const signatureOf = (key: string, signed: string) => createHmac('sha256', key).update(signed).digest('base64url')
