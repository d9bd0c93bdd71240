import type { Page } from '../shell/page-list.ts'

/** The pages of distributors and their targets. */
export const distributorPages: readonly Page[] = [
  {
    path: '/dealerdash',
    title: 'Dealer Dashboard',
    group: 'dealerdash',
    purpose: 'Targets and sales of the financial year, incentive, and what is open.',
    who: { action: 'read', subject: 'dealerdash/upload-target' },
    load: () => import('./dealerdash.tsx'),
  },
  {
    path: '/dealerdash/upload-target',
    title: 'Upload Customer Target',
    group: 'dealerdash',
    purpose: 'Distributor targets by SBU and month, and their upload.',
    who: { action: 'read', subject: 'dealerdash/upload-target' },
    load: () => import('./upload-target.tsx'),
  },
  {
    path: '/dealerdash/upload-target/import',
    title: 'Upload Targets',
    who: { action: 'import', subject: 'dealerdash/upload-target' },
    load: () => import('./import-targets.tsx'),
  },
  {
    path: '/dealerdash/upload-target/show/:id',
    title: 'Target',
    who: { action: 'read', subject: 'dealerdash/upload-target' },
    load: () => import('./upload-target.tsx'),
  },
]
