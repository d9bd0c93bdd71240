import { recordPages } from '../derive/record-pages.ts'
import type { Page } from '../shell/page-list.ts'

/** The pages of certificates. */
export const coaPages: readonly Page[] = [
  { path: '/search-coa', title: 'Search COA', who: 'public', load: () => import('./search-coa.tsx') },
  {
    path: '/coa/find-certificates',
    title: 'Find Certificates',
    group: 'coa',
    purpose: 'Certificates of analysis of an invoice, or of a batch.',
    who: { action: 'read', subject: 'coa/certificates' },
    load: () => import('./find-certificates.tsx'),
  },
  {
    path: '/coa/upload-multiple',
    title: 'Upload Multiple Files',
    heading: 'Upload certificates',
    group: 'coa',
    purpose: 'Upload many certificates, matched by their names.',
    who: { action: 'create', subject: 'coa-batches' },
    load: () => import('./upload-multiple.tsx'),
  },
  ...recordPages(
    {
      path: '/coa/upload-mapping',
      title: 'Upload Mapping Data',
      heading: 'Match certificate files',
      group: 'coa',
      count: { resource: 'coa/upload-mapping', query: { result: 'TRAY' } },
      one: 'File Of A Certificate',
    },
    'coa/upload-mapping',
  ),
  {
    path: '/coa/upload-mapping/import',
    title: 'Import Mapping Data',
    who: { action: 'import', subject: 'coa/upload-mapping' },
    load: () => import('./import-mapping.tsx'),
  },
  ...recordPages(
    {
      path: '/coa/certificates',
      title: 'Certificates of Analysis',
      group: 'coa',
      one: 'Certificate of Analysis',
    },
    'coa/certificates',
  ),
]
