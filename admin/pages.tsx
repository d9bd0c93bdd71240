import type { ComponentType } from 'react'
import type { Right } from '../resources/access.ts'
import { rolesDeciding } from '../resources/orders/approvals/approvers-by-step.ts'
import { queues } from '../resources/orders/approvals/queues.ts'
import { cancelsMany, seesTrouble } from '../resources/orders/desk-roles.ts'
import { simulators } from '../resources/orders/what-if/simulators.ts'
import type { Role } from '../resources/roles.ts'
import type { ApprovalStep } from '../resources/trade.ts'

/** The branches of the menu, in order. A derived screen belongs to the branch its resource names. */
export const groups = {
  orders: 'Orders',
  dispatches: 'Dispatches',
  'shipment-tracking': 'Shipment Tracking',
  'transaction-view': 'Transaction View',
  complaints: 'Complaints',
  coa: 'COA',
  dealerdash: 'Dealer Dashboard',
  mis: 'MIS',
  masters: 'Masters',
  'channel-13-masters': 'Channel 13 Masters',
  'access-control': 'Access Control',
  settings: 'Settings',
} as const
export type MenuGroup = keyof typeof groups

export type Action = Right

/** Stands for any master in a permission. */
export const ANY = 'any master'

interface Permission {
  action: Right
  subject: string
}

/** A page that is not derived from a declaration. Its entry gives it the menu line, card, title and permission. */
export interface Page {
  /** In React Router's syntax: `/orders/show/:id`. */
  path: string
  title: string
  /** The branch of the menu; without one the page is reached from other pages only. */
  group?: MenuGroup
  /** Its purpose in one sentence, shown on its card. */
  purpose?: string
  /**
   * `public` needs no sign-in, `signed-in` any; otherwise the person must be allowed the action on the subject (on one
   * of them, on `ANY` master), or hold a role.
   */
  who: 'public' | 'signed-in' | Permission | { anyOf: readonly Permission[] } | { roles: readonly Role[] }
  /** Whether it has a card on the home page, for everybody who may open it or for these roles. */
  home?: boolean | readonly Role[]
  /** The list whose total is shown beside the menu entry and on the card, or one of the seven approval queues. */
  count?: { resource: string; query: Record<string, string> } | { queue: ApprovalStep }
  load: () => Promise<{ default: ComponentType }>
}

/** The seven approval queues share one page. */
const queuePages = queues.map(
  ({ step, path, title, purpose }): Page => ({
    path,
    title,
    group: 'orders',
    purpose,
    who: { roles: [...rolesDeciding[step], 'AUDITOR'] },
    home: rolesDeciding[step],
    count: { queue: step },
    load: () => import('./orders/approval-queue.tsx'),
  }),
)

export const pages: readonly Page[] = [
  { path: '/login', title: '', who: 'public', load: () => import('./account/login.tsx') },
  { path: '/sign-out', title: '', who: 'public', load: () => import('./account/sign-out.tsx') },
  {
    path: '/forget-password',
    title: 'Forget Password',
    who: 'public',
    load: () => import('./account/forget-password.tsx'),
  },
  { path: '/approve', title: 'Decide On An Order', who: 'public', load: () => import('./orders/approve.tsx') },
  { path: '/noaccess', title: 'No Access', who: 'public', load: () => import('./account/no-access.tsx') },
  { path: '/error-page', title: 'Error', who: 'public', load: () => import('./shell/error-page.tsx') },
  { path: '/404', title: 'Not Found', who: 'public', load: () => import('./shell/not-found.tsx') },
  { path: '/', title: 'Home', who: 'signed-in', load: () => import('./shell/home.tsx') },
  {
    path: '/track-shipment',
    title: 'Track Shipment',
    who: 'public',
    load: () => import('./shipment-tracking/track-shipment.tsx'),
  },
  {
    path: '/opt-out',
    title: 'Opt Out',
    who: 'public',
    load: () => import('./shipment-tracking/opt-out.tsx'),
  },
  {
    path: '/dispatches/add-lr-details',
    title: 'Add LR Details',
    group: 'dispatches',
    purpose: 'Choose invoices that go out together and enter the carrier’s lorry receipt.',
    who: { action: 'create', subject: 'lrs' },
    home: true,
    load: () => import('./dispatches/add-lr-details.tsx'),
  },
  {
    path: '/masters/contact-details',
    title: 'Edit My Contact Details',
    group: 'masters',
    purpose: 'Your login, your roles, your sign-ins and your password.',
    who: 'signed-in',
    load: () => import('./masters/contact-details.tsx'),
  },
  {
    path: '/access-control/assign-roles',
    title: 'Assign Roles',
    group: 'access-control',
    purpose: 'Who holds which role, for what, and until when: give, narrow, end and take.',
    who: { action: 'read', subject: 'access-control/assign-roles' },
    load: () => import('./access-control/assign-roles.tsx'),
  },
  {
    path: '/access-control/role-matrix',
    title: 'What Each Role May Do',
    group: 'access-control',
    purpose: 'Every role at every list, action, order step and approval, in plain words.',
    who: { action: 'read', subject: 'access-control/assign-roles' },
    load: () => import('./access-control/role-matrix.tsx'),
  },
  {
    path: '/access-control/access-explained',
    title: 'What Somebody Can See',
    group: 'access-control',
    purpose: 'The rights of one person, the rows that follow, and why they see a record or not.',
    who: { roles: ['SYS_ADMIN', 'MASTER_ADMIN', 'AUDITOR'] },
    load: () => import('./access-control/access-explained.tsx'),
  },
  {
    path: '/access-control/unlock-employee',
    title: 'Unlock Employee',
    group: 'access-control',
    purpose: 'Open the logins that wrong passwords have locked.',
    who: { roles: ['SYS_ADMIN', 'MASTER_ADMIN', 'CSC_AGENT', 'AUDITOR'] },
    load: () => import('./access-control/unlock-employee.tsx'),
  },
  {
    path: '/shipment-tracking/activate-transporter',
    title: 'Activate Transporter Login',
    group: 'shipment-tracking',
    purpose: 'Open or close the portal for carriers, one or many.',
    who: { action: 'read', subject: 'masters/transporter' },
    load: () => import('./shipment-tracking/activate-transporter.tsx'),
  },
  {
    path: '/settings/messages',
    title: 'Messages',
    group: 'settings',
    purpose: 'The mails the portal has written, and what became of each.',
    who: { action: 'read', subject: 'message-logs' },
    load: () => import('./settings/messages.tsx'),
  },
  {
    path: '/masters/rate-contract-customer/import',
    title: 'Import Rate Contracts',
    who: { action: 'import', subject: 'masters/rate-contract-customer' },
    load: () => import('./masters/import-rate-contracts.tsx'),
  },
  {
    path: '/masters/customer-annexure/import',
    title: 'Import Customer Annexures',
    who: { action: 'import', subject: 'masters/customer-annexure' },
    load: () => import('./masters/import-annexures.tsx'),
  },
  {
    path: '/masters/upload-outstanding/import',
    title: 'Import Outstanding Data',
    who: { action: 'import', subject: 'masters/upload-outstanding' },
    load: () => import('./masters/import-outstanding.tsx'),
  },
  {
    path: '/masters/upload-expected-delivery-dates',
    title: 'Upload Expected Delivery Dates For Pending Orders',
    group: 'masters',
    purpose: 'When the open deliveries of confirmed orders are expected, entered for many orders at once.',
    who: { action: 'read', subject: 'masters/upload-expected-delivery-dates' },
    load: () => import('./masters/upload-expected-delivery-dates.tsx'),
  },
  {
    path: '/masters/upload-expected-delivery-dates/show/:id',
    title: 'Expected Delivery Date',
    who: { action: 'read', subject: 'masters/upload-expected-delivery-dates' },
    load: () => import('./masters/upload-expected-delivery-dates.tsx'),
  },
  {
    path: '/masters/upload-expected-delivery-dates/import',
    title: 'Import Expected Delivery Dates',
    who: { action: 'import', subject: 'masters/upload-expected-delivery-dates' },
    load: () => import('./masters/import-expected-dates.tsx'),
  },
  {
    path: '/masters/rate-contract-errors',
    title: 'Rate Contract Errors',
    group: 'masters',
    purpose: 'Rows of rate contracts that could not be taken over: put them right and try again, or leave them.',
    who: { action: 'read', subject: 'masters/rate-contract-errors' },
    home: ['PRICING_APPROVER'],
    count: { resource: 'masters/rate-contract-errors', query: { status: 'OPEN' } },
    load: () => import('./masters/rate-contract-errors.tsx'),
  },
  {
    path: '/masters/rate-contract-errors/show/:id',
    title: 'Rate Contract Error',
    who: { action: 'read', subject: 'masters/rate-contract-errors' },
    load: () => import('./masters/rate-contract-errors.tsx'),
  },
  {
    path: '/masters/customer-annexure-view',
    title: 'Customer Annexure View',
    group: 'masters',
    purpose:
      'What is agreed with a customer, what of it was ordered, and the customer’s acceptance; to be read and printed.',
    who: { action: 'read', subject: 'masters/customer-annexure' },
    load: () => import('./masters/customer-annexure-view.tsx'),
  },
  {
    path: '/masters/state-city',
    title: 'State City',
    group: 'masters',
    purpose: 'The cities of each state, and the sales area each belongs to.',
    who: { action: 'read', subject: 'masters/state-city' },
    load: () => import('./masters/state-city.tsx'),
  },
  {
    path: '/masters/zone-area',
    title: 'ZoneArea',
    group: 'masters',
    purpose: 'The sales areas inside the four zones, each with its manager.',
    who: { action: 'read', subject: 'masters/zone-area' },
    load: () => import('./masters/zone-area.tsx'),
  },
  {
    path: '/masters/attachment',
    title: 'Attachment',
    group: 'masters',
    purpose: 'The library of shared documents: forms, price lists and policies, each for its audience.',
    who: { action: 'read', subject: 'attachments' },
    load: () => import('./masters/attachment.tsx'),
  },
  {
    path: '/masters/dashboard',
    title: 'Dashboard (Customer 360)',
    group: 'masters',
    purpose: 'Everything about one customer on one page: credit, orders, invoices, contracts and licences.',
    who: {
      roles: [
        'SYS_ADMIN',
        'MASTER_ADMIN',
        'CUSTOMER',
        'DISTRIBUTOR',
        'SALES_REP',
        'SALES_MANAGER',
        'PRICING_APPROVER',
        'CSC_AGENT',
        'EUD_APPROVER',
        'CREDIT_CONTROLLER',
        'FINANCE',
        'AUDITOR',
      ],
    },
    load: () => import('./masters/dashboard.tsx'),
  },
  {
    path: '/masters/read-data-from-sap',
    title: 'Read Data From SAP',
    group: 'masters',
    purpose: 'What was read from SAP, when, and what could not be taken over.',
    who: { action: 'read', subject: 'sap-sync-runs' },
    load: () => import('./masters/read-data-from-sap.tsx'),
  },
  {
    path: '/settings/imports',
    title: 'Imports',
    group: 'settings',
    purpose: 'Every file that was imported: who sent it, what it changed, and the way back.',
    who: {
      anyOf: [
        { action: 'import', subject: ANY },
        { action: 'read', subject: 'import-jobs' },
      ],
    },
    load: () => import('./settings/imports.tsx'),
  },
  {
    path: '/orders/default',
    title: 'Create / Edit',
    group: 'orders',
    purpose: 'Place an order, for yourself or on behalf of a customer, or go on with a draft.',
    who: { action: 'create', subject: 'orders' },
    home: true,
    load: () => import('./orders/default.tsx'),
  },
  {
    path: '/orders/default-employee',
    title: 'Create / Edit',
    who: { action: 'create', subject: 'orders' },
    load: () => import('./orders/default.tsx'),
  },
  {
    path: '/create-orders',
    title: 'Create Order',
    who: { action: 'create', subject: 'orders' },
    load: () => import('./orders/default.tsx'),
  },
  ...queuePages,
  {
    path: '/orders/order-history',
    title: 'Order History',
    group: 'orders',
    purpose: 'Every order you may see, how it got where it is, and why; and your drafts.',
    who: { action: 'read', subject: 'orders' },
    home: true,
    load: () => import('./orders/order-history.tsx'),
  },
  {
    path: '/orders/item-wise-order',
    title: 'Itemwise Orders',
    group: 'orders',
    purpose: 'Every line of the orders you may see: what has left, what is open, from where and when it comes.',
    who: { action: 'read', subject: 'orders/item-wise-order' },
    load: () => import('./orders/item-wise-order.tsx'),
  },
  {
    path: '/orders/order-in-error',
    title: 'Orders In Error',
    group: 'orders',
    purpose: 'Orders that SAP or a rule refused: why, where the cause is mended, and the way on.',
    who: { roles: seesTrouble },
    home: ['CSC_AGENT'],
    load: () => import('./orders/order-in-error.tsx'),
  },
  {
    path: '/orders/order-stuck-for-sap',
    title: 'Orders Stuck For SAP Integration',
    group: 'orders',
    purpose: 'Orders and cancellations that wait for SAP longer than they should: try again, mark or cancel them.',
    who: { roles: seesTrouble },
    home: ['CSC_AGENT', 'SYS_ADMIN'],
    load: () => import('./orders/order-stuck-for-sap.tsx'),
  },
  {
    path: '/orders/bulk-cancellation-of-orders',
    title: 'Bulk Cancellation of Orders',
    group: 'orders',
    purpose: 'Cancel up to 500 lines in one run, by filter or file, after a look at what would happen.',
    who: { roles: cancelsMany },
    load: () => import('./orders/bulk-cancellation-of-orders.tsx'),
  },
  {
    path: '/orders/delete',
    title: 'Delete',
    group: 'orders',
    purpose: 'Delete drafts and orders that SAP never had, with a reason.',
    who: { action: 'create', subject: 'orders' },
    load: () => import('./orders/delete.tsx'),
  },
  {
    path: '/orders/simulate',
    title: 'Simulate',
    group: 'orders',
    purpose: 'What an order of any day would cost, where it would come from, and who would have to approve it.',
    who: { roles: simulators },
    load: () => import('./orders/simulate.tsx'),
  },
  {
    path: '/orders/holes',
    title: 'Holes in the Rules',
    group: 'orders',
    purpose: 'Where an order would find no approver, price or plant, as the masters stand.',
    who: { action: 'read', subject: 'orders/holes' },
    count: { resource: 'orders/holes', query: { stopsOrders: 'true' } },
    load: () => import('./orders/holes.tsx'),
  },
  {
    path: '/orders/holes/coverage',
    title: 'Rule Coverage',
    who: { action: 'read', subject: 'orders/holes' },
    load: () => import('./orders/rule-coverage.tsx'),
  },
  {
    path: '/orders/holes/show/:id',
    title: 'Hole in the Rules',
    who: { action: 'read', subject: 'orders/holes' },
    load: () => import('./orders/holes.tsx'),
  },
  {
    path: '/orders/order-history/:id',
    title: 'Order',
    who: { action: 'read', subject: 'orders' },
    load: () => import('./orders/order-show.tsx'),
  },
]

/** A second address of a screen. */
interface Redirect {
  from: string
  to: string
  /** Shows it in the menu too, in this branch, to people who may read the subject. */
  shown?: { group: MenuGroup; title: string; purpose: string; subject: string }
}

/** Each old address leads to the new one with its filter set; a new row starts with the values of the filter. */
export const redirects: readonly Redirect[] = [
  { from: '/orders/orders-in-error', to: '/orders/order-in-error' },
  {
    from: '/channel-13-masters/cnf',
    to: '/access-control/cnf?f.servesChannel13=eq.true',
    shown: {
      group: 'channel-13-masters',
      title: 'CnF',
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
      purpose: 'The toll centres that serve channel 13.',
      subject: 'access-control/toll-center',
    },
  },
]
