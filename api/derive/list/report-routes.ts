import { integer, text } from '../../../resources/define/fields.ts'
import type { ChartFigures } from '../../../resources/define/report.ts'
import { reports } from '../../../resources/registry.ts'
import { answerOf, listOf, orNull, type Routes } from '../docs/route.ts'

/** What reports show besides their rows. */
export const reportRoutes: Routes = {
  'GET report-charts': {
    tag: 'Reports',
    summary: 'The figures of the chart of a report, with the filters of its list',
    query: { report: text({ max: 80, hint: 'Its path, such as mis/view-freight-report' }) },
    answer: answerOf<ChartFigures>({
      groups: listOf(
        answerOf({
          id: orNull(integer()),
          name: orNull(text()),
          value: orNull(integer({ hint: 'In paise, or paise for a kilogram' })),
        }),
      ),
    }),
    refusals: { 404: 'NOT_FOUND: there is no report with a chart at this path' },
    isFor: ({ ability }) => reports.some(({ path, chart }) => chart && ability.can('read', path)),
  },
}
