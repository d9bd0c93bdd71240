import type { Knex } from 'knex'
import { instantOf } from '../../../resources/define/dates.ts'
import { text } from '../../../resources/define/fields.ts'
import { normalise } from '../../../resources/define/formats.ts'
import { type Fault, problemWith } from '../../../resources/define/validate.ts'
import type { MessageLog } from '../../../resources/platform/message-log.ts'
import type { ActionHandler } from '../../derive/extend.ts'
import { type Mail, sendMails } from '../../mail/messages.ts'
import { today } from '../../platform/clock.ts'
import { invalidField, refused } from '../../platform/errors.ts'
import { makeFeedbackLink } from './feedback-link.ts'

const MOST_ROWS = 200
const MOST_A_DAY = 3

/**
 * Sends messages again as they were written, each as a row of its own, at most 200 at once and each three times a day;
 * opt-outs are honoured, and links that open something are made anew. Of several, those that cannot be sent are left out
 * and named; throws 422 when none can.
 */
export const resendMessages: ActionHandler = async (trx, { rows, values, person }) => {
  const messages = rows as unknown as MessageLog[]
  if (messages.length > MOST_ROWS)
    throw invalidField('rows', 'RANGE', `Send again: choose at most ${MOST_ROWS} messages at a time`)
  const to = addressOf(messages, values.toAddress as string | null)
  const sentToday = await resendsOfToday(trx, messages)
  const links = new Map<number, string>()
  const faults: Fault[] = []
  const mails: Mail[] = []
  for (const message of messages) {
    const fault = await faultOf(trx, message, to, sentToday.get(rootOf(message)) ?? 0)
    if (fault) {
      faults.push({ field: 'rows', code: 'RULE', message: `${message.messageNo}: ${fault}` })
      continue
    }
    sentToday.set(rootOf(message), (sentToday.get(rootOf(message)) ?? 0) + 1)
    mails.push(await mailAgain(trx, message, to, links, person.id))
  }
  if (mails.length === 0) throw refused(faults)
  const statuses = await sendMails(trx, mails)
  return summary(statuses, faults)
}

/** The first sending of a message, which all later ones count for. */
const rootOf = ({ id, retriggerOfId }: MessageLog): number => retriggerOfId ?? id

function addressOf([first, ...others]: readonly MessageLog[], typedAddress: string | null): string | null {
  if (!typedAddress || !first) return null
  if (others.length > 0)
    throw invalidField('toAddress', 'RANGE', 'To another address: choose one message, or leave the address empty')
  const format = first.medium === 'SMS' ? 'mobile' : 'email'
  const address = normalise(format, typedAddress)
  const problem = problemWith(text({ max: 254, format }), address)
  if (problem) throw invalidField('toAddress', problem[0], `To another address ${problem[1]}`)
  return address
}

/** How often each first sending was repeated today; its row is locked, so that two people do not both send the last one. */
async function resendsOfToday(trx: Knex, messages: readonly MessageLog[]): Promise<Map<number, number>> {
  const roots = [...new Set(messages.map(rootOf))].sort((a, b) => a - b)
  await trx('message_log').whereIn('id', roots).orderBy('id').forUpdate().select('id')
  const again: number[] = await trx('message_log')
    .whereIn('retriggerOfId', roots)
    .where('createdAt', '>=', instantOf(today()))
    .forUpdate()
    .pluck('retriggerOfId')
  return new Map(roots.map(root => [root, again.filter(id => id === root).length]))
}

async function faultOf(db: Knex, message: MessageLog, to: string | null, sentToday: number): Promise<string | null> {
  if (message.body === '') return 'it was never written, because its template was missing'
  if (to === null && message.toAddress === '') return 'it has no address: send it separately to another address'
  if (sentToday >= MOST_A_DAY) return `it was sent again ${MOST_A_DAY} times today: try tomorrow`
  if (message.topic !== 'FEEDBACK') return null
  const row = await db('shipment')
    .join('lr', 'lr.id', 'shipment.lrId')
    .leftJoin('feedback', 'feedback.shipmentId', 'shipment.id')
    .where('shipment.lrId', message.ownerId)
    .first('feedback.id', 'lr.deliveryStatus')
  if (row?.id) return 'the customer has given the feedback'
  return row?.deliveryStatus === 'DELIVERED' ? null : 'the goods are not delivered'
}

async function mailAgain(
  trx: Knex,
  message: MessageLog,
  to: string | null,
  links: Map<number, string>,
  by: number,
): Promise<Mail> {
  const { medium, templateCode, topic, toAddress, subject, body, attach, ownerType, ownerId, customerId } = message
  const asksFeedback = topic === 'FEEDBACK'
  if (asksFeedback && !links.has(ownerId!)) {
    const { id } = await trx('shipment').where('lrId', ownerId).first('id')
    links.set(ownerId!, await makeFeedbackLink(trx, id))
  }
  return {
    medium,
    template: templateCode,
    topic,
    to: to ?? toAddress,
    written: { subject, body },
    // The link of an approver is theirs alone, and comes with their reminder.
    values: { approveLink: 'please sign in for this one' },
    ...(asksFeedback && { secrets: { feedbackLink: links.get(ownerId!)! } }),
    attach,
    ...(ownerType !== null && ownerId !== null && { owner: { type: ownerType, id: ownerId } }),
    customerId,
    again: { of: rootOf(message), by },
  }
}

function summary(statuses: readonly MessageLog['status'][], faults: readonly Fault[]): string {
  const count = (status: MessageLog['status']) => statuses.filter(one => one === status).length
  const parts = [`Sent again: ${count('QUEUED')}.`]
  if (count('SUPPRESSED') > 0) parts.push(`Not sent, because the receiver opted out: ${count('SUPPRESSED')}.`)
  if (count('FAILED') > 0) parts.push(`Failed: ${count('FAILED')}.`)
  if (faults.length > 0) parts.push(`Left out: ${faults.map(({ message }) => message).join('; ')}.`)
  return parts.join(' ')
}
