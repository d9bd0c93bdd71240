import type { Knex } from 'knex'
import * as mail from '../../resources/platform/commands/mail.ts'
import { type MessageLog, messageLog } from '../../resources/platform/message-log.ts'
import { type Bound, bind } from '../derive/command/serve-commands.ts'
import type { Means, Served } from '../derive/define-room.ts'
import { decodeRow } from '../derive/row-codec.ts'
import type { Config } from '../platform/config.ts'
import { notFound } from '../platform/errors.ts'
import { renderMail } from './mail-text.ts'
import { markNotifications, myNotifications } from './notifications.ts'
import { mailSender } from './send-mail.ts'
import { serveSmsReports, startSms } from './sms/serve-sms.ts'

/**
 * A message as its receiver reads it, links and codes filled in: a mail while none leaves the portal, an SMS from the
 * simulated gateway. Throws 404 outside a demonstration.
 */
async function demoMail(
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

/** What stands behind the bell, and the mails of a demonstration. */
const mailCommands = (config: Config, onPhone: (messageNo: string) => Promise<string | null>): Bound[] => [
  bind(mail.showNotifications, (_, { trx, person }) => myNotifications(trx, person)),
  bind(mail.markRead, ({ readUpTo }, { trx, person }) => markNotifications(trx, person, readUpTo)),
  bind(mail.showDemoMail, async ({ id }, { trx }) => ({ body: await demoMail(trx, id, config, onPhone) })),
]

/** Mails, SMS and notifications. */
export function serve(means: Means): Served {
  const { router, config, db, byTimer } = means
  const mails = mailSender(means)
  const sms = startSms(means)
  serveSmsReports(router, config, db)
  return {
    commands: mailCommands(config, sms.onPhone),
    start(_, simulators) {
      mails.start(byTimer)
      sms.start(simulators, byTimer)
    },
    dueWork: [mails.runDue, sms.runDue],
    stop: () => Promise.all([mails.stop(), sms.stop()]),
  }
}
