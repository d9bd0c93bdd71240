import { complaint } from '../../resources/complaints/complaint.ts'
import type { ReassignResult } from '../../resources/complaints/complaint-answers.ts'
import { type ComplaintStep, complaintFlow } from '../../resources/complaints/complaint-flow.ts'
import { complaintNote } from '../../resources/complaints/complaint-note.ts'
import { choice, integer, text } from '../../resources/define/fields.ts'
import { answerOf, bodyOf, listOf, maybe, orNull, type Routes, rowOf } from '../derive/docs/route.ts'
import type { Person } from '../derive/rights/person.ts'
import { complaintFields, MOST_FILES } from './complaint-input.ts'
import { saidFields } from './take-complaint-step.ts'

const TAG = 'Complaints'
const has = (right: 'read' | 'create' | 'update' | 'approve') => (person: Person) =>
  person.ability.can(right, complaint.path)
const steps = Object.keys(complaintFlow.steps) as ComplaintStep[]
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
  'GET complaint-steps': {
    tag: TAG,
    summary: 'The steps that you may take on a complaint now',
    query: { complaintId: integer({ min: 1 }) },
    answer: answerOf({ steps: listOf(choice(steps)) }),
    isFor: has('read'),
  },
  'POST complaint-steps': {
    tag: TAG,
    summary: 'Takes a step of a complaint: start, ask, answer, resolve, accept, reopen, withdraw, reassign',
    body: bodyOf({
      complaintId: integer({ min: 1 }),
      rowVersion: integer({ min: 1 }),
      step: choice(steps),
      remark: maybe(text({ max: 2000 })),
      ...optional(saidFields),
    }),
    answer: answerOf({ id: integer(), status: complaint.fields.status, rowVersion: integer() }),
    refusals: { 409: 'NOT_ALLOWED_STATE, STALE_ROW: the complaint went on' },
    isFor: has('update'),
    examples: { body: { complaintId: 7, rowVersion: 3, step: 'ask', remark: 'Please send a photo of the label' } },
  },
  'POST complaint-reassignments': {
    tag: TAG,
    summary: 'Assigns many complaints to one owner, each separately',
    body: bodyOf({
      complaints: listOf(bodyOf({ id: integer({ min: 1 }), rowVersion: integer({ min: 1 }) }), 100),
      ownerEmployeeId: integer({ min: 1 }),
      remark: maybe(text({ max: 255 })),
    }),
    answer: answerOf({
      results: listOf(
        answerOf<ReassignResult>({
          complaintId: integer(),
          refused: orNull(text({ hint: 'Why it was not given to them' })),
        }),
      ),
    }),
    isFor: has('approve'),
  },
  'GET complaint-people': {
    tag: TAG,
    summary: 'The employees who can own all of these complaints, by part of their name',
    query: { ids: text({ max: 1000 }), q: text({ max: 80, optional: true }) },
    answer: answerOf({
      people: listOf(answerOf({ employeeId: integer(), userId: integer(), name: text() })),
    }),
    isFor: has('update'),
  },
}
