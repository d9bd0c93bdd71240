import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import { alwaysSent, type MessageLog, messageLog, type Topic } from '../../resources/platform/message-log.ts'
import { fillPlaceholders, oneLine, withoutEmptyParagraphs } from '../../resources/platform/message-text.ts'
import { decodeRow, encodeValue } from '../derive/row-codec.ts'
import { insertMany } from '../derive/save/write.ts'
import { makeBell } from '../platform/bell.ts'
import { now, secondsFromNow, today } from '../platform/clock.ts'
import { nextNumbers } from '../platform/number-series.ts'
import { readSettings } from '../platform/settings.ts'

/** A mail to be sent: its template, its receiver, and what is filled in. */
export interface Mail {
  template: string
  topic: Topic
  /** Null when there is no address: the mail is saved as FAILED and says whose address is missing. */
  to: string | null
  /** Whose address is missing, as a sentence begins: `Customer 100123 Acme`. */
  whom?: string
  /** Comma-separated. */
  cc?: string | null
  /** Values of the template's placeholders; amounts and days formatted. */
  values: Readonly<Record<string, string>>
  /** Links and codes that open something: stored apart, read by nobody else, erased once they are sent. */
  secrets?: Readonly<Record<string, string>>
  attach?: NonNullable<MessageLog['attach']> | null
  owner?: { type: string; id: number }
}

type Status = MessageLog['status']
interface Template {
  code: string
  subject: string | null
  body: string
}

const leaseSeconds = 120

/** Writes one mail as `sendMails` does. */
export const sendMail = async (trx: Knex, mail: Mail): Promise<Status> => (await sendMails(trx, [mail]))[0]!

/**
 * Writes mails in the caller's transaction, so that they go out exactly if it commits. Receivers who opted out of the
 * topic get a row SUPPRESSED instead; without its template or an address a mail is FAILED with the reason.
 */
export async function sendMails(trx: Knex, mails: readonly Mail[]): Promise<Status[]> {
  if (mails.length === 0) return []
  const templates = await templatesOf(trx, mails)
  const silent = await silentAmong(trx, mails)
  const numbers = await nextNumbers(trx, 'MS', today(), mails.length)
  const rows = mails.map((mail, index) => rowOf(mail, numbers[index]!, templates.get(mail.template), silent))
  await insertMany(trx, 'message_log', rows)
  bell.ringAfter(trx)
  return rows.map(({ status }) => status)
}

type Silent = (address: string, topic: Topic) => boolean

// One address and nothing else: no second receiver, header or group.
const ADDRESS = /^[^\s<>()[\],;:@"\\]+@[^\s<>()[\],;:@"\\]+$/

function rowOf(mail: Mail, messageNo: string, template: Template | undefined, silent: Silent) {
  const { to, whom, topic, cc, values, secrets, attach, owner } = mail
  const errorText = !template
    ? `There is no e-mail template ${mail.template}: write it under Message Templates`
    : to && ADDRESS.test(to)
      ? null
      : `${whom ?? 'The receiver'} has no e-mail address`
  const status: Status = errorText !== null ? 'FAILED' : silent(to!, topic) ? 'SUPPRESSED' : 'QUEUED'
  const at = now()
  return {
    messageNo,
    medium: 'EMAIL',
    templateCode: mail.template,
    topic,
    toAddress: ADDRESS.test(to ?? '') ? to!.toLowerCase() : '',
    cc: wantedCopies(cc, address => !silent(address, topic)),
    subject: template ? oneLine(fillPlaceholders(template.subject ?? '', values)).slice(0, 200) : null,
    body: template ? withoutEmptyParagraphs(fillPlaceholders(template.body, values)).slice(0, 20_000) : '',
    secrets: status === 'QUEUED' ? (secrets ?? null) : null,
    attach: attach ?? null,
    ownerType: owner?.type ?? null,
    ownerId: owner?.id ?? null,
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
    .where({ medium: 'EMAIL', isActive: 1 })
    .select('code', 'subject', 'body')
  return new Map(rows.map(row => [row.code, row]))
}

/** Which receivers opted out of which topic. Sign-in and money reach everybody. */
async function silentAmong(trx: Knex, mails: readonly Mail[]): Promise<Silent> {
  const optional = mails.filter(({ topic }) => !alwaysSent.includes(topic))
  const addresses = optional.flatMap(({ to, cc }) => [to ?? '', ...(cc ?? '').split(',')].map(oneLine).filter(Boolean))
  if (addresses.length === 0) return () => false
  const rows: { address: string; topic: string }[] = await trx('opt_out_email')
    .whereIn('address', [...new Set(addresses.map(address => address.toLowerCase()))])
    .where({ isActive: 1 })
    .select('address', 'topic')
  const out = new Set(rows.map(({ address, topic }) => `${topic} ${address.toLowerCase()}`))
  return (address, topic) =>
    !alwaysSent.includes(topic) && [topic, 'ALL'].some(of => out.has(`${of} ${address.toLowerCase()}`))
}

const bell = makeBell()

/** Calls `wake` whenever this process wrote a mail; returns how to stop that. */
export const onMail = bell.onRing

/**
 * Expires mails that waited longer than `mail.wait_hours`, as they do while no server is connected, so that nobody gets
 * old news. Their links are erased.
 */
export async function expireMails(db: Knex): Promise<void> {
  const hours = (await readSettings(db))['mail.wait_hours']
  const errorText = `Not sent: it had waited longer than ${hours} hours`
  await db('message_log')
    .where({ status: 'QUEUED', medium: 'EMAIL' })
    .where('createdAt', '<', secondsFromNow(-hours * 3600))
    .where(any => any.whereNull('lockedUntil').orWhere('lockedUntil', '<', now()))
    .update({ status: 'EXPIRED', errorText, secrets: null, updatedAt: now() })
}

/** A mail that this process may send now; `lockedBy` is its claim. */
export type ClaimedMail = MessageLog & { lockedBy: string }

/** Claims the next due mail for two minutes, by compare-and-set; null when there is none or others were faster. */
export async function claimMail(db: Knex): Promise<ClaimedMail | null> {
  const at = now()
  const free = (query: Knex.QueryBuilder) =>
    query
      .where({ status: 'QUEUED', medium: 'EMAIL' })
      .where('nextAttemptAt', '<=', at)
      .where(any => any.whereNull('lockedUntil').orWhere('lockedUntil', '<', at))
  const candidates: Record<string, unknown>[] = await free(db('message_log')).orderBy('id').limit(8)
  for (const row of candidates) {
    const claim = {
      attempts: Number(row.attempts) + 1,
      lockedBy: randomUUID(),
      lockedUntil: secondsFromNow(leaseSeconds),
    }
    const taken = await free(
      db('message_log').where({ id: row.id as number, attempts: row.attempts as number }),
    ).update(claim)
    if (taken === 1) return decodeRow(messageLog, { ...row, ...claim }) as never
  }
  return null
}

/** Saves the result of a claimed mail, or when it is tried again; does nothing when the claim was lost. */
export async function settleMail(db: Knex, { id, lockedBy }: ClaimedMail, result: Partial<MessageLog>): Promise<void> {
  const encoded = Object.fromEntries(Object.entries(result).map(([name, value]) => [name, encodeValue(value)]))
  await db('message_log')
    .where({ id, lockedBy })
    .update({ ...encoded, lockedBy: null, lockedUntil: null, updatedAt: now() })
}
