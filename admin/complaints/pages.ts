import { recordPages } from '../derive/record-pages.ts'
import type { Page } from '../shell/page-list.ts'

/** The pages of complaints and disputes. */
export const complaintPages: readonly Page[] = [
  {
    path: '/complaints',
    title: 'Complaints',
    group: 'complaints',
    purpose: 'Your complaints and their status; open new ones.',
    who: { action: 'read', subject: 'complaints' },
    load: () => import('./complaints.tsx'),
  },
  {
    path: '/complaints/create',
    title: 'Create/View',
    heading: 'New complaint',
    group: 'complaints',
    purpose: 'Report a problem with your goods, with photos.',
    who: { action: 'create', subject: 'complaints' },
    load: () => import('./create.tsx'),
  },
  {
    path: '/complaints/modify',
    title: 'Modify',
    heading: 'Complaints to answer',
    group: 'complaints',
    purpose: 'Answer, reassign and resolve complaints.',
    who: { action: 'approve', subject: 'complaints' },
    count: { resource: 'complaints', query: { sla: 'LATE' } },
    load: () => import('./modify.tsx'),
  },
  {
    path: '/complaints/ar-dispute-modify',
    title: 'AR-Dispute Modify',
    heading: 'Disputes to decide',
    group: 'complaints',
    purpose: 'Decide and confirm disputes.',
    who: { action: 'approve', subject: 'complaints/ar-dispute' },
    count: { resource: 'complaints/ar-dispute', query: { status: { $in: ['OPEN', 'UNDER_REVIEW'] } } },
    load: () => import('./ar-dispute-modify.tsx'),
  },
  {
    path: '/complaints/ar-dispute',
    title: 'AR-Dispute',
    group: 'complaints',
    purpose: 'Disputed invoice amounts and their status; open new disputes.',
    who: { action: 'read', subject: 'complaints/ar-dispute' },
    load: () => import('./ar-dispute.tsx'),
  },
  {
    path: '/complaints/ar-dispute/create',
    title: 'New Dispute',
    who: { action: 'create', subject: 'complaints/ar-dispute' },
    load: () => import('./ar-dispute/create.tsx'),
  },
  {
    path: '/complaints/ar-dispute/show/:id',
    title: 'AR Dispute',
    who: { action: 'read', subject: 'complaints/ar-dispute' },
    load: () => import('./ar-dispute/show.tsx'),
  },
  ...recordPages(
    {
      path: '/complaints/eud-block',
      title: 'EUD-Blocks',
      group: 'complaints',
      count: { resource: 'complaints/eud-block', query: { status: 'RELEASE_REQUESTED' } },
      one: 'EUD-Block',
    },
    'complaints/eud-block',
  ),
  {
    path: '/complaints/show/:id',
    title: 'Complaint',
    who: { action: 'read', subject: 'complaints' },
    load: () => import('./show.tsx'),
  },
]
