import { type AnswerOf, command, may } from '../define/command.ts'
import { date, integer, money, text } from '../define/fields.ts'
import { processCommands } from '../define/process-commands.ts'
import { many, maybe } from '../define/shape.ts'
import { arDispute } from './ar-dispute.ts'
import { disputeProcess } from './dispute-process.ts'

const room = 'AR disputes'
const id = integer({ min: 1 })

const steps = processCommands(disputeProcess, arDispute, {
  room,
  paths: { steps: 'dispute-steps', many: 'dispute-bulk-steps' },
  key: 'disputeId',
  rows: 'disputes',
  number: 'disputeNo',
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
        disputed: money({ min: 0, hint: 'What of it is disputed already' }),
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
