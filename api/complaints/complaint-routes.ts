import { complaint } from '../../resources/complaints/complaint.ts'
import { complaintNote } from '../../resources/complaints/complaint-note.ts'
import { integer } from '../../resources/define/fields.ts'
import { bodyOf, listOf, maybe, orNull, type Routes, rowOf } from '../derive/docs/route.ts'
import type { Person } from '../derive/rights/person.ts'
import { complaintFields, MOST_FILES } from './complaint-input.ts'

const TAG = 'Complaints'
const has = (right: 'create' | 'update') => (person: Person) => person.ability.can(right, complaint.path)
const optional = <Name extends keyof typeof complaint.fields>(names: readonly Name[]) =>
  Object.fromEntries(names.map(name => [name, maybe(orNull(complaint.fields[name]))]))

/** What other programs may ask of complaints, besides reading them. */
export const complaintRoutes: Routes = {
  'POST complaints': {
    tag: TAG,
    summary: 'Opens a complaint with its files, and assigns it to the account owner',
    body: bodyOf({
      ...optional(complaintFields),
      categoryId: complaint.fields.categoryId,
      description: complaint.fields.description,
      attachmentIds: maybe(listOf(integer({ min: 1 }), MOST_FILES)),
      feedbackId: maybe(orNull(integer({ min: 1, hint: 'The feedback of which it is made' }))),
    }),
    answer: rowOf(complaint),
    isIdempotent: 'must',
    isFor: has('create'),
    examples: { body: { categoryId: 4, invoiceId: 12, description: 'Two cartons are wet', attachmentIds: [31] } },
  },
  'POST complaint-notes': {
    tag: TAG,
    summary: 'Adds a note to a complaint, for the customer too or internal, and notifies those concerned',
    body: bodyOf({
      complaintId: complaintNote.fields.complaintId,
      body: complaintNote.fields.body,
      audience: complaintNote.fields.audience,
      attachmentId: maybe(orNull(integer({ min: 1 }))),
      mentions: maybe(listOf(integer({ min: 1 }), 10)),
    }),
    answer: rowOf(complaintNote),
    refusals: { 409: 'NOT_ALLOWED_STATE: the complaint is over' },
    isIdempotent: 'must',
    isFor: has('update'),
  },
}
