import type { Knex } from 'knex'
import { withLinks } from '../../../resources/platform/message-text.ts'
import type { Config } from '../../platform/config.ts'
import type { Log } from '../../platform/log.ts'
import { readSettings } from '../../platform/settings.ts'
import { isSmsSimulated, type Simulators, SMS_SIMULATOR, simulatorSecret } from '../../platform/simulators.ts'
import { type ClaimedMessage, claimMessage, expireMessages, settleFailed, settleSent } from '../claim-message.ts'
import { type MessageSender, sendingLoop } from '../sending-loop.ts'
import { postSms, type Sms, type SmsGateway } from './gateway.ts'

/** Which gateway takes the SMS: the configured one, or outside production the simulated one; null for none. */
export const smsGatewayOf = (config: Config, simulators: Simulators | null): SmsGateway | null =>
  config.sms ??
  (isSmsSimulated(config) && simulators
    ? { url: `${simulators.url}${SMS_SIMULATOR}`, token: simulatorSecret(config, 'sms') }
    : null)

/** Sends the waiting SMS through a gateway, one after another. */
export function smsSender(db: Knex, log: Log, gateway: SmsGateway, portalUrl: string): MessageSender {
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
