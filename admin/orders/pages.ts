import { queues } from '../../resources/orders/approvals/queues.ts'
import type { Page } from '../shell/page-list.ts'

/** The seven approval queues share one page. */
const queuePages = queues.map(
  ({ step, path, title, purpose }): Page => ({
    path,
    title,
    group: 'orders',
    purpose,
    who: { queue: step },
    count: { queue: step },
    load: () => import('./approval-queue.tsx'),
  }),
)

/** The pages of orders and their approvals. */
export const orderPages: readonly Page[] = [
  { path: '/approve', title: 'Decide On An Order', who: 'public', load: () => import('./approve.tsx') },
  {
    path: '/orders/default',
    title: 'Create / Edit',
    heading: 'New order',
    group: 'orders',
    purpose: 'Place an order, or continue a draft.',
    who: { action: 'create', subject: 'orders' },
    load: () => import('./default.tsx'),
  },
  {
    path: '/orders/default-employee',
    title: 'Create / Edit',
    heading: 'New order',
    who: { action: 'create', subject: 'orders' },
    load: () => import('./default.tsx'),
  },
  {
    path: '/create-orders',
    title: 'Create Order',
    heading: 'New order',
    who: { action: 'create', subject: 'orders' },
    load: () => import('./default.tsx'),
  },
  ...queuePages,
  {
    path: '/orders/order-history',
    title: 'Order History',
    group: 'orders',
    purpose: 'Your orders and drafts, with status and history.',
    who: { action: 'read', subject: 'orders' },
    load: () => import('./order-history.tsx'),
  },
  {
    path: '/orders/all-orders',
    title: 'Orders',
    who: { action: 'read', subject: 'orders' },
    load: () => import('./all-orders.tsx'),
  },
  {
    path: '/orders/item-wise-order',
    title: 'Itemwise Orders',
    group: 'orders',
    purpose: 'All order lines: dispatched, open and expected.',
    who: { action: 'read', subject: 'orders/item-wise-order' },
    load: () => import('./item-wise-order.tsx'),
  },
  {
    path: '/orders/order-in-error',
    title: 'Orders In Error',
    group: 'orders',
    purpose: 'Orders refused by SAP or a rule.',
    who: { capability: 'seeFailedOrders' },
    load: () => import('./order-in-error.tsx'),
  },
  {
    path: '/orders/order-stuck-for-sap',
    title: 'Orders Stuck For SAP Integration',
    group: 'orders',
    purpose: 'Orders that wait too long for SAP.',
    who: { capability: 'seeFailedOrders' },
    load: () => import('./order-stuck-for-sap.tsx'),
  },
  {
    path: '/orders/bulk-cancellation-of-orders',
    title: 'Bulk Cancellation of Orders',
    group: 'orders',
    purpose: 'Cancel many lines at once, by filter or file.',
    who: { capability: 'cancelManyOrders' },
    load: () => import('./bulk-cancellation-of-orders.tsx'),
  },
  {
    path: '/orders/delete',
    title: 'Delete',
    heading: 'Delete orders and drafts',
    group: 'orders',
    purpose: 'Delete drafts and orders that SAP never had.',
    who: { action: 'create', subject: 'orders' },
    load: () => import('./delete.tsx'),
  },
  {
    path: '/orders/simulate',
    title: 'Simulate',
    heading: 'Simulate an order',
    group: 'orders',
    purpose: 'What an order would cost on any day.',
    who: { capability: 'simulateOrders' },
    load: () => import('./simulate.tsx'),
  },
  {
    path: '/orders/holes',
    title: 'Missing Rules',
    group: 'orders',
    who: { action: 'read', subject: 'orders/holes' },
    count: { resource: 'orders/holes', query: { stopsOrders: 'true' } },
    load: () => import('./holes.tsx'),
  },
  {
    path: '/orders/holes/coverage',
    title: 'Rule Coverage',
    who: { action: 'read', subject: 'orders/holes' },
    load: () => import('./rule-coverage.tsx'),
  },
  {
    path: '/orders/holes/show/:id',
    title: 'Missing Rule',
    who: { action: 'read', subject: 'orders/holes' },
    load: () => import('./holes.tsx'),
  },
  {
    path: '/orders/order-history/:id',
    title: 'Order',
    who: { action: 'read', subject: 'orders' },
    load: () => import('./order-show.tsx'),
  },
]
