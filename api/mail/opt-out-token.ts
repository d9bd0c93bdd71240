import { createHmac, timingSafeEqual } from 'node:crypto'
import { type OptOutRequest, type OptOutTopic, optOutTopics } from '../../resources/opt-out-topics.ts'

const signed = (secret: string, payload: string) => createHmac('sha256', secret).update(`opt-out ${payload}`).digest()

/**
 * The token of a link that opts this address out of this topic, however often and however late it is opened; nobody
 * else can make it.
 */
export function optOutToken(secret: string, { address, topic }: OptOutRequest): string {
  const payload = Buffer.from(JSON.stringify([address.toLowerCase(), topic])).toString('base64url')
  return `${payload}.${signed(secret, payload).toString('base64url')}`
}

/** What a token opts out of; undefined for every one that we did not sign. */
export function readOptOutToken(secret: string, token: unknown): OptOutRequest | undefined {
  const [, payload, mark] = (typeof token === 'string' && /^([\w-]{8,600})\.([\w-]{43})$/.exec(token)) || []
  if (!payload || !mark) return undefined
  const [ours, theirs] = [signed(secret, payload), Buffer.from(mark, 'base64url')]
  if (ours.length !== theirs.length || !timingSafeEqual(ours, theirs)) return undefined
  const [address, topic] = JSON.parse(Buffer.from(payload, 'base64url').toString()) as [string, OptOutTopic]
  return optOutTopics.includes(topic) ? { address, topic } : undefined
}
