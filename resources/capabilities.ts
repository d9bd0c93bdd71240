import { holdsInCompany, type InCompany, isNarrowed } from './access-control/company-roles.ts'
import { creditHiddenFrom } from './orders/order-visibility.ts'
import { type Role, roleCodes } from './roles.ts'

interface Granted {
  roles: readonly Role[]
}

const everyoneBut = (...excluded: readonly Role[]) => roleCodes.filter(role => !excluded.includes(role))

/**
 * The rights that no letter of the access matrix expresses, each with the roles that hold it. What each allows is said in
 * `capability-sentences.ts`.
 */
export const capabilities = {
  viewAsOthers: {
    roles: ['SYS_ADMIN'],
  },
  manageAdministrators: {
    roles: ['SYS_ADMIN'],
  },
  renewUsedLogins: {
    roles: ['SYS_ADMIN'],
  },
  confirmSignInByMail: {
    roles: ['SYS_ADMIN', 'FINANCE'],
  },
  explainAccess: {
    roles: ['SYS_ADMIN', 'MASTER_ADMIN', 'AUDITOR'],
  },
  seeLockedPartners: {
    roles: ['SYS_ADMIN', 'MASTER_ADMIN', 'CSC_AGENT', 'AUDITOR'],
  },
  seeLockedStaff: {
    roles: ['SYS_ADMIN', 'MASTER_ADMIN', 'AUDITOR'],
  },
  unlockPartners: { roles: ['SYS_ADMIN', 'CSC_AGENT'] },
  unlockStaff: { roles: ['SYS_ADMIN'] },
  signInSlowedNotLocked: {
    roles: ['SYS_ADMIN', 'MASTER_ADMIN'],
  },
  readDemoMail: {
    roles: ['SYS_ADMIN'],
  },
  steerSimulatedSap: {
    roles: ['SYS_ADMIN'],
  },
  nameDelegate: {
    roles: ['SALES_MANAGER', 'PRICING_APPROVER', 'CSC_AGENT', 'EUD_APPROVER', 'CREDIT_CONTROLLER', 'FINANCE'],
  },
  choosePartyWillCollect: {
    roles: ['CUSTOMER', 'DISTRIBUTOR', 'DISPATCH'],
  },
  shareViews: {
    roles: ['SYS_ADMIN', 'MASTER_ADMIN'],
  },
  readAllFromSap: {
    roles: ['SYS_ADMIN', 'MASTER_ADMIN'],
  },
  readFullFromSap: {
    roles: ['SYS_ADMIN'],
  },
  seeFailedOrders: {
    roles: ['SYS_ADMIN', 'CUSTOMER', 'DISTRIBUTOR', 'SALES_REP', 'SALES_MANAGER', 'CSC_AGENT', 'AUDITOR'],
  },
  handleFailedOrdersOfAll: {
    roles: ['SYS_ADMIN'],
  },
  hearOfSapSignIn: {
    roles: ['SYS_ADMIN'],
  },
  openSapConsole: {
    roles: ['SYS_ADMIN', 'CSC_AGENT', 'AUDITOR'],
  },
  hearOfFailedOrders: {
    roles: ['CSC_AGENT'],
  },
  hearOfFailedPayments: {
    roles: ['FINANCE'],
  },
  hearOfMoneyWaiting: {
    roles: ['FINANCE'],
  },
  hearOfBadSignatures: {
    roles: ['SYS_ADMIN', 'FINANCE'],
  },
  decideAboutMoney: {
    roles: ['FINANCE'],
  },
  hearOfDoubtfulPayments: {
    roles: ['FINANCE'],
  },
  hearOfGuardedChanges: {
    roles: ['SYS_ADMIN'],
  },
  cancelManyOrders: { roles: ['SALES_MANAGER', 'CSC_AGENT'] },
  simulateOrders: {
    roles: everyoneBut('SYS_ADMIN', 'DISPATCH', 'TRANSPORTER', 'QA'),
  },
  keepAccounts: {
    roles: ['SALES_REP', 'SALES_MANAGER'],
  },
  choosePlant: { roles: ['CSC_AGENT'] },
  routeToOwnManagers: {
    roles: ['SALES_REP', 'SALES_MANAGER'],
  },
  buyMappedProducts: {
    roles: ['DISTRIBUTOR'],
  },
  readEveryQueue: { roles: ['AUDITOR'] },
  commentOnOrders: { roles: everyoneBut('AUDITOR') },
  readInternalComments: {
    roles: everyoneBut(...creditHiddenFrom),
  },
  answerForQuality: {
    roles: ['QA'],
  },
  answerForDisputes: {
    roles: ['FINANCE'],
  },
  hearOfPriceDisputes: { roles: ['PRICING_APPROVER'] },
  hearOfFreightDisputes: { roles: ['DISPATCH'] },
  confirmDisputes: {
    roles: ['SALES_MANAGER'],
  },
  seeCreditOfBuyer: {
    roles: everyoneBut(...creditHiddenFrom),
  },
  seeCustomer360: {
    roles: everyoneBut('DISPATCH', 'TRANSPORTER', 'QA'),
  },
  reportTrackingEvents: {
    roles: ['DISPATCH', 'TRANSPORTER'],
  },
  reportAsDispatchDesk: {
    roles: ['DISPATCH'],
  },
  compareTransporters: {
    roles: [
      'SALES_REP',
      'SALES_MANAGER',
      'PRICING_APPROVER',
      'CSC_AGENT',
      'CREDIT_CONTROLLER',
      'FINANCE',
      'DISPATCH',
      'AUDITOR',
    ],
  },
  seeOwnScorecard: { roles: ['TRANSPORTER'] },
  keepOwnCompany: {
    roles: ['CUSTOMER', 'DISTRIBUTOR', 'TRANSPORTER'],
  },
  seeDistributorBanners: { roles: ['DISTRIBUTOR'] },
} as const satisfies Record<string, Granted>

export type Capability = keyof typeof capabilities

/** The roles that hold a capability. */
export const rolesHolding = (capability: Capability): readonly Role[] => capabilities[capability].roles

/** Whether one of the person's roles holds a capability, and their roles in the company they belong to leave it. */
export const can = (
  { roles, company = null }: { readonly roles: readonly Role[]; readonly company?: Pick<InCompany, 'roles'> | null },
  capability: Capability,
): boolean =>
  rolesHolding(capability).some(role => roles.includes(role)) &&
  (!isNarrowed(company as InCompany | null) || holdsInCompany(company!.roles, capability))
