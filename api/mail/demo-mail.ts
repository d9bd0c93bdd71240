import type { Knex } from 'knex'
import { type MessageLog, messageLog } from '../../resources/platform/message-log.ts'
import { decodeRow } from '../derive/row-codec.ts'
import type { Config } from '../platform/config.ts'
import { notFound } from '../platform/errors.ts'
import { renderMail } from './mail-text.ts'

/**
 * A message as its receiver reads it, links and codes filled in: a mail while none leaves the portal, an SMS from the
 * simulated gateway. Throws 404 outside a demonstration.
 */
export async function demoMail(
  db: Knex,
  id: number,
  config: Config,
  onPhone: (messageNo: string) => Promise<string | null>,
): Promise<string> {
  const row = config.environment === 'production' ? undefined : await db('message_log').where({ id }).first()
  if (!row) throw notFound()
  const message = decodeRow(messageLog, row) as unknown as MessageLog
  const body =
    message.medium === 'SMS' ? await onPhone(message.messageNo) : config.mail ? null : renderMail(message, config)
  if (body === null) throw notFound()
  return body
}
