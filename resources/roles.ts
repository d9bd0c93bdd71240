/** The roles: code, name, the kind of user who may hold it, and whether the work of those who report to them is theirs. */
export const roles = {
  SYS_ADMIN: { name: 'IT administrator', userType: 'EMPLOYEE' },
  MASTER_ADMIN: { name: 'Master data desk', userType: 'EMPLOYEE' },
  CUSTOMER: { name: 'Customer', userType: 'CUSTOMER' },
  DISTRIBUTOR: { name: 'Distributor', userType: 'CUSTOMER' },
  SALES_REP: { name: 'Sales executive', userType: 'EMPLOYEE' },
  SALES_MANAGER: { name: 'Sales manager', userType: 'EMPLOYEE', leadsTeam: true },
  PRICING_APPROVER: { name: 'Pricing desk', userType: 'EMPLOYEE' },
  CSC_AGENT: { name: 'CSC agent', userType: 'EMPLOYEE' },
  EUD_APPROVER: { name: 'Regulatory officer', userType: 'EMPLOYEE' },
  CREDIT_CONTROLLER: { name: 'Credit desk', userType: 'EMPLOYEE' },
  FINANCE: { name: 'Finance', userType: 'EMPLOYEE' },
  DISPATCH: { name: 'Dispatch desk', userType: 'PARTNER_SITE' },
  TRANSPORTER: { name: 'Transporter', userType: 'TRANSPORTER' },
  QA: { name: 'Quality', userType: 'EMPLOYEE' },
  AUDITOR: { name: 'Auditor', userType: 'EMPLOYEE' },
} as const

export type Role = keyof typeof roles

export const roleCodes = Object.keys(roles) as Role[]

/** What each role is called. */
export const roleNames: Readonly<Record<Role, string>> = Object.fromEntries(
  roleCodes.map(code => [code, roles[code].name]),
) as Record<Role, string>

/** The role that gives and takes itself, and that somebody always holds. */
export const administratorRole: Role = 'SYS_ADMIN'

/** Whether rows of those who report to a person belong to them in this role, too. */
export const leadsTeam = (role: Role): boolean => 'leadsTeam' in roles[role]

/** Whether a role is held for one plant, or for all of them. */
export const isHeldForPlants = (code: string) => code === 'DISPATCH'

/** Whether a user of this type may hold a role: one of the role's own type, and on a dispatch desk employees too. */
export const isForUserType = (role: { code: string; userType: string }, userType: string) =>
  role.userType === userType || (isHeldForPlants(role.code) && userType === 'EMPLOYEE')

/** Roles to which no row belongs, so that a grant for «own rows» would mean every row: they are held for all. */
const withoutOwnRows: readonly string[] = ['SYS_ADMIN', 'MASTER_ADMIN', 'FINANCE', 'AUDITOR'] satisfies Role[]

/** Whether rows can belong to a person in a role. */
export const hasOwnRows = (code: string) => !withoutOwnRows.includes(code)
