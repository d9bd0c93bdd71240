import { type AnswerOf, type BodyOf, command, may, rowOf } from '../define/command.ts'
import { integer, text } from '../define/fields.ts'
import { pick } from '../define/pick.ts'
import { processCommands } from '../define/process/process-commands.ts'
import { allMaybe, many, maybe } from '../define/shape.ts'
import { complaint } from './complaint.ts'
import { complaintNote } from './complaint-note.ts'
import { complaintProcess } from './complaint-process.ts'
import { sentFiles, sentNote } from './note-fields.ts'

const room = 'Complaints'
const id = integer({ min: 1 })

const { categoryId, priority, description } = complaint.fields
/** What a complaint names: of a customer, the customer goes without saying; the SBU mostly follows from the invoice. */
const named = pick(complaint.fields, [
  'customerId',
  'sbuId',
  'invoiceId',
  'invoiceLineId',
  'orderId',
  'productId',
  'lrId',
  'batchNo',
  'affectedQty',
  'followsId',
])

export const openComplaint = command('POST complaints', {
  room,
  summary: 'Opens a complaint with its files, and assigns it to the account owner',
  who: may(complaint, 'create'),
  idempotent: 'must',
  body: {
    ...allMaybe(named),
    categoryId,
    priority: maybe(priority),
    description: { ...description, min: 5 },
    attachmentIds: sentFiles,
    feedbackId: maybe({ ...id, hint: 'The feedback of which it is made' }),
  },
  answer: rowOf(complaint),
  example: { categoryId: 4, invoiceId: 12, description: 'Two cartons are wet', attachmentIds: [31] },
})
export type NewComplaint = BodyOf<typeof openComplaint>

export const addComplaintNote = command('POST complaint-notes', {
  room,
  summary: 'Adds a note to a complaint, for the customer too or internal, and notifies those concerned',
  who: may(complaint, 'update'),
  idempotent: 'must',
  body: { complaintId: complaintNote.fields.complaintId, ...sentNote(complaintNote.fields) },
  answer: rowOf(complaintNote),
  refusals: { NOT_ALLOWED_STATE: [409, 'the complaint is over'] },
})

const steps = processCommands(complaintProcess, complaint, {
  room,
  who: may(complaint, 'update'),
  whoMany: may(complaint, 'approve'),
  readers: may(complaint, 'read'),
})
export const { offered: complaintSteps, take: takeComplaintStep, many: takeComplaintStepOnMany } = steps

export const complaintPeople = command('GET complaint-people', {
  room,
  summary: 'The employees who can own all of these complaints, by part of their name',
  who: may(complaint, 'update'),
  body: { ids: text({ max: 1000 }), q: text({ max: 80, optional: true }) },
  answer: { people: many({ employeeId: id, userId: id, name: text() }, { most: 50 }) },
})
/** An employee who can own a complaint, or be named in a note. */
export type ComplaintPerson = AnswerOf<typeof complaintPeople>['people'][number]
