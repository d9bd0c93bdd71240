import type { Knex } from 'knex'
import { labelOf } from '../../resources/define/label.ts'
import { dayText } from '../../resources/define/show.ts'
import { type CustomerAnnexure, customerAnnexure } from '../../resources/masters/customer-annexure.ts'
import { masterWithLines } from '../../resources/masters/master-with-lines.ts'
import { PORTAL } from '../../resources/platform/message-text.ts'
import type { ActionHandler } from '../derive/extend.ts'
import type { Author } from '../derive/save/author.ts'
import { type Candidate, changesAny } from '../derive/save/candidate.ts'
import { saveChanges } from '../derive/save/save-changes.ts'
import { sendMails } from '../mail/messages.ts'
import { now, today } from '../platform/clock.ts'
import { refused } from '../platform/errors.ts'
import { contactsOf } from './contacts-of.ts'
import { checkDocumentFile } from './document-file.ts'
import { requireLines } from './save-lines.ts'
import { copyWithLines } from './with-lines.ts'

/** Once issued, only the end and the signed paper of an annexure may change. */
export async function checkAnnexures(db: Knex, candidates: Candidate[], author: Author): Promise<void> {
  await checkDocumentFile(db, candidates, 'ANNEXURE', author)
  for (const candidate of candidates) {
    if (!candidate.before || candidate.before.status === 'DRAFT') continue
    for (const name of SHOWN.filter(name => changesAny(candidate, name))) {
      const label = labelOf(name, customerAnnexure.fields[name])
      const message = `${label} is fixed once the annexure was issued: take it back, or copy it`
      candidate.faults.push({ field: name, code: 'NOT_ALLOWED_STATE', message })
    }
  }
}

const SHOWN = [
  'annexureNo',
  'customerId',
  'sbuId',
  'agreementRef',
  'paymentTermsDays',
  'freightTerms',
  'termsText',
  'validFrom',
] as const

const set = (changes: Partial<CustomerAnnexure>) => () => changes

/** Issues the annexure to its customer and fixes its lines. */
export const issueAnnexure: ActionHandler = async (trx, { rows, author }) => {
  const [annexure] = rows as unknown as CustomerAnnexure[]
  await requireLines(
    masterWithLines('customer-annexure'),
    trx,
    annexure!.id,
    'Add at least one line before you issue the annexure',
  )
  if (annexure!.validTo < today()) throw refused([wrong('validTo', 'Valid to is past: set a later day first')])
  const unasked = { changeRequest: null, changeRequestedById: null, changeRequestedAt: null }
  await saveChanges(trx, customerAnnexure, rows, set({ status: 'ISSUED', ...unasked }), author)
  const mailedTo = await mailAnnexure(trx, annexure!)
  const mailed =
    mailedTo === 0
      ? 'No user of the customer has an e-mail address: tell them yourself'
      : `The customer is notified by mail (${mailedTo})`
  return `Annexure ${annexure!.annexureNo} is shown to the customer in the portal. ${mailed}.`
}

const wrong = (field: string, message: string) => ({ field, code: 'NOT_ALLOWED_STATE', message })

/** Returns the annexure to a draft, to be changed; the customer no longer sees it. */
export const takeBackAnnexure: ActionHandler = async (trx, { rows, author }) => {
  await saveChanges(trx, customerAnnexure, rows, set({ status: 'DRAFT' }), author)
}

/** Records that the customer agrees, with their name and the day. */
export const acceptAnnexure: ActionHandler = async (trx, { rows, values: inputs, person, author }) => {
  const acceptedOn = String(inputs.acceptedOn)
  if (acceptedOn > today()) throw refused([wrong('acceptedOn', 'Date of acceptance must not lie in the future')])
  const accepted = { acceptedById: person.id, acceptedAt: now(), acceptedName: String(inputs.acceptedName), acceptedOn }
  await saveChanges(trx, customerAnnexure, rows, set({ status: 'ACCEPTED', ...accepted }), author)
}

/** Records the change that the customer wants on the annexure, for the owner of the account. */
export const requestChange: ActionHandler = async (trx, { rows, values: inputs, person, author }) => {
  const request = {
    changeRequest: String(inputs.changeRequest),
    changeRequestedById: person.id,
    changeRequestedAt: now(),
  }
  await saveChanges(trx, customerAnnexure, rows, set(request), author)
  return 'Your comment is saved with the annexure and shown to your account owner.'
}

const ACCEPTANCE = ['acceptedById', 'acceptedAt', 'acceptedName', 'acceptedOn'] as const
const REQUEST = ['changeRequest', 'changeRequestedById', 'changeRequestedAt'] as const

/** Makes a new draft with the same lines. */
export const copyAnnexure: ActionHandler = async (trx, { rows, values: asked, author }) => {
  const empty = Object.fromEntries([...ACCEPTANCE, ...REQUEST, 'attachmentId'].map(name => [name, null]))
  const changes = { ...empty, ...asked, status: 'DRAFT' }
  const made = await copyWithLines(trx, masterWithLines('customer-annexure'), rows[0]!, changes, author)
  return `Annexure ${made.annexureNo} is made as a draft.`
}

/** Mails the buyers and the owner of a customer that an annexure waits to be accepted; returns to how many. */
async function mailAnnexure(trx: Knex, annexure: CustomerAnnexure): Promise<number> {
  const contacts = await contactsOf(trx, [annexure.customerId], ['PURCHASE', 'OWNER'])
  const statuses = await sendMails(
    trx,
    contacts.map(({ name, to, whom }) => ({
      template: 'ANNEXURE_ISSUED',
      topic: 'ORDER' as const,
      to,
      whom,
      values: {
        name,
        annexureNo: annexure.annexureNo,
        agreementRef: annexure.agreementRef,
        validFrom: dayText(annexure.validFrom),
        validTo: dayText(annexure.validTo),
        link: `${PORTAL}/${customerAnnexure.path}/show/${annexure.id}`,
      },
      owner: { type: customerAnnexure.name, id: annexure.id },
    })),
  )
  return statuses.filter(status => status === 'QUEUED').length
}
