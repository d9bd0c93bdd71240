import type { Knex } from 'knex'
import type { MyNotifications } from '../../resources/platform/commands/mail.ts'
import * as mail from '../../resources/platform/commands/mail.ts'
import { type MessageLog, messageLog } from '../../resources/platform/message-log.ts'
import { MOST_NOTIFICATIONS } from '../../resources/platform/notification.ts'
import { type Bound, bind } from '../derive/command/serve-commands.ts'
import type { Means, Served } from '../derive/define-room.ts'
import type { Person } from '../derive/rights/person.ts'
import { decodeRow } from '../derive/row-codec.ts'
import { now } from '../platform/clock.ts'
import { readCompany } from '../platform/company.ts'
import type { Config } from '../platform/config.ts'
import { notFound } from '../platform/errors.ts'
import { renderMail } from './mail-text.ts'
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
    message.medium === 'SMS'
      ? await onPhone(message.messageNo)
      : config.mail
        ? null
        : renderMail(message, config, await readCompany(db))
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

/** The latest notifications of a person, newest first, and how many are unread. */
async function myNotifications(db: Knex, { id: userId }: Person): Promise<MyNotifications> {
  const mine = () => db('notification').where({ userId })
  const [{ unread }] = (await mine().where('isRead', 0).count({ unread: '*' })) as [{ unread: number }]
  const data = await mine()
    .orderBy('id', 'desc')
    .limit(MOST_NOTIFICATIONS)
    .select('id', 'title', 'body', 'link', 'isRead', 'createdAt')
  return { unread: Number(unread), data: data.map(note => ({ ...note, isRead: Boolean(note.isRead) })) }
}

/** Marks the notifications of a person as read up to one of them, and says how many. */
async function markNotifications(db: Knex, { id: userId }: Person, readUpTo: number) {
  const at = now()
  const read = await db('notification')
    .where({ userId, isRead: 0 })
    .where('id', '<=', readUpTo)
    .update({ isRead: 1, readAt: at, updatedAt: at })
  return { read }
}
