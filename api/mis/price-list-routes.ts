import { date, flag } from '../../resources/define/fields.ts'
import { priceListReport } from '../../resources/mis/price-list-report.ts'
import type { Routes } from '../derive/docs/route.ts'

/** The price list on paper. */
export const priceListRoutes: Routes = {
  'GET price-list-pdf': {
    tag: 'Reports',
    summary: 'The price list of a day as a PDF, with the filters of its report',
    query: {
      asOn: date({ optional: true, hint: 'The day whose prices are listed; today without it' }),
      check: flag({ optional: true, hint: 'Answers only how many prices it would have' }),
    },
    media: ['application/pdf'],
    refusals: { 400: 'RANGE: more than 2,500 prices', 429: 'TOO_MANY: 200 files in ten minutes' },
    isFor: ({ ability }) => ability.can('export', priceListReport.path),
  },
}
