import type { Knex } from 'knex'
import { placeholderFaults, samples } from '../../resources/platform/message-placeholders.ts'
import type { ActionHandler } from '../derive/extend.ts'
import { type Candidate, changesAny } from '../derive/save/candidate.ts'
import { sendMails } from '../mail/messages.ts'
import { conflict } from '../platform/errors.ts'

/** A text names only what is filled into it, so that nobody is written «Dear {nam}». */
export async function checkTemplates(_db: Knex, candidates: Candidate[]): Promise<void> {
  for (const candidate of candidates) {
    if (!changesAny(candidate, 'subject', 'body', 'code')) continue
    const faults = placeholderFaults(candidate.row as Parameters<typeof placeholderFaults>[0])
    candidate.faults.push(...faults.map(fault => ({ ...fault, code: 'FORMAT' })))
  }
}

/** Mails templates, filled in with samples, to the person who asks. */
export const sendTests: ActionHandler = async (trx, { rows, person }) => {
  const { email }: { email: string } = await trx('user').where({ id: person.id }).first('email')
  const mails = rows.map(({ id, code }) => ({
    template: String(code),
    topic: 'SECURITY' as const,
    to: email,
    values: samples,
    owner: { type: 'message-template', id },
  }))
  const statuses = await sendMails(trx, mails)
  if (statuses.includes('FAILED'))
    throw conflict('NOT_ALLOWED_STATE', 'A deactivated template is not sent: activate it first')
  return `${rows.length === 1 ? 'A test goes' : `${rows.length} tests go`} to ${email}, filled in with samples.`
}
