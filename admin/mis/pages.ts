import type { Page } from '../shell/page-list.ts'

/** The pages of reports that are more than their declaration. */
export const reportPages: readonly Page[] = [
  {
    path: '/mis/ending-soon',
    title: 'Ending Soon',
    group: 'mis',
    who: { action: 'read', subject: 'mis/ending-soon' },
    load: () => import('./ending-soon.tsx'),
  },
  {
    path: '/mis/price-list-report',
    title: 'Download Price List Report',
    group: 'mis',
    who: { action: 'read', subject: 'mis/price-list-report' },
    load: () => import('./price-list-report.tsx'),
  },
]
