import { choice, flag, integer, text } from '../../../resources/define/fields.ts'
import type { GroupedRows } from '../../../resources/define/report.ts'
import { reports } from '../../../resources/registry.ts'
import { answerOf, listOf, orNull, type Part, type Routes } from '../docs/route.ts'

/** By the name of the column, in its unit. */
const FIGURES: Part = () => ({ type: 'object', additionalProperties: { type: ['integer', 'null'] } })

/** By the name of the quantity. */
const UNITS: Part = () => ({ type: 'object', additionalProperties: { type: ['string', 'null'] } })

/** What reports show besides their rows. */
export const reportRoutes: Routes = {
  'GET report-groups': {
    tag: 'Reports',
    summary: 'The rows of a report by one or two of its columns, with the filters of its list',
    query: {
      report: text({ max: 80, hint: 'Its path, such as mis/orders' }),
      by: text({ max: 200, hint: 'One or two columns, separated by a comma; days are grouped by their month' }),
    },
    answer: answerOf<GroupedRows>({
      groups: listOf(
        answerOf({
          keys: listOf(orNull(text({ hint: 'An id, a code, yes or no, or a month as its first day' }))),
          texts: listOf(orNull(text({ hint: 'Of a referenced row' }))),
          rows: integer(),
          figures: FIGURES,
          units: UNITS,
        }),
      ),
      rows: integer({ hint: 'Of all groups' }),
      figures: FIGURES,
      units: UNITS,
    }),
    refusals: {
      400: 'REQUIRED, UNKNOWN_FIELD: by names no column or one that cannot group; RANGE: more than 20,000 groups',
      404: 'NOT_FOUND: there is no report with groups at this path',
    },
    isFor: ({ ability }) => reports.some(({ path, groups }) => groups && ability.can('read', path)),
  },
  'GET export-groups/{path}': {
    tag: 'Reports',
    summary: 'The groups of a report as a file, as its page shows them',
    query: {
      by: text({ max: 200, hint: 'As for report-groups; with across one column' }),
      across: text({ max: 100, optional: true, hint: 'The column whose values become columns' }),
      of: text({ max: 60, optional: true, hint: 'The figure that they show; the number of rows without it' }),
      format: choice(['xlsx', 'csv'], { optional: true }),
      check: flag({ optional: true, hint: 'Answers only how many lines it would have' }),
    },
    media: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'text/csv'],
    refusals: { 429: 'TOO_MANY: 200 files in ten minutes' },
  },
}
