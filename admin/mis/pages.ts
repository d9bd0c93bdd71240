import type { Page } from '../shell/page-list.ts'

/** The pages of reports that are more than their declaration. */
export const reportPages: readonly Page[] = [
  {
    path: '/mis/price-list-report',
    title: 'Download Price List Report',
    group: 'mis',
    who: { action: 'read', subject: 'mis/price-list-report' },
    load: () => import('./price-list-report.tsx'),
  },
]
