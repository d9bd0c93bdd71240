import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { GatewayAccount } from './gateway.ts'

/** HMAC-SHA256 of UTF-8 text, in small hexadecimal digits. */
export const hmacSha256 = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex')

/** SHA-512 of UTF-8 text, in small hexadecimal digits. */
export const sha512 = (text: string) => createHash('sha512').update(text).digest('hex')

/** Whether a signature is what the account's secret makes, or the one before it while that is being changed. */
export function isSigned(account: GatewayAccount, given: string, sign: (secret: string) => string): boolean {
  return secretsOf(account)
    .map(secret => isSame(given, sign(secret)))
    .some(Boolean)
}

/** The account's secret, and the one before it while that is being changed. */
export const secretsOf = ({ secret, oldSecret }: GatewayAccount): string[] => [
  secret,
  ...(oldSecret ? [oldSecret] : []),
]

/** Compares in a time that says nothing about where two texts differ. */
const isSame = (one: string, other: string) => timingSafeEqual(digest(one), digest(other))
const digest = (text: string) => createHash('sha256').update(text).digest()
