import { choice, flag, text } from '../../../resources/define/fields.ts'
import type { Routes } from '../docs/route.ts'

const TAG = 'Exports and templates'
const FILES = ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'text/csv']
const format = choice(['xlsx', 'csv'], { optional: true })

/** How a list becomes a file. */
export const exportRoutes: Routes = {
  'GET export/{path}': {
    tag: TAG,
    summary: 'The rows of a list as a file, with its filters and sort; an import accepts it unchanged',
    query: {
      format,
      columns: text({ optional: true, hint: 'Names of columns, separated by commas' }),
      as: choice(['shown'], { optional: true, hint: 'The columns as the list shows them' }),
      check: flag({ optional: true, hint: 'Answers only how many rows it would have' }),
    },
    media: FILES,
    refusals: { 429: 'TOO_MANY: 200 files in ten minutes' },
  },
  'GET templates/{path}': {
    tag: TAG,
    summary: 'The headings of an import and an example row, which the import skips',
    query: { format },
    media: FILES,
  },
}
