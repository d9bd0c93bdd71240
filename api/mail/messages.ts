import type { Knex } from 'knex'
import { optOutTopicOf } from '../../resources/opt-out-topics.ts'
import type { MessageLog, Topic } from '../../resources/platform/message-log.ts'
import { fillPlaceholders, oneLine, withoutEmptyParagraphs } from '../../resources/platform/message-text.ts'
import { mobileDigits, smsFault, smsValues } from '../../resources/platform/sms-text.ts'
import { insertMany } from '../derive/save/write.ts'
import { makeBell } from '../platform/bell.ts'
import { now, today } from '../platform/clock.ts'
import { nextNumbers } from '../platform/number-series.ts'

/** A message to be sent: its template, its receiver, and what is filled in. An e-mail, unless it says SMS. */
export interface Mail {
  medium?: Medium
  template: string
  topic: Topic
  /** An e-mail address, or a mobile number. Null when there is none: the message is saved as FAILED and says whose is missing. */
  to: string | null
  /** Whose address is missing, as a sentence begins: `Customer 100123 Acme`. */
  whom?: string
  /** Comma-separated; of e-mails only. */
  cc?: string | null
  /** Values of the template's placeholders; amounts and days formatted. In an SMS each is cut to 30 characters. */
  values: Readonly<Record<string, string>>
  /** Links and codes that open something: stored apart, read by nobody else, erased once they are sent. */
  secrets?: Readonly<Record<string, string>>
  attach?: NonNullable<MessageLog['attach']> | null
  owner?: { type: string; id: number }
  /** The customer whom it is about. */
  customerId?: number | null
  /** The text of a message that is sent again, in place of its template's. */
  written?: Pick<MessageLog, 'subject' | 'body'>
  /** The first sending of a message that is sent again, and the user who does it. */
  again?: { of: number; by: number }
}

type Medium = MessageLog['medium']
type Status = MessageLog['status']
interface Template {
  code: string
  medium: Medium
  subject: string | null
  body: string
}

/** Writes one message as `sendMails` does. */
export const sendMail = async (trx: Knex, mail: Mail): Promise<Status> => (await sendMails(trx, [mail]))[0]!

/**
 * Writes e-mails and SMS in the caller's transaction, so that they go out exactly if it commits. Receivers who opted out
 * of the topic get a row SUPPRESSED instead; without its template or an address a message is FAILED with the reason.
 */
export async function sendMails(trx: Knex, mails: readonly Mail[]): Promise<Status[]> {
  if (mails.length === 0) return []
  const templates = await templatesOf(trx, mails)
  const silent = await silentAmong(trx, mails)
  const numbers = await nextNumbers(trx, 'MS', today(), mails.length)
  const rows = mails.map((mail, index) => rowOf(mail, numbers[index]!, templates, silent))
  await insertMany(trx, 'message_log', rows)
  bell.ringAfter(trx)
  return rows.map(({ status }) => status)
}

type Silent = (medium: Medium, address: string, topic: Topic) => boolean

// One address and nothing else: no second receiver, header or group.
const ADDRESS = /^[^\s<>()[\],;:@"\\]+@[^\s<>()[\],;:@"\\]+$/

/** What tells the media apart: how an address is written, what it is called, and who wants no more. */
const media = {
  EMAIL: {
    addressOf: (to: string | null) => (ADDRESS.test(to ?? '') ? to!.toLowerCase() : null),
    address: 'e-mail address',
    name: 'e-mail',
    optOuts: 'opt_out_email',
  },
  SMS: { addressOf: mobileDigits, address: 'mobile number', name: 'SMS', optOuts: 'opt_out_sms' },
} as const

const keyOf = (medium: Medium, code: string) => `${medium} ${code}`

function rowOf(mail: Mail, messageNo: string, templates: ReadonlyMap<string, Template>, silent: Silent) {
  const { medium = 'EMAIL', whom, topic, cc, secrets, attach, owner } = mail
  const values = medium === 'SMS' ? smsValues(mail.values) : mail.values
  const { addressOf, address, name } = media[medium]
  const template = mail.written ?? templates.get(keyOf(medium, mail.template))
  const to = addressOf(mail.to)
  const errorText = !template
    ? `There is no ${name} template ${mail.template}: write it under Message Templates`
    : to === null
      ? `${whom ?? 'The receiver'} has no ${address}`
      : medium === 'SMS'
        ? smsFault({ ...values, ...secrets })
        : null
  const status: Status = errorText !== null ? 'FAILED' : silent(medium, to!, topic) ? 'SUPPRESSED' : 'QUEUED'
  const at = now()
  return {
    messageNo,
    medium,
    templateCode: mail.template,
    topic,
    toAddress: to ?? '',
    cc: wantedCopies(cc, copied => !silent('EMAIL', copied, topic)),
    subject: template?.subject ? oneLine(fillPlaceholders(template.subject, values)).slice(0, 200) : null,
    body: template ? withoutEmptyParagraphs(fillPlaceholders(template.body, values)).slice(0, 20_000) : '',
    secrets: status === 'QUEUED' ? (secrets ?? null) : null,
    attach: attach ?? null,
    ownerType: owner?.type ?? null,
    ownerId: owner?.id ?? null,
    customerId: mail.customerId ?? null,
    retriggerOfId: mail.again?.of ?? null,
    createdById: mail.again?.by ?? null,
    status,
    attempts: 0,
    nextAttemptAt: at,
    errorText,
    rowVersion: 1,
    createdAt: at,
    updatedAt: at,
  }
}

/** Of comma-separated addresses, those that did not opt out. */
function wantedCopies(cc: string | null | undefined, wants: (address: string) => boolean): string | null {
  const addresses = (cc ?? '').split(',').map(address => address.trim())
  return (
    addresses
      .filter(address => ADDRESS.test(address))
      .filter(wants)
      .join(', ') || null
  )
}

async function templatesOf(trx: Knex, mails: readonly Mail[]): Promise<Map<string, Template>> {
  const codes = [...new Set(mails.map(({ template }) => template))]
  const rows: Template[] = await trx('message_template')
    .whereIn('code', codes)
    .where('isActive', 1)
    .select('code', 'medium', 'subject', 'body')
  return new Map(rows.map(row => [keyOf(row.medium, row.code), row]))
}

/** Which receivers opted out of which topic. Sign-in and money reach everybody. */
async function silentAmong(trx: Knex, mails: readonly Mail[]): Promise<Silent> {
  const optional = mails.filter(({ topic }) => optOutTopicOf(topic) !== null)
  const out = new Set<string>()
  for (const medium of ['EMAIL', 'SMS'] as const) {
    const { addressOf, optOuts } = media[medium]
    const addresses = optional
      .filter(mail => (mail.medium ?? 'EMAIL') === medium)
      .flatMap(({ to, cc }) => [to, ...(cc ?? '').split(',')])
      .flatMap(address => addressOf(oneLine(address ?? '')) ?? [])
    if (addresses.length === 0) continue
    const rows: { address: string; topic: string }[] = await trx(optOuts)
      .whereIn('address', [...new Set(addresses)])
      .where({ isActive: 1 })
      .select('address', 'topic')
    for (const { address, topic } of rows) out.add(`${medium} ${topic} ${address.toLowerCase()}`)
  }
  return (medium, address, topic) => {
    const of = optOutTopicOf(topic)
    return of !== null && [of, 'ALL'].some(one => out.has(`${medium} ${one} ${address.toLowerCase()}`))
  }
}

const bell = makeBell()

/** Calls `wake` whenever this process wrote a message; returns how to stop that. */
export const onMail = bell.onRing
