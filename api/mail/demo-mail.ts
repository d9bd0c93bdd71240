import type { Application } from '@feathersjs/koa'
import type { Knex } from 'knex'
import { can } from '../../resources/capabilities.ts'
import { type MessageLog, messageLog } from '../../resources/platform/message-log.ts'
import { readId } from '../derive/list/query.ts'
import { requirePerson } from '../derive/rights/require-person.ts'
import { decodeRow } from '../derive/row-codec.ts'
import type { Call } from '../derive/service.ts'
import type { Config } from '../platform/config.ts'
import { forbidden, notFound } from '../platform/errors.ts'
import { renderMail } from './mail-text.ts'

/**
 * `GET /api/demo-mail?id=7`: a message as its receiver reads it, links and codes filled in: a mail while none leaves the
 * portal, an SMS from the simulated gateway. Only in a demonstration, and for the IT administrator; elsewhere the address
 * does not exist.
 */
export function serveDemoMail(
  app: Application,
  db: Knex,
  config: Config,
  onPhone: (messageNo: string) => Promise<string | null>,
) {
  const { mail, environment } = config
  if (environment === 'production') return
  const demoMail = {
    async find(call: Call) {
      if (!can(requirePerson(call), 'readDemoMail')) throw forbidden('The mails of others are for the IT administrator')
      const id = readId((call.query as Record<string, unknown> | undefined)?.id)
      const row = id === undefined ? undefined : await db('message_log').where({ id }).first()
      if (!row) throw notFound()
      const message = decodeRow(messageLog, row) as unknown as MessageLog
      const body =
        message.medium === 'SMS' ? await onPhone(message.messageNo) : mail ? null : renderMail(message, config)
      if (body === null) throw notFound()
      return { body }
    },
  }
  app.use('api/demo-mail', demoMail as never, { methods: ['find'] } as never)
}
