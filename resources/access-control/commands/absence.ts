import { type AnswerOf, command, holds } from '../../define/command.ts'
import { date, integer, reference, text } from '../../define/fields.ts'
import { many, maybe } from '../../define/shape.ts'
import { employee } from '../employee.ts'

const room = 'People and rights'
const id = integer({ min: 1 })
const who = holds('nameDelegate')

const absence = {
  delegateEmployeeId: reference(employee, { optional: true, label: 'Delegate' }),
  delegateFrom: date({ optional: true, label: 'From' }),
  delegateTo: date({ optional: true, label: 'Until' }),
}

export const showMyAbsence = command('GET my-absence', {
  room,
  summary:
    'Who decides for the caller and in which days, and the colleagues who hold one of the roles that decide with them',
  who,
  answer: {
    ...absence,
    delegateName: maybe(text()),
    colleagues: many({ id, name: text() }, { most: 10_000 }),
  },
})
export type MyAbsence = AnswerOf<typeof showMyAbsence>

export const changeMyAbsence = command('POST my-absence', {
  room,
  summary: 'Names who decides for the caller while they are away; without a delegate the absence ends',
  who,
  body: absence,
  answer: absence,
  example: { delegateEmployeeId: 7, delegateFrom: '2026-12-24', delegateTo: '2026-12-31' },
})
