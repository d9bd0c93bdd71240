import type { Knex } from 'knex'
import { webAddress } from '../../resources/define/web-address.ts'
import { placeholderFaults, samples } from '../../resources/platform/message-placeholders.ts'
import type { ActionHandler } from '../derive/extend.ts'
import { type Candidate, changesAny } from '../derive/save/candidate.ts'
import { isForbiddenHere } from '../derive/save/check-addresses.ts'
import { sendMails } from '../mail/messages.ts'
import { conflict } from '../platform/errors.ts'

/** A text names only what is filled into it, so that nobody is written «Dear {nam}». */
export async function checkTemplates(_db: Knex, candidates: Candidate[]): Promise<void> {
  for (const candidate of candidates) {
    if (!changesAny(candidate, 'subject', 'body', 'code')) continue
    const faults = placeholderFaults(candidate.row as Parameters<typeof placeholderFaults>[0])
    candidate.faults.push(...faults.map(fault => ({ ...fault, code: 'FORMAT' })))
    const wrong = addressesWritten(String(candidate.row.body)).find(
      written => webAddress(written) === null || isForbiddenHere(written),
    )
    if (wrong === undefined) continue
    const message = `Body names “${wrong.slice(0, 60)}”: write a web address that starts with https://`
    candidate.faults.push({ field: 'body', code: 'FORMAT', message })
  }
}

/** What stands in a text as an address, with whatever scheme. */
const addressesWritten = (text: string) => text.match(/[a-z][a-z0-9+.-]*:\/\/[^\s<>"'»”,;]*[^\s<>"'»”,;.)]/gi) ?? []

interface Receiver {
  email: string
  mobile: string | null
}

/** Sends templates, filled in with samples, to the person who asks. */
export const sendTests: ActionHandler = async (trx, { rows, person }) => {
  const { email, mobile }: Receiver = await trx('user').where({ id: person.id }).first('email', 'mobile')
  if (mobile === null && rows.some(({ medium }) => medium === 'SMS'))
    throw conflict(
      'NOT_ALLOWED_STATE',
      'You have no mobile number here: have it entered under Employees, then send the SMS again',
    )
  const mails = rows.map(({ id, code, medium }) => ({
    medium: medium as 'EMAIL' | 'SMS',
    template: String(code),
    topic: 'SECURITY' as const,
    to: medium === 'SMS' ? mobile : email,
    values: samples,
    owner: { type: 'message-template', id },
  }))
  const statuses = await sendMails(trx, mails)
  if (statuses.includes('FAILED'))
    throw conflict('NOT_ALLOWED_STATE', 'A deactivated template is not sent: activate it first')
  const to = [...new Set(mails.map(({ to }) => to))].join(' and ')
  return `${rows.length === 1 ? 'A test goes' : `${rows.length} tests go`} to ${to}, filled in with samples.`
}
