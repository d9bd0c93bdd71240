import { anyOf, command, fileOf, may } from '../../define/command.ts'
import { choice, flag, integer, json, text } from '../../define/fields.ts'
import { type GroupedRows, MOST_GROUPS } from '../../define/report.ts'
import { many, maybe, open } from '../../define/shape.ts'
import { reports } from '../../registry.ts'

const room = 'Reports'
const rows = integer({ min: 0, hint: 'How many there are' })
const figures = open<GroupedRows['figures']>('By the name of the column, in its unit')
const units = open<GroupedRows['units']>('By the name of the quantity; null where it is nothing of any')
const MOST_COLUMNS = 2

export const groupReport = command('GET report-groups', {
  room,
  summary: 'The rows of a report by one or two of its columns, with the filters of its list',
  who: anyOf(...reports.filter(({ groups }) => groups).map(report => may(report, 'read'))),
  body: {
    report: text({ max: 80, hint: 'Its path, such as mis/orders' }),
    by: text({
      max: 200,
      label: 'Grouping',
      hint: 'One or two columns, separated by a comma; days are grouped by their month',
    }),
  },
  filters: true,
  answer: {
    groups: many(
      {
        keys: many(
          json<string | number | boolean | null, { hint: string }>({
            hint: 'An id, a code, yes or no, or a month as its first day; null for rows without one',
          }),
          { most: MOST_COLUMNS },
        ),
        texts: many(maybe(text({ hint: 'How people read the row that the key refers to' })), { most: MOST_COLUMNS }),
        rows,
        figures,
        units,
      },
      { most: MOST_GROUPS },
    ),
    rows,
    figures,
    units,
  },
  refusals: {
    REQUIRED: [400, 'by names no column'],
    UNKNOWN_FIELD: [400, 'by names a column that cannot group'],
    RANGE: [400, 'more than 20,000 groups'],
    NOT_FOUND: [404, 'there is no report with groups at this path'],
  },
})

export const exportGroups = command('GET export-groups/{path}', {
  room,
  summary: 'The groups of a report as a file, as its page shows them',
  who: 'signed in',
  body: {
    path: text({ max: 80, hint: 'The path of a report, such as mis/orders' }),
    by: text({ max: 200, hint: 'As for report-groups; with across one column' }),
    across: text({ max: 100, optional: true, hint: 'The column whose values become columns' }),
    of: text({ max: 60, optional: true, hint: 'The figure that they show; the number of rows without it' }),
    format: choice(['xlsx', 'csv', 'pdf'], { optional: true }),
    about: flag({ hint: 'A CSV file says below its lines which rows they count, of when and for whom' }),
    check: flag({ hint: 'Answers only how many lines it would have' }),
  },
  filters: true,
  answer: fileOf('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'text/csv', 'application/pdf'),
  refusals: { RATE_LIMITED: [429, '200 files in ten minutes'] },
})
