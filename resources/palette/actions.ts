import type { Capability } from '../capabilities.ts'
import type { Right } from '../define/rights.ts'

/** Who is offered something: those with a right, or with a capability. */
export type OfferedTo = { action: Right; subject: string; column?: string } | { capability: Capability }

/** Something that a person does, beginning with a screen of its own. */
interface PaletteAction {
  label: string
  path: string
  /** Other words by which people look for it. */
  also?: readonly string[]
  who: OfferedTo
}

/** The actions that the palette offers and, the first ones that somebody may take, the home page. */
export const paletteActions: readonly PaletteAction[] = [
  { label: 'New order', path: '/orders/default', who: { action: 'create', subject: 'orders' } },
  {
    label: 'Pay invoices',
    path: '/transaction-view/payment-cart',
    who: { action: 'approve', subject: 'payment-carts' },
  },
  { label: 'Last invoice', path: '/dispatches/invoice/last', who: { action: 'read', subject: 'payment-carts' } },
  { label: 'Add LR', path: '/dispatches/add-lr-details', who: { action: 'create', subject: 'lrs' } },
  { label: 'Upload POD', path: '/dispatches/upload-pod', who: { action: 'create', subject: 'pods' } },
  {
    label: 'Upload certificates',
    path: '/coa/upload-multiple',
    who: { action: 'create', subject: 'coa-batches' },
  },
  { label: 'New complaint', path: '/complaints/create', who: { action: 'create', subject: 'complaints' } },
  {
    label: 'Cancel many orders',
    path: '/orders/bulk-cancellation-of-orders',
    who: { capability: 'cancelManyOrders' },
  },
  {
    label: 'Import rate contracts',
    path: '/masters/rate-contract-customer/import',
    who: { action: 'import', subject: 'masters/rate-contract-customer' },
  },
  {
    label: 'Import outstanding data',
    path: '/masters/upload-outstanding/import',
    who: { action: 'import', subject: 'masters/upload-outstanding' },
  },
  {
    label: 'Import gateway settlement',
    path: '/transaction-view/settlement-rows/import',
    who: { action: 'import', subject: 'transaction-view/settlement-rows' },
  },
  {
    label: 'Enter transporter bill',
    path: '/dispatches/lr-transporter-bill/create',
    who: { action: 'create', subject: 'dispatches/lr-transporter-bill' },
  },
  {
    label: 'Update many deliveries',
    path: '/dispatches/upload-delivery-status',
    who: { action: 'import', subject: 'tracking-events' },
  },
  {
    label: 'Unlock a login',
    path: '/access-control/unlock-employee',
    who: { capability: 'unlockPartners' },
  },
  {
    label: 'Read data from SAP',
    path: '/masters/read-data-from-sap',
    who: { action: 'approve', subject: 'sap-sync-runs' },
  },
  {
    label: 'View access of a person',
    path: '/access-control/access-explained',
    who: { capability: 'explainAccess' },
  },
  {
    label: 'Find certificates',
    path: '/coa/find-certificates',
    who: { action: 'read', subject: 'coa/certificates' },
  },
  { label: 'Simulate an order', path: '/orders/simulate', who: { capability: 'simulateOrders' } },
  {
    label: 'Outstanding by customer',
    path: '/mis/outstanding',
    also: ['overdue', 'due', 'owe', 'owed', 'dues', 'receivables', 'ageing'],
    who: { action: 'read', subject: 'mis/outstanding' },
  },
  {
    label: 'Who changed what',
    path: '/mis/audit-log-report',
    also: ['history', 'audit', 'changed'],
    who: { action: 'read', subject: 'mis/audit-log-report' },
  },
  {
    label: 'I am away',
    path: '/?away=1',
    also: ['delegate', 'leave', 'holiday', 'vacation', 'absent', 'substitute'],
    who: { capability: 'nameDelegate' },
  },
]
