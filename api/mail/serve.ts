import * as mail from '../../resources/platform/commands/mail.ts'
import { type Bound, bind } from '../derive/command/serve-commands.ts'
import type { Config } from '../platform/config.ts'
import { demoMail } from './demo-mail.ts'
import { markNotifications, myNotifications } from './notifications.ts'

/** What stands behind the bell, and the mails of a demonstration. */
export const mailCommands = (config: Config, onPhone: (messageNo: string) => Promise<string | null>): Bound[] => [
  bind(mail.showNotifications, (_, { trx, person }) => myNotifications(trx, person)),
  bind(mail.markRead, ({ readUpTo }, { trx, person }) => markNotifications(trx, person, readUpTo)),
  bind(mail.showDemoMail, async ({ id }, { trx }) => ({ body: await demoMail(trx, id, config, onPhone) })),
]
