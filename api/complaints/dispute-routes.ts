import { arDispute } from '../../resources/complaints/ar-dispute.ts'
import type { DisputableInvoice, DisputeStepResult } from '../../resources/complaints/dispute-answers.ts'
import { type DisputeStep, disputeFlow, manySteps } from '../../resources/complaints/dispute-flow.ts'
import { disputeNote } from '../../resources/complaints/dispute-note.ts'
import { choice, date, flag, integer, money, text } from '../../resources/define/fields.ts'
import { answerOf, bodyOf, listOf, maybe, orNull, type Routes, rowOf } from '../derive/docs/route.ts'
import type { Person } from '../derive/rights/person.ts'
import { MOST_FILES } from './complaint-input.ts'
import { takesSteps } from './take-dispute-step.ts'

const TAG = 'AR disputes'
const has = (right: 'read' | 'create' | 'update') => (person: Person) => person.ability.can(right, arDispute.path)
const steps = Object.keys(disputeFlow.steps) as DisputeStep[]
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
  'GET disputable-invoices': {
    tag: TAG,
    summary: 'The invoices with an open balance, in paise, and what of it is disputed',
    query: { customerId: maybe(id), invoiceId: maybe(id), q: text({ max: 16, optional: true }) },
    answer: answerOf({
      invoices: listOf(
        answerOf<DisputableInvoice>({
          id,
          invoiceNo: text({ max: 16 }),
          invoiceDate: date(),
          balance: money({ min: 0 }),
          disputed: money({ min: 0 }),
        }),
      ),
    }),
    isFor: has('create'),
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
  'GET dispute-steps': {
    tag: TAG,
    summary: 'The steps that you may take on a dispute now',
    query: { disputeId: id },
    answer: answerOf({ steps: listOf(choice(steps)) }),
    isFor: has('read'),
  },
  'POST dispute-steps': {
    tag: TAG,
    summary: 'Takes a step of a dispute: take over, ask, answer, accept, confirm, reject, enter the credit note, close',
    body: bodyOf({
      disputeId: id,
      rowVersion: id,
      step: choice(steps),
      remark: maybe(text({ max: 2000 })),
      acceptedAmount: maybe(orNull(money({ min: 1 }))),
      settlementNoteNo: maybe(orNull(text({ max: 16 }))),
      ownerEmployeeId: maybe(orNull(id)),
    }),
    answer: answerOf({ id, status: arDispute.fields.status, rowVersion: id }),
    refusals: { 409: 'NOT_ALLOWED_STATE, STALE_ROW: the dispute went on' },
    isFor: takesSteps,
    examples: {
      body: { disputeId: 7, rowVersion: 3, step: 'accept', acceptedAmount: 125000, remark: 'By your contract' },
    },
  },
  'POST dispute-bulk-steps': {
    tag: TAG,
    summary: 'Takes over, reassigns or closes many disputes, each separately, with a result for each',
    body: bodyOf({
      disputes: listOf(bodyOf({ id, rowVersion: id }), 100),
      step: choice(manySteps),
      ownerEmployeeId: maybe(orNull(id)),
      remark: maybe(text({ max: 255 })),
    }),
    answer: answerOf({
      results: listOf(
        answerOf<DisputeStepResult>({
          id,
          disputeNo: orNull(text({ max: 14 })),
          isDone: flag(),
          message: orNull(text({ max: 255 })),
        }),
      ),
    }),
    isFor: has('update'),
  },
  'GET dispute-people': {
    tag: TAG,
    summary: 'The employees who can own all of these disputes; with q those who read them, by part of their name',
    query: { ids: text({ max: 1000 }), q: text({ max: 80, optional: true }) },
    answer: answerOf({ people: listOf(answerOf({ employeeId: id, userId: id, name: text() })) }),
    isFor: has('create'),
  },
}
