import { type Letter, withExport } from '../define/rights.ts'
import { type Role, roles } from '../roles.ts'
import type { CompanyKind, CompanyRoleCode } from './company-roles.ts'

/** Letters by the path of a resource. */
type Rights = Readonly<Record<string, string>>

/** What everybody of a company reads: the company, notices, and the goods that are on their way. */
const everybody: Readonly<Record<CompanyKind, Rights>> = {
  CUSTOMER: {
    'access-control/customer': 'R',
    'access-control/ship-to': 'R',
    'access-control/customer-contact': 'R',
    'access-control/customer-sales-area': 'R',
    'access-control/company-person': 'R',
    'masters/complaint-category': 'R',
    'shipment-tracking/banner': 'R',
    attachments: 'R',
    invoices: 'R',
    'invoice-lines': 'R',
    lrs: 'R',
    'lr-lines': 'R',
    'lr-line-items': 'R',
    shipments: 'R',
    'tracking-events': 'R',
    pods: 'R',
    'passport-links': 'RCA',
    'shipment-tracking/feedback': 'R',
    'shipment-tracking/search-shipments': 'R',
    'shipment-tracking/feedback-report': 'R',
  },
  TRANSPORTER: {
    'masters/transporter': 'R',
    'access-control/company-person': 'R',
    'masters/complaint-category': 'R',
    'shipment-tracking/banner': 'R',
    'shipment-tracking/transporter-mapping': 'R',
    'masters/gta-tax-choice': 'R',
    attachments: 'R',
    lrs: 'R',
    'lr-lines': 'R',
    'lr-line-items': 'R',
  },
}

/** An order with all that belongs to it, as those read it who buy. */
const ordersRead: Rights = {
  orders: 'R',
  'order-lines': 'R',
  'schedule-lines': 'R',
  'order-steps': 'R',
  reservations: 'R',
  'approval-tasks': 'R',
  'order-comments': 'R',
  'task-assignees': 'R',
  'eud-documents': 'R',
  'complaints/eud-block': 'R',
  'sap-deliveries': 'R',
  'sap-delivery-lines': 'R',
  'masters/rate-contract-customer': 'R',
  'masters/rate-contract-line': 'R',
  'masters/customer-annexure': 'R',
  'masters/customer-annexure-line': 'R',
  'masters/product-enduser-document': 'R',
  'masters/peso-products': 'R',
  'orders/item-wise-order': 'R',
  'mis/orders': 'RX',
  'mis/draft-order-status': 'RX',
  'mis/dead-orders': 'RX',
  'mis/merck-approval-pending': 'RX',
}

/** What each company role leaves of the rights that the role of the company has, null for all; and whether it reads amounts. */
export const companyRights: Readonly<Record<CompanyRoleCode, { rights: Rights | null; readsAmounts: boolean }>> = {
  HEAD: {
    readsAmounts: true,
    rights: null,
  },
  BUYER: {
    readsAmounts: true,
    rights: {
      ...ordersRead,
      orders: 'RCU',
      'complaints/eud-block': 'RA',
      'masters/frequently-purchased-items': 'RCUD',
      'masters/customer-item-codes': 'RCUD',
      'pwc-collections': 'RC',
      'mis/price-list-report': 'RX',
      'mis/view-material-collected': 'RX',
    },
  },
  APPROVER: {
    readsAmounts: true,
    rights: { ...ordersRead, 'masters/customer-annexure': 'RA', 'masters/customer-annexure-line': 'RA' },
  },
  PAYER: {
    readsAmounts: true,
    rights: {
      'payment-carts': 'RCA',
      'payment-cart-items': 'RCA',
      'transaction-view/transactions-view': 'R',
      'payment-allocations': 'R',
      'transaction-view/payment-captures': 'R',
      'transaction-view/payment-refunds': 'R',
      'capture-allocations': 'R',
      'complaints/ar-dispute': 'RCU',
      'dispute-notes': 'RCU',
      'mis/invoices': 'RX',
      'mis/outstanding': 'RX',
      'mis/view-freight-paid': 'RX',
    },
  },
  QUALITY: {
    readsAmounts: false,
    rights: {
      orders: 'R',
      'order-lines': 'R',
      complaints: 'RCU',
      'complaint-notes': 'RCU',
      'coa/certificates': 'R',
    },
  },
  DESK: {
    readsAmounts: true,
    rights: {
      invoices: 'R',
      'invoice-lines': 'R',
      shipments: 'R',
      'tracking-events': 'RI',
      pods: 'RC',
      'pod-batches': 'RC',
      'pod-batch-files': 'RC',
      'shipment-tracking/expected-delivery-days': 'R',
      'shipment-tracking/feedback': 'R',
      'shipment-tracking/search-shipments': 'R',
      'shipment-tracking/feedback-report': 'R',
      'mis/lrdetails': 'RX',
    },
  },
  BILLS: {
    readsAmounts: true,
    rights: {
      invoices: 'R',
      'invoice-lines': 'R',
      pods: 'R',
      'dispatches/lr-transporter-bill': 'RCI',
      'transporter-bill-lines': 'R',
      'mis/lrdetails': 'RX',
      'mis/view-freight-report': 'RX',
    },
  },
}

const kindOf = (role: Role) => roles[role].userType as CompanyKind

/** The letters that people with these company roles keep of what their role gives them on a resource. */
export function lettersLeft(
  role: Role,
  codes: readonly CompanyRoleCode[],
  { path, kind }: { path: string; kind: 'master' | 'record' | 'report' },
): readonly Letter[] {
  const given = [everybody[kindOf(role)], ...codes.map(code => companyRights[code].rights)]
  return [...new Set(given.flatMap(rights => [...withExport(rights?.[path] ?? '', kind)] as Letter[]))]
}

/** Whether people with these company roles read prices and amounts. */
export const readsAmounts = (codes: readonly CompanyRoleCode[]): boolean =>
  codes.some(code => companyRights[code].readsAmounts)
