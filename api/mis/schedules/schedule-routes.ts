import { choice, date, flag, integer, text } from '../../../resources/define/fields.ts'
import {
  frequencies,
  MOST_READERS,
  type MyReportSchedule,
  type Restatement,
} from '../../../resources/mis/report-schedule.ts'
import { answerOf, bodyOf, listOf, maybe, orNull, type Routes } from '../../derive/docs/route.ts'

const TAG = 'Reports'

const schedule = answerOf<MyReportSchedule>({
  id: integer(),
  report: text(),
  name: text(),
  frequency: choice(frequencies),
  dayNo: orNull(integer()),
  nextOn: orNull(date()),
  endedWhy: orNull(text()),
  readers: listOf(text()),
})

/** Reports by mail, and what became of their figures since. */
export const scheduleRoutes: Routes = {
  'GET my-report-schedules': {
    tag: TAG,
    summary: 'The reports that the caller has mailed, with those that ended',
    answer: listOf(schedule),
  },
  'POST my-report-schedules': {
    tag: TAG,
    summary: 'Has a report mailed daily, weekly or monthly, as a link that shows each reader their own rows',
    body: bodyOf({
      report: text({ max: 80, hint: 'Its path, such as mis/orders' }),
      name: text({ max: 60 }),
      query: text({ max: 3000, hint: 'Filters, sort and groups as in the address of the report' }),
      frequency: choice(frequencies),
      dayNo: maybe(orNull(integer({ hint: 'Of the week from Monday, or of the month up to 28' }))),
      readers: maybe(listOf(text({ max: 60, hint: 'Login ID of an employee' }), MOST_READERS)),
    }),
    answer: schedule,
    refusals: { 422: 'TOO_MANY: thirty reports of the caller are mailed' },
    examples: { body: { report: 'mis/orders', name: 'My orders', query: '', frequency: 'DAILY' } },
  },
  'DELETE my-report-schedules/{id}': {
    tag: TAG,
    summary: 'Has a report no longer mailed',
    answer: answerOf({ id: integer() }),
  },
  'GET my-restatements': {
    tag: TAG,
    summary:
      'What the figures of a report were when they were mailed, what they are now, and by which documents they differ',
    query: { report: text({ max: 80, hint: 'Its path, such as mis/invoices' }) },
    answer: listOf(
      answerOf<Restatement>({
        id: integer(),
        name: text(),
        mailedOn: date(),
        from: date(),
        to: date(),
        figure: text(),
        field: text(),
        was: integer(),
        now: integer(),
        documents: orNull(
          listOf(answerOf({ id: integer(), text: text(), was: orNull(integer()), now: orNull(integer()) })),
        ),
        otherRights: flag(),
      }),
    ),
  },
}
