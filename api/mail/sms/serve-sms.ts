import { createHash, timingSafeEqual } from 'node:crypto'
import { NotAuthenticated } from '@feathersjs/errors'
import type { Knex } from 'knex'
import { reportSms } from '../../../resources/platform/commands/mail.ts'
import { readSent } from '../../derive/command/read-body.ts'
import { now } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { ApiRouter } from '../../platform/http/router.ts'
import type { Log } from '../../platform/log.ts'
import { callOut } from '../../platform/outgoing/call-out.ts'
import { isSmsSimulated, type Simulators, simulatorSecret } from '../../platform/simulators.ts'
import type { DueWork } from '../../platform/work/due-work.ts'
import type { MessageSender } from '../sending-loop.ts'
import type { SmsGateway } from './gateway.ts'
import { smsGatewayOf, smsSender } from './send-sms.ts'

/** What sends SMS. */
interface SmsAtWork {
  start(simulators: Simulators | null, byTimer: boolean): void
  runDue: DueWork
  /** The text as the phone shows it; null where no simulator took it. */
  onPhone(messageNo: string): Promise<string | null>
  stop(): Promise<void>
}

/** Sends SMS, once it is known where the gateway is. */
export function startSms({ config, db, log }: { config: Config; db: Knex; log: Log }): SmsAtWork {
  let sender: MessageSender | undefined
  let gateway: SmsGateway | null = null
  return {
    start(simulators, byTimer) {
      gateway = smsGatewayOf(config, simulators)
      sender = gateway ? smsSender(db, log, gateway, config.portalUrl) : undefined
      sender?.start(byTimer)
    },
    runDue: async () => (await sender?.runDue()) ?? false,
    async onPhone(messageNo) {
      if (!isSmsSimulated(config) || !gateway) return null
      const { status, text } = await callOut(`${gateway.url}/messages/${messageNo}`, {
        headers: { Authorization: `Bearer ${gateway.token}` },
        patience: 10_000,
      })
      return status === 200 ? String((JSON.parse(text) as { text: string }).text) : null
    },
    stop: async () => sender?.stop(),
  }
}

const reportTokenOf = (config: Config): string | null =>
  isSmsSimulated(config) ? simulatorSecret(config, 'sms-reports') : (config.sms?.reportToken ?? null)

/**
 * `POST /api/sms-reports { messageId, status, reason }` by the gateway, with `X-Report-Token`: the phone has the SMS
 * (DELIVERED), or never will (UNDELIVERED). Reports of unknown messages, and repeated ones, change nothing.
 */
export function serveSmsReports(router: ApiRouter, config: Config, db: Knex) {
  const token = reportTokenOf(config)
  router.post('/api/sms-reports', async ctx => {
    const { messageId, status, reason } = readSent(reportSms, (ctx.request as { body?: unknown }).body)
    if (token === null || !isSame(ctx.get('X-Report-Token'), token))
      throw new NotAuthenticated('Delivery reports bear SMS_REPORT_TOKEN in X-Report-Token')
    const sent = db('message_log').where({ messageNo: messageId, medium: 'SMS' }).whereIn('status', ['QUEUED', 'SENT'])
    const at = now()
    ctx.body = {
      changed:
        status === 'DELIVERED'
          ? await sent.whereNull('deliveredAt').update({ deliveredAt: at, updatedAt: at })
          : await sent.update({
              status: 'BOUNCED',
              errorText: `Not delivered: ${reason ?? 'no reason given'}`,
              secrets: null,
              updatedAt: at,
            }),
    }
  })
}

const digest = (text: string) => createHash('sha256').update(text).digest()
const isSame = (one: string, other: string) => timingSafeEqual(digest(one), digest(other))
