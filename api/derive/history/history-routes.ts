import type { ComparisonPage } from '../../../resources/define/compare.ts'
import { choice, date, instant, integer, text } from '../../../resources/define/fields.ts'
import type { HistoryEntry } from '../../../resources/platform/history.ts'
import { answerOf, anything, listOf, orNull, type Routes } from '../docs/route.ts'

const TAG = 'History'

const values = orNull(anything('Values of the columns that the reader may see'))
export const twoDays = { from: date(), to: date() }

/** What happened to rows, and how two days differ. */
export const historyRoutes: Routes = {
  'GET history': {
    tag: TAG,
    summary: 'What happened to a row, newest first',
    query: { resource: text({ hint: 'The path of a list, such as masters/products' }), rowId: integer({ min: 1 }) },
    answer: answerOf({
      data: listOf(
        answerOf<HistoryEntry>({
          id: integer(),
          at: instant(),
          actor: orNull(text()),
          action: text(),
          source: text(),
          reason: orNull(text()),
          requestId: orNull(text()),
          importJobId: orNull(integer()),
          before: values,
          after: values,
          texts: anything('The texts of references before and after'),
        }),
      ),
    }),
  },
  'GET compare/{path}': {
    tag: TAG,
    summary: 'Which rows of a dated list hold on the second day and not on the first, and the other way round',
    query: twoDays,
    answer: answerOf<ComparisonPage<unknown>>({
      ...twoDays,
      counts: anything('How many of each kind'),
      total: integer(),
      limit: integer(),
      skip: integer(),
      data: listOf(answerOf({ kind: text(), before: values, after: values })),
    }),
  },
  'GET export/compare/{path}': {
    tag: TAG,
    summary: 'The same comparison as a file',
    query: { ...twoDays, format: choice(['xlsx', 'csv'], { optional: true }) },
    media: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'text/csv'],
    refusals: { 429: 'TOO_MANY: 200 files in ten minutes' },
  },
}
