import { type AnswerOf, command, rowOf } from '../../define/command.ts'
import { date, integer, text } from '../../define/fields.ts'
import { group, many, maybe, type Read } from '../../define/shape.ts'
import { closing } from '../closing.ts'

const room = 'Closings'
const MOST_USES = 200
const MOST_PROBLEMS = 50

const row = { resource: text({ hint: 'The path of a list, such as masters/products' }), rowId: integer({ min: 1 }) }
const use = text({ max: 120, hint: 'The resource and the field that refer to the row: sbu.headEmployeeId' })
const planned = {
  ...row,
  lastDay: date({ hint: 'The last day on which anything new may begin with the row; today or later' }),
  takerId: integer({ min: 1, optional: true, label: 'Who takes over' }),
  takeOvers: many({ use, toId: integer({ min: 1 }) }, { most: MOST_USES, optional: true }),
}

const plannedUse = {
  ...{ use, title: text(), path: text(), label: text({ hint: 'The field that refers to the row' }) },
  becomes: text({ hint: 'ENDS, PASSES, FREED, FINISHED or LASTLY' }),
  count: integer({ min: 0 }),
}
/** Rows of one list that refer to what is closed, and what becomes of them. */
export type PlannedUse = Read<typeof plannedUse>

export const planClosing = command('GET closing-plan', {
  room,
  summary:
    'What closing a row means: what ends, what passes to whom, what is finished first; for who may deactivate it',
  who: 'signed in',
  body: { ...row, lastDay: maybe(date()), takerId: maybe(integer({ min: 1 })) },
  answer: {
    subject: text(),
    lastDay: date(),
    uses: many(plannedUse, { most: MOST_USES }),
    problems: many(text(), { most: MOST_PROBLEMS, hint: 'What its masters refuse, a sentence each' }),
  },
})

export const showClosing = command('GET closing', {
  room,
  summary: 'How far the closing of a row is, for who reads the row',
  who: 'signed in',
  body: row,
  answer: {
    closing: group(
      {
        ...{ id: integer({ min: 1 }), lastDay: date(), status: closing.fields.status, taker: maybe(text()) },
        ...{ stillOpen: maybe(text()), reason: text(), plannedBy: maybe(text()) },
        done: many({ title: text(), label: text(), becomes: text(), count: integer({ min: 0 }) }, { most: MOST_USES }),
      },
      { optional: true },
    ),
  },
})
/** A closing as the page of its row shows it; null where none is planned. */
export type ClosingShown = NonNullable<AnswerOf<typeof showClosing>['closing']>

export const closeRow = command('POST closings', {
  room,
  summary: 'Closes a row as one deed after its last day, all or nothing; undone until then',
  who: 'signed in',
  body: { ...planned, reason: text({ max: 500, long: true, hint: 'Why it is closed; stays in the history' }) },
  answer: rowOf(closing),
})

export const undoClosing = command('POST closing-undoings', {
  room,
  summary: 'Undoes a planned closing, whose last day is not over',
  who: 'signed in',
  body: { closingId: integer({ min: 1 }) },
  answer: rowOf(closing),
})
