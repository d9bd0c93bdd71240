import { createHash, timingSafeEqual } from 'node:crypto'
import { NotAuthenticated } from '@feathersjs/errors'
import type { Knex } from 'knex'
import { reportSms } from '../../../resources/platform/commands/mail.ts'
import { withLinks } from '../../../resources/platform/message-text.ts'
import { readSent } from '../../derive/command/read-body.ts'
import { now } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { ApiRouter } from '../../platform/http/router.ts'
import type { Log } from '../../platform/log.ts'
import { callOut } from '../../platform/outgoing/call-out.ts'
import { readSettings } from '../../platform/settings.ts'
import { isSmsSimulated, type Simulators, SMS_SIMULATOR, simulatorSecret } from '../../platform/simulators.ts'
import type { DueWork } from '../../platform/work/due-work.ts'
import { type ClaimedMessage, claimMessage, expireMessages, settleFailed, settleSent } from '../claim-message.ts'
import { type MessageSender, sendingLoop } from '../sending-loop.ts'
import { postSms, type Sms, type SmsGateway } from './gateway.ts'

/** Which gateway takes the SMS: the configured one, or outside production the simulated one; null for none. */
const smsGatewayOf = (config: Config, simulators: Simulators | null): SmsGateway | null =>
  config.sms ??
  (isSmsSimulated(config) && simulators
    ? { url: `${simulators.url}${SMS_SIMULATOR}`, token: simulatorSecret(config, 'sms') }
    : null)

/** Sends the waiting SMS through a gateway, one after another. */
function smsSender(db: Knex, log: Log, gateway: SmsGateway, portalUrl: string): MessageSender {
  return sendingLoop(log, {
    prepare: () => expireMessages(db, 'SMS'),
    async sendNext() {
      const next = await claimMessage(db, 'SMS')
      if (next) await sendOne(db, log, gateway, next, portalUrl)
      return next !== null
    },
  })
}

async function sendOne(db: Knex, log: Log, gateway: SmsGateway, message: ClaimedMessage, portalUrl: string) {
  const { messageNo, attempts } = message
  const sms = await smsOf(db, message, portalUrl)
  const result =
    typeof sms === 'string'
      ? { taken: false as const, reason: sms, isFinal: true, pauseSeconds: 0 }
      : await postSms(gateway, sms)
  if (result.taken) return settleSent(db, message)
  log.warn({ messageNo, attempts, reason: result.reason }, 'An SMS was not taken')
  await settleFailed(db, message, result)
}

/** A message as the gateway takes it, or a sentence that says what is not registered with DLT. */
async function smsOf(db: Knex, message: ClaimedMessage, portalUrl: string): Promise<Sms | string> {
  const { templateCode, messageNo, toAddress, body, secrets } = message
  const settings = await readSettings(db)
  const entityId = settings['sms.entity_id']
  const header = settings['sms.header']
  const link = settings['sms.link_address']
  if (entityId === '-') return 'Our DLT entity id is missing: write it under Settings, sms.entity_id'
  if (header === '-') return 'Our DLT header is missing: write it under Settings, sms.header'
  const template = await db('message_template').where({ code: templateCode, medium: 'SMS' }).first('dltTemplateId')
  const templateId: string | null = template?.dltTemplateId ?? null
  if (!templateId) return `The SMS template ${templateCode} has no DLT template id: write it under Message Templates`
  const text = withLinks(body, secrets ?? null, link === '-' ? portalUrl : link)
  return { messageId: messageNo, mobile: toAddress, text, entityId, header, templateId }
}

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
