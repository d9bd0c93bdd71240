import { arDispute } from '../../resources/complaints/ar-dispute.ts'
import { disputeNote } from '../../resources/complaints/dispute-note.ts'
import { integer } from '../../resources/define/fields.ts'
import { bodyOf, listOf, maybe, orNull, type Routes, rowOf } from '../derive/docs/route.ts'
import type { Person } from '../derive/rights/person.ts'
import { MOST_FILES } from './complaint-input.ts'

const TAG = 'AR disputes'
const has = (right: 'create') => (person: Person) => person.ability.can(right, arDispute.path)
const id = integer({ min: 1 })
const { invoiceId, disputeType, disputedAmount, description } = arDispute.fields

/** What other programs may ask of disputes, besides reading them. */
export const disputeRoutes: Routes = {
  'POST complaints/ar-dispute': {
    tag: TAG,
    summary: 'Disputes an amount of an invoice, with files; no more than is open and not disputed yet',
    body: bodyOf({
      invoiceId,
      disputeType,
      disputedAmount,
      description,
      complaintId: maybe(orNull(id)),
      attachmentIds: maybe(listOf(id, MOST_FILES)),
    }),
    answer: rowOf(arDispute),
    isIdempotent: 'must',
    isFor: has('create'),
    examples: {
      body: { invoiceId: 12, disputeType: 'PRICE', disputedAmount: 125000, description: 'The contract says 240' },
    },
  },
  'POST dispute-notes': {
    tag: TAG,
    summary: 'Adds a note to a dispute, for the customer too or internal, and notifies those concerned',
    body: bodyOf({
      disputeId: disputeNote.fields.disputeId,
      body: disputeNote.fields.body,
      audience: disputeNote.fields.audience,
      attachmentId: maybe(orNull(id)),
      mentions: maybe(listOf(id, 10)),
    }),
    answer: rowOf(disputeNote),
    refusals: { 409: 'NOT_ALLOWED_STATE: the dispute is over' },
    isIdempotent: 'must',
    isFor: has('create'),
  },
}
