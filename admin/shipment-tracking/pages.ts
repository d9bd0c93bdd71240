import type { Page } from '../shell/page-list.ts'

/** The pages of shipments on their way. */
export const trackingPages: readonly Page[] = [
  {
    path: '/track-shipment',
    title: 'Track Shipment',
    who: 'public',
    load: () => import('./track-shipment.tsx'),
  },
  {
    path: '/feedback',
    title: 'Rate A Delivery',
    who: 'public',
    load: () => import('./feedback.tsx'),
  },
  {
    path: '/passport',
    title: 'Shipment',
    who: 'public',
    load: () => import('./shared-passport.tsx'),
  },
  {
    path: '/opt-out',
    title: 'Opt Out',
    who: 'public',
    load: () => import('./opt-out.tsx'),
  },
  {
    path: '/shipment-tracking/dashboard',
    title: 'Dashboard',
    heading: 'Shipments at a glance',
    group: 'shipment-tracking',
    purpose: 'Shipments in transit, delivered and on time, by transporter.',
    who: { action: 'read', subject: 'shipment-tracking/search-shipments' },
    load: () => import('./dashboard.tsx'),
  },
  {
    path: '/shipment-tracking/sigma-shipments/import',
    title: 'Import Sigma Shipments',
    who: { action: 'import', subject: 'shipments' },
    load: () => import('./import-sigma-shipments.tsx'),
  },
  {
    path: '/shipment-tracking/search-shipments',
    title: 'Search Shipments',
    group: 'shipment-tracking',
    purpose: 'Find a shipment by any of its numbers.',
    who: { action: 'read', subject: 'shipment-tracking/search-shipments' },
    load: () => import('./search-shipments.tsx'),
  },
  {
    path: '/shipment-tracking/feedback-report',
    title: 'Feedback Report',
    group: 'shipment-tracking',
    who: { action: 'read', subject: 'shipment-tracking/feedback-report' },
    load: () => import('./feedback-report.tsx'),
  },
  {
    path: '/shipment-tracking/retriggering-emails',
    title: 'Retriggering Emails',
    group: 'shipment-tracking',
    purpose: 'Send again what did not arrive.',
    who: { action: 'approve', subject: 'message-logs' },
    load: () => import('./retriggering-emails.tsx'),
  },
  {
    path: '/shipment-tracking/activate-transporter',
    title: 'Activate Transporter Login',
    group: 'shipment-tracking',
    purpose: 'Open or close the portal for transporters.',
    who: { action: 'read', subject: 'masters/transporter' },
    load: () => import('./activate-transporter.tsx'),
  },
]
