import { accessPages } from './access-control/pages.ts'
import { coaPages } from './coa/pages.ts'
import { complaintPages } from './complaints/pages.ts'
import { distributorPages } from './dealerdash/pages.ts'
import { dispatchPages } from './dispatches/pages.ts'
import { masterPages } from './masters/pages.ts'
import { reportPages } from './mis/pages.ts'
import { orderPages } from './orders/pages.ts'
import { paymentPages } from './payments/pages.ts'
import { settingsPages } from './settings/pages.ts'
import type { Page, Redirect } from './shell/page-list.ts'
import { trackingPages } from './shipment-tracking/pages.ts'

/** Every page that is not derived from a declaration, in the order of the menu: each room lists its own. */
export const pages: readonly Page[] = [
  { path: '/error-page', title: 'Error', who: 'public', load: () => import('./shell/error-page.tsx') },
  { path: '/404', title: 'Not Found', who: 'public', load: () => import('./shell/not-found.tsx') },
  { path: '/', title: 'Home', who: 'signed-in', load: () => import('./home/home.tsx') },
  ...reportPages,
  { path: '/login', title: '', who: 'public', load: () => import('./account/login.tsx') },
  { path: '/sign-out', title: '', who: 'public', load: () => import('./account/sign-out.tsx') },
  {
    path: '/forget-password',
    title: 'Forget Password',
    who: 'public',
    load: () => import('./access-control/forget-password.tsx'),
  },
  { path: '/noaccess', title: 'No Access', who: 'public', load: () => import('./access-control/no-access.tsx') },
  ...orderPages,
  ...paymentPages,
  ...trackingPages,
  ...coaPages,
  ...dispatchPages,
  ...complaintPages,
  ...distributorPages,
  ...masterPages,
  ...accessPages,
  ...settingsPages,
]

/** Each old address leads to the new one with its filter set; a new row starts with the values of the filter. */
export const redirects: readonly Redirect[] = [
  { from: '/orders/orders-in-error', to: '/orders/order-in-error' },
  {
    from: '/channel-13-masters/cnf',
    to: '/access-control/cnf?f.servesChannel13=eq.true',
    shown: {
      group: 'channel-13-masters',
      title: 'CnF',
      heading: 'CnFs of channel 13',
      purpose: 'The carrying and forwarding agents that serve channel 13.',
      subject: 'access-control/cnf',
    },
  },
  {
    from: '/channel-13-masters/assign-roles',
    to: '/access-control/assign-roles?f.scopeType=in.CHANNEL&f.scopeRef=eq.13',
    shown: {
      group: 'channel-13-masters',
      title: 'Assign Roles',
      heading: 'Roles for channel 13',
      purpose: 'Who holds a role for channel 13.',
      subject: 'access-control/assign-roles',
    },
  },
  {
    from: '/channel-13-masters/toll-center',
    to: '/access-control/toll-center?f.servesChannel13=eq.true',
    shown: {
      group: 'channel-13-masters',
      title: 'Toll Center',
      heading: 'Toll centers of channel 13',
      purpose: 'The toll centers that serve channel 13.',
      subject: 'access-control/toll-center',
    },
  },
]
