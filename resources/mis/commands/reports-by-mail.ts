import { type AnswerOf, command } from '../../define/command.ts'
import { date, flag, integer, text } from '../../define/fields.ts'
import { about, many, maybe } from '../../define/shape.ts'
import { MOST_KEPT, MOST_MAILINGS, MOST_READERS, reportMailing, reportSchedule } from '../report-schedule.ts'

const room = 'Reports'
const id = integer({ min: 1 })
/** In units of the column that it is of. */
const figure = integer()

const { report, frequency, dayNo, nextOn, endedWhy, name } = reportSchedule.fields
const loginId = text({ max: 60, hint: 'Login ID of an employee' })
const schedule = {
  ...{ id, report, name, frequency, dayNo, nextOn, endedWhy },
  readers: many(loginId, { most: MOST_READERS }),
}
export const listSchedules = command('GET my-report-schedules', {
  room,
  summary: 'The reports that the caller has mailed, with those that ended',
  who: 'signed in',
  answer: many(schedule, { most: 100 }),
})

export const addSchedule = command('POST my-report-schedules', {
  room,
  summary: 'Has a report mailed daily, weekly or monthly, as a link that shows each reader their own rows',
  who: 'signed in',
  body: {
    ...{ report, name, frequency },
    query: text({ max: 3000, optional: true, hint: 'Filters, sort and groups as in the address of the report' }),
    dayNo: integer({
      optional: true,
      label: 'Day',
      hint: 'Day of the week, 1 is Monday; or day of the month, up to 28',
    }),
    readers: many(loginId, { most: MOST_READERS, optional: true }),
  },
  answer: schedule,
  refusals: { TOO_MANY: [422, 'thirty reports of the caller are mailed'] },
  example: { report: 'mis/orders', name: 'My orders', query: '', frequency: 'DAILY' },
})

/** A schedule as its owner sees it. */
export type MyReportSchedule = AnswerOf<typeof addSchedule>

export const endSchedule = command('DELETE my-report-schedules/{id}', {
  room,
  summary: 'Has a report no longer mailed',
  who: 'signed in',
  body: { id },
  answer: { id },
})

const restatement = {
  id,
  name,
  mailedOn: reportMailing.fields.mailedOn,
  from: date(),
  to: date(),
  figure: text({ hint: 'Its label' }),
  field: text(),
  was: figure,
  now: figure,
  documents: many(
    { id, text: text(), was: maybe(figure), now: maybe(figure) },
    {
      most: 2 * MOST_KEPT,
      optional: true,
      hint: 'Those that make the difference; null where single rows were not kept',
    },
  ),
  otherRights: flag({ hint: 'Whether the owner has other rights now, which may change the figure too' }),
}
export const showRestatements = command('GET my-restatements', {
  room,
  summary:
    'What the figures of a report were when they were mailed, what they are now, and by which documents they differ',
  who: 'signed in',
  body: { report: about('Its path, such as mis/invoices', report) },
  answer: many(restatement, { most: MOST_MAILINGS }),
})
/** What became of a figure since it was mailed. */
export type Restatement = AnswerOf<typeof showRestatements>[number]
