import { recordPages } from '../derive/record-pages.ts'
import type { Page } from '../shell/page-list.ts'

/** The pages of distributors and their targets. */
export const distributorPages: readonly Page[] = [
  {
    path: '/dealerdash',
    title: 'Dealer Dashboard',
    group: 'dealerdash',
    purpose: 'Targets, sales, incentive and what is open.',
    who: { action: 'read', subject: 'dealerdash/upload-target' },
    load: () => import('./dealerdash.tsx'),
  },
  ...recordPages(
    {
      path: '/dealerdash/upload-target',
      title: 'Upload Customer Target',
      group: 'dealerdash',
      one: 'Target',
    },
    'dealerdash/upload-target',
  ),
  {
    path: '/dealerdash/upload-target/import',
    title: 'Upload Targets',
    who: { action: 'import', subject: 'dealerdash/upload-target' },
    load: () => import('./import-targets.tsx'),
  },
]
