import type { Letter } from '../define/rights.ts'
import { type Role, roles } from '../roles.ts'

/** The companies outside that have several people. */
export type CompanyKind = 'CUSTOMER' | 'TRANSPORTER'

/** The type of the users of a company, by the resource of the company. */
export const companyKinds = { customer: 'CUSTOMER', transporter: 'TRANSPORTER' } as const satisfies Record<
  string,
  CompanyKind
>

/** Letters by the path of a resource. */
type Rights = Readonly<Record<string, string>>

interface CompanyRole {
  name: string
  /** What it allows, as a sentence without its subject. */
  sentence: string
  of: readonly CompanyKind[]
  /** What it leaves of the rights that the role of the company has; null leaves all. */
  rights: Rights | null
  /** The capabilities that it leaves, by their names in `resources/capabilities.ts`. */
  capabilities: readonly string[]
  /** Whether they read prices and amounts. */
  readsAmounts: boolean
}

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

const readingOrders = ['seeFailedOrders', 'commentOnOrders', 'buyMappedProducts', 'seeDistributorBanners'] as const

/** The roles that people have inside their company. Several add up. */
export const companyRoles = {
  HEAD: {
    name: 'Head',
    sentence: 'Everything their company may do, and the people of the company',
    of: ['CUSTOMER', 'TRANSPORTER'],
    rights: null,
    capabilities: [],
    readsAmounts: true,
  },
  BUYER: {
    name: 'Buyer',
    sentence: 'Orders, copies, collects goods, and keeps the usual items',
    of: ['CUSTOMER'],
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
    capabilities: [...readingOrders, 'choosePartyWillCollect', 'simulateOrders'],
    readsAmounts: true,
  },
  APPROVER: {
    name: 'Approver',
    sentence: 'Approves the orders of colleagues, and accepts annexures',
    of: ['CUSTOMER'],
    rights: { ...ordersRead, 'masters/customer-annexure': 'RA', 'masters/customer-annexure-line': 'RA' },
    capabilities: readingOrders,
    readsAmounts: true,
  },
  PAYER: {
    name: 'Payer',
    sentence: 'Pays, reads what is outstanding, and disputes amounts',
    of: ['CUSTOMER'],
    rights: {
      'payment-carts': 'RCA',
      'payment-cart-items': 'RCA',
      'transaction-view/transactions-view': 'R',
      'payment-allocations': 'R',
      'complaints/ar-dispute': 'RCU',
      'dispute-notes': 'RCU',
      'mis/invoices': 'RX',
      'mis/outstanding': 'RX',
      'mis/view-freight-paid': 'RX',
    },
    capabilities: ['seeCustomer360', 'seeDistributorBanners'],
    readsAmounts: true,
  },
  QUALITY: {
    name: 'Quality',
    sentence: 'Finds certificates and complains; reads no amounts',
    of: ['CUSTOMER'],
    rights: {
      orders: 'R',
      'order-lines': 'R',
      complaints: 'RCU',
      'complaint-notes': 'RCU',
      'coa/certificates': 'R',
    },
    capabilities: ['seeDistributorBanners'],
    readsAmounts: false,
  },
  DESK: {
    name: 'Desk',
    sentence: 'Reports the status of LRs and uploads PODs',
    of: ['TRANSPORTER'],
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
    capabilities: ['reportTrackingEvents', 'seeOwnScorecard', 'commentOnOrders'],
    readsAmounts: true,
  },
  BILLS: {
    name: 'Bills',
    sentence: 'Enters the bills of the company and follows them',
    of: ['TRANSPORTER'],
    rights: {
      invoices: 'R',
      'invoice-lines': 'R',
      pods: 'R',
      'dispatches/lr-transporter-bill': 'RCI',
      'transporter-bill-lines': 'R',
      'mis/lrdetails': 'RX',
      'mis/view-freight-report': 'RX',
    },
    capabilities: ['seeOwnScorecard'],
    readsAmounts: true,
  },
} as const satisfies Record<string, CompanyRole>

export type CompanyRoleCode = keyof typeof companyRoles
export const companyRoleCodes = Object.keys(companyRoles) as CompanyRoleCode[]

/** What each company role is called. */
export const companyRoleNames = Object.fromEntries(
  companyRoleCodes.map(code => [code, companyRoles[code].name]),
) as Record<CompanyRoleCode, string>

/** What a person may do in the company outside to which their login belongs. */
export interface InCompany {
  roles: readonly CompanyRoleCode[]
  /** Orders above it need a yes of their company; null where none do. */
  orderLimit: number | null
  /** What they approve of colleagues' orders; null approves every amount. */
  approvalLimit: number | null
  /** The ship-tos that they may use; null means all. */
  shipToIds: readonly number[] | null
}

/** Of whoever was never given a company role. */
export const headOfCompany: InCompany = { roles: ['HEAD'], orderLimit: null, approvalLimit: null, shipToIds: null }

/** Whether a person heads their company; also of a login that acts for a company as a whole. */
export const isHead = (company: Pick<InCompany, 'roles'> | null): boolean => company?.roles.includes('HEAD') ?? false

/** Whether a person has a role in their company. */
export const hasCompanyRole = ({ roles }: Pick<InCompany, 'roles'>, code: CompanyRoleCode): boolean =>
  roles.includes(code)

/** Whether the roles in the company take something away from what the company may do. */
export const isNarrowed = (company: Pick<InCompany, 'roles'> | null | undefined): company is InCompany =>
  company !== null && company !== undefined && !isHead(company)

const kindOf = (role: Role) => roles[role].userType as CompanyKind

/** The letters that people with these company roles keep of what their role gives them on a resource. */
export function lettersLeft(role: Role, codes: readonly CompanyRoleCode[], path: string): readonly Letter[] {
  const given = [everybody[kindOf(role)], ...codes.map(code => companyRoles[code].rights as Rights | null)]
  return [...new Set(given.flatMap(rights => [...(rights?.[path] ?? '')] as Letter[]))]
}

/** Whether people with these company roles read prices and amounts. */
export const readsAmounts = (codes: readonly CompanyRoleCode[]): boolean =>
  codes.some(code => companyRoles[code].readsAmounts)

/** Whether one of these company roles holds a capability that the company has. */
export const holdsInCompany = (codes: readonly CompanyRoleCode[], capability: string): boolean =>
  codes.some(code => (companyRoles[code].capabilities as readonly string[]).includes(capability))

/** The company roles that people of a company of this kind may have. */
export const companyRolesOf = (kind: CompanyKind): CompanyRoleCode[] =>
  companyRoleCodes.filter(code => (companyRoles[code].of as readonly CompanyKind[]).includes(kind))

/** The company roles as people read them. */
export const companyRolesText = (codes: readonly CompanyRoleCode[]): string =>
  codes.map(code => companyRoleNames[code]).join(', ')
