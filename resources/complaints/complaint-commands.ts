import { type AnswerOf, command, may } from '../define/command.ts'
import { integer, text } from '../define/fields.ts'
import { processCommands } from '../define/process-commands.ts'
import { many } from '../define/shape.ts'
import { complaint } from './complaint.ts'
import { complaintProcess } from './complaint-process.ts'

const room = 'Complaints'
const id = integer({ min: 1 })

const steps = processCommands(complaintProcess, complaint, {
  room,
  paths: { steps: 'complaint-steps', many: 'complaint-bulk-steps' },
  key: 'complaintId',
  rows: 'complaints',
  number: 'complaintNo',
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
