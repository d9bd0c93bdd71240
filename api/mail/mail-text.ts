import { optOutTopicOf, optOutWords } from '../../resources/opt-out-topics.ts'
import type { MessageLog } from '../../resources/platform/message-log.ts'
import { withLinks } from '../../resources/platform/message-text.ts'
import { type Company, companyLines } from '../platform/company.ts'
import type { Config } from '../platform/config.ts'
import { optOutToken } from './opt-out-token.ts'

type Where = Pick<Config, 'portalUrl' | 'secret'>

/**
 * Where the receiver of a mail opts out: the page for people, and the address for mail programs (RFC 8058); null where
 * opting out is impossible.
 */
export function optOutLinks(
  { toAddress, topic }: Pick<MessageLog, 'toAddress' | 'topic'>,
  { portalUrl, secret }: Where,
) {
  const of = optOutTopicOf(topic)
  if (of === null || toAddress === '') return null
  const token = optOutToken(secret, { address: toAddress, topic: of })
  // The page's token stands behind the #, so it is sent to no server; a mail program needs it before.
  return { topic: of, page: `${portalUrl}/opt-out#${token}`, oneClick: `${portalUrl}/api/unsubscribe?token=${token}` }
}

/** A mail as its receiver reads it: links and codes filled in, then the company as signature, and how to opt out. */
export function renderMail(message: MessageLog, where: Where, company: Company): string {
  const text = withLinks(message.body, message.secrets ?? null, where.portalUrl)
  const optOut = optOutLinks(message, where)
  return [
    `${text}\n\n--`,
    company.name,
    ...companyLines(company),
    ...(company.replyTo === null ? [] : [`Answer this mail to write to us: ${company.replyTo}`]),
    ...(optOut ? [`No more e-mails about ${optOutWords[optOut.topic]}: ${optOut.page}`] : []),
  ].join('\n')
}
