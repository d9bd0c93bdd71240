import { type OptOutTopic, optOutTopics, optOutWords } from '../../resources/opt-out-topics.ts'
import { alwaysSent, type MessageLog, type Topic } from '../../resources/platform/message-log.ts'
import { completed } from '../../resources/platform/message-text.ts'
import type { Config } from '../platform/config.ts'
import { optOutToken } from './opt-out-token.ts'

type Where = Pick<Config, 'portalUrl' | 'secret'>

/** By which topic people opt out of a mail; null for sign-in and money, which nobody silences. */
const optOutTopicOf = (topic: Topic): OptOutTopic | null =>
  alwaysSent.includes(topic) ? null : (optOutTopics.find(known => known === topic) ?? 'ALL')

/** Where the receiver of a mail opts out: the page for people, and the address for mail programs (RFC 8058); null where nobody can. */
export function optOutOf({ toAddress, topic }: Pick<MessageLog, 'toAddress' | 'topic'>, { portalUrl, secret }: Where) {
  const of = optOutTopicOf(topic)
  if (of === null || toAddress === '') return null
  const token = optOutToken(secret, { address: toAddress, topic: of })
  // Behind the # the page's token is sent to no server; a mail program needs it before.
  return { topic: of, page: `${portalUrl}/opt-out#${token}`, oneClick: `${portalUrl}/api/unsubscribe?token=${token}` }
}

/** A mail as its receiver reads it: links and codes filled in, and at its foot how to get no more of its kind. */
export function asRead(message: MessageLog, where: Where): string {
  const text = completed(message.body, message.secrets ?? null, where.portalUrl)
  const optOut = optOutOf(message, where)
  return optOut ? `${text}\n\n--\nNo more e-mails about ${optOutWords[optOut.topic]}: ${optOut.page}` : text
}
