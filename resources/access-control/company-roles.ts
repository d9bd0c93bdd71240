/** The companies outside that have several people. */
export type CompanyKind = 'CUSTOMER' | 'TRANSPORTER'

/** The type of the users of a company, by the resource of the company. */
export const companyKinds = { customer: 'CUSTOMER', transporter: 'TRANSPORTER' } as const satisfies Record<
  string,
  CompanyKind
>

interface CompanyRole {
  name: string
  /** What it allows, as a sentence without its subject. */
  sentence: string
  of: readonly CompanyKind[]
  /** The capabilities that it leaves, by their names in `resources/capabilities.ts`. */
  capabilities: readonly string[]
}

const readingOrders = ['seeFailedOrders', 'commentOnOrders', 'buyMappedProducts', 'seeDistributorBanners'] as const

/** The roles that people have inside their company. Several add up. */
export const companyRoles = {
  HEAD: {
    name: 'Head',
    sentence: 'Everything their company may do, and the people of the company',
    of: ['CUSTOMER', 'TRANSPORTER'],
    capabilities: [],
  },
  BUYER: {
    name: 'Buyer',
    sentence: 'Orders, copies, collects goods, and keeps the usual items',
    of: ['CUSTOMER'],
    capabilities: [...readingOrders, 'choosePartyWillCollect', 'simulateOrders'],
  },
  APPROVER: {
    name: 'Approver',
    sentence: 'Approves the orders of colleagues, and accepts annexures',
    of: ['CUSTOMER'],
    capabilities: readingOrders,
  },
  PAYER: {
    name: 'Payer',
    sentence: 'Pays, reads what is outstanding, and disputes amounts',
    of: ['CUSTOMER'],
    capabilities: ['seeCustomer360', 'seeDistributorBanners'],
  },
  QUALITY: {
    name: 'Quality',
    sentence: 'Finds certificates and complains; reads no amounts',
    of: ['CUSTOMER'],
    capabilities: ['seeDistributorBanners'],
  },
  DESK: {
    name: 'Desk',
    sentence: 'Reports the status of LRs and uploads PODs',
    of: ['TRANSPORTER'],
    capabilities: ['reportTrackingEvents', 'seeOwnScorecard', 'commentOnOrders'],
  },
  BILLS: {
    name: 'Bills',
    sentence: 'Enters the bills of the company and follows them',
    of: ['TRANSPORTER'],
    capabilities: ['seeOwnScorecard'],
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

/** Whether one of these company roles holds a capability that the company has. */
export const holdsInCompany = (codes: readonly CompanyRoleCode[], capability: string): boolean =>
  codes.some(code => (companyRoles[code].capabilities as readonly string[]).includes(capability))

/** The company roles that people of a company of this kind may have. */
export const companyRolesOf = (kind: CompanyKind): CompanyRoleCode[] =>
  companyRoleCodes.filter(code => (companyRoles[code].of as readonly CompanyKind[]).includes(kind))

/** The company roles as people read them. */
export const companyRolesText = (codes: readonly CompanyRoleCode[]): string =>
  codes.map(code => companyRoleNames[code]).join(', ')
