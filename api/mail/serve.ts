import * as mail from '../../resources/platform/commands/mail.ts'
import { type Bound, bind } from '../derive/command/serve-commands.ts'
import type { Means, Served } from '../derive/define-room.ts'
import type { Config } from '../platform/config.ts'
import { demoMail } from './demo-mail.ts'
import { markNotifications, myNotifications } from './notifications.ts'
import { mailSender } from './send-mail.ts'
import { serveSmsReports, startSms } from './sms/serve-sms.ts'

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
