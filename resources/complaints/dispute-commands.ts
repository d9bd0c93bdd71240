import { type AnswerOf, type BodyOf, command, may, rowOf } from '../define/command.ts'
import { date, integer, money, text } from '../define/fields.ts'
import { processCommands } from '../define/process/process-commands.ts'
import { many, maybe } from '../define/shape.ts'
import { arDispute } from './ar-dispute.ts'
import { disputeNote } from './dispute-note.ts'
import { disputeProcess } from './dispute-process.ts'
import { sentFiles, sentNote } from './note-fields.ts'

const room = 'AR disputes'
const id = integer({ min: 1 })

const { invoiceId, disputeType, disputedAmount, description } = arDispute.fields

export const openDispute = command('POST complaints/ar-dispute', {
  room,
  summary: 'Disputes an amount of an invoice, with files; no more than is open and not disputed yet',
  who: may(arDispute, 'create'),
  idempotent: 'must',
  body: {
    invoiceId,
    disputeType,
    disputedAmount,
    description: { ...description, min: 5 },
    complaintId: maybe(id),
    attachmentIds: sentFiles,
  },
  answer: rowOf(arDispute),
  example: { invoiceId: 12, disputeType: 'PRICE', disputedAmount: 125000, description: 'The contract says 240' },
})
export type NewDispute = BodyOf<typeof openDispute>

export const addDisputeNote = command('POST dispute-notes', {
  room,
  summary: 'Adds a note to a dispute, for the customer too or internal, and notifies those concerned',
  who: may(arDispute, 'create'),
  idempotent: 'must',
  body: { disputeId: disputeNote.fields.disputeId, ...sentNote(disputeNote.fields) },
  answer: rowOf(disputeNote),
  refusals: { NOT_ALLOWED_STATE: [409, 'the dispute is over'] },
})

const steps = processCommands(disputeProcess, arDispute, {
  room,
  who: may(arDispute, 'update', 'approve'),
  whoMany: may(arDispute, 'update'),
  readers: may(arDispute, 'read'),
})
export const { offered: disputeSteps, take: takeDisputeStep, many: takeDisputeStepOnMany } = steps

export const disputableInvoices = command('GET disputable-invoices', {
  room,
  summary: 'The invoices with an open balance, in paise, and what of it is disputed',
  who: may(arDispute, 'create'),
  body: { customerId: maybe(id), invoiceId: maybe(id), q: text({ max: 16, optional: true }) },
  answer: {
    invoices: many(
      {
        id,
        invoiceNo: text({ max: 16 }),
        invoiceDate: date(),
        balance: money({ min: 0, hint: 'What is owed and is not being paid' }),
        disputed: money({ min: 0, hint: 'How much of the item is disputed already' }),
      },
      { most: 50 },
    ),
  },
})
export type DisputableInvoice = AnswerOf<typeof disputableInvoices>['invoices'][number]

export const disputePeople = command('GET dispute-people', {
  room,
  summary: 'The employees who can own all of these disputes; with q those who read them, by part of their name',
  who: may(arDispute, 'create'),
  body: { ids: text({ max: 1000 }), q: text({ max: 80, optional: true }) },
  answer: { people: many({ employeeId: id, userId: id, name: text() }, { most: 50 }) },
})
