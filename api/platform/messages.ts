import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import { alwaysSent, type MessageLog, messageLog, type Topic } from '../../resources/platform/message-log.ts'
import { filledIn, oneLine } from '../../resources/platform/message-text.ts'
import { readRow, stored } from '../derive/stored.ts'
import { makeBell } from './bell.ts'
import { now, secondsFromNow, today } from './clock.ts'
import { nextNumber } from './number-series.ts'

/** A mail to be sent: the template of §J.7, to whom, and what is filled in. */
export interface Mail {
  template: string
  topic: Topic
  to: string
  cc?: string | null
  /** Words of the template; amounts and days as they are to be read. */
  values: Readonly<Record<string, string>>
  /** Links and codes that open something: kept apart, read by nobody else, erased once they are sent. */
  secrets?: Readonly<Record<string, string>>
  owner?: { type: string; id: number }
}

const leaseSeconds = 120

/**
 * Writes a mail in the caller's transaction, so that it goes out exactly if its cause stands. Who opted out of its topic
 * gets a row SUPPRESSED instead; without its template it is FAILED and says so.
 */
export async function sendMail(trx: Knex, mail: Mail): Promise<MessageLog['status']> {
  const template: { subject: string | null; body: string } | undefined = await trx('message_template')
    .where({ code: mail.template, medium: 'EMAIL', isActive: 1 })
    .first('subject', 'body')
  const status = !template ? 'FAILED' : (await hasOptedOut(trx, mail)) ? 'SUPPRESSED' : 'QUEUED'
  const at = now()
  await trx('message_log').insert({
    messageNo: await nextNumber(trx, 'MS', today()),
    medium: 'EMAIL',
    templateCode: mail.template,
    topic: mail.topic,
    toAddress: mail.to.toLowerCase(),
    cc: mail.cc ?? null,
    subject: template ? oneLine(filledIn(template.subject ?? '', mail.values)).slice(0, 200) : null,
    body: template ? filledIn(template.body, mail.values) : '',
    secrets: status === 'QUEUED' && mail.secrets ? stored(mail.secrets) : null,
    ownerType: mail.owner?.type ?? null,
    ownerId: mail.owner?.id ?? null,
    status,
    attempts: 0,
    nextAttemptAt: at,
    errorText: template ? null : `There is no e-mail template ${mail.template}: write it under Message Templates`,
    rowVersion: 1,
    createdAt: at,
    updatedAt: at,
  })
  bell.ringAfter(trx)
  return status
}

async function hasOptedOut(trx: Knex, { to, topic }: Mail): Promise<boolean> {
  if (alwaysSent.includes(topic)) return false
  const row = await trx('opt_out_email')
    .where({ address: to.toLowerCase(), isActive: 1 })
    .whereIn('topic', ['ALL', topic])
    .first('id')
  return row !== undefined
}

const bell = makeBell()

/** Calls `wake` whenever a mail of this process was written; returns how to stop that. */
export const onMail = bell.onRing

/** A mail that this process may send now; `lockedBy` is its claim. */
export type ClaimedMail = MessageLog & { lockedBy: string }

/** Takes the next mail that is due, by compare-and-set, for two minutes; null when there is none or others were faster. */
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
    if (taken === 1) return readRow(messageLog, { ...row, ...claim }) as never
  }
  return null
}

/** Writes how a claimed mail ended, or when it is tried again; nothing when it is no longer ours. */
export async function settleMail(db: Knex, { id, lockedBy }: ClaimedMail, result: Partial<MessageLog>): Promise<void> {
  const kept = Object.fromEntries(Object.entries(result).map(([name, value]) => [name, stored(value)]))
  await db('message_log')
    .where({ id, lockedBy })
    .update({ ...kept, lockedBy: null, lockedUntil: null, updatedAt: now() })
}
