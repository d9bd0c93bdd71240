import { holdsInCompany, type InCompany, isNarrowed } from './access-control/company-roles.ts'
import { creditHiddenFrom } from './orders/order-visibility.ts'
import { type Role, roleCodes } from './roles.ts'

interface Granted {
  /** What it allows, as a sentence without its subject. */
  sentence: string
  roles: readonly Role[]
}

const everyoneBut = (...excluded: readonly Role[]) => roleCodes.filter(role => !excluded.includes(role))

/** The rights that no letter of the access matrix expresses, each with the roles that hold it. */
export const capabilities = {
  viewAsOthers: {
    sentence: 'Looks at the portal as another person, who must not hold this right themselves',
    roles: ['SYS_ADMIN'],
  },
  manageAdministrators: {
    sentence: 'Is an IT administrator, whose roles and login only another IT administrator changes',
    roles: ['SYS_ADMIN'],
  },
  renewUsedLogins: {
    sentence: 'Makes a new password link for a login that is in use already',
    roles: ['SYS_ADMIN'],
  },
  confirmSignInByMail: {
    sentence: 'Confirms each sign-in with a code from a mail, while the setting for it is on',
    roles: ['SYS_ADMIN', 'FINANCE'],
  },
  explainAccess: {
    sentence: 'Looks up what another person can see, and why',
    roles: ['SYS_ADMIN', 'MASTER_ADMIN', 'AUDITOR'],
  },
  seeLockedPartners: {
    sentence: 'Sees which logins of customers and transporters are locked',
    roles: ['SYS_ADMIN', 'MASTER_ADMIN', 'CSC_AGENT', 'AUDITOR'],
  },
  seeLockedStaff: {
    sentence: 'Sees which logins of employees and sites are locked',
    roles: ['SYS_ADMIN', 'MASTER_ADMIN', 'AUDITOR'],
  },
  unlockPartners: { sentence: 'Unlocks logins of customers and transporters', roles: ['SYS_ADMIN', 'CSC_AGENT'] },
  unlockStaff: { sentence: 'Unlocks logins of employees and sites', roles: ['SYS_ADMIN'] },
  signInSlowedNotLocked: {
    sentence: 'Is never locked out by wrong passwords: sign-in from other addresses is slowed down instead',
    roles: ['SYS_ADMIN', 'MASTER_ADMIN'],
  },
  readDemoMail: {
    sentence: 'Reads the links and codes in the mails of a demonstration, where no mail leaves the portal',
    roles: ['SYS_ADMIN'],
  },
  steerSimulatedSap: {
    sentence: 'Chooses how the simulated SAP of a demonstration behaves, and makes its documents',
    roles: ['SYS_ADMIN'],
  },
  nameDelegate: {
    sentence: 'Names a delegate for orders while they are away',
    roles: ['SALES_MANAGER', 'PRICING_APPROVER', 'CSC_AGENT', 'EUD_APPROVER', 'CREDIT_CONTROLLER', 'FINANCE'],
  },
  choosePartyWillCollect: {
    sentence: 'Chooses whether the goods of an invoice are sent, or collected by the customer',
    roles: ['CUSTOMER', 'DISTRIBUTOR', 'DISPATCH'],
  },
  shareViews: {
    sentence: 'Saves views of lists for a role or for everyone',
    roles: ['SYS_ADMIN', 'MASTER_ADMIN'],
  },
  readAllFromSap: {
    sentence: 'Has a whole list read from SAP, and the status of any order',
    roles: ['SYS_ADMIN', 'MASTER_ADMIN'],
  },
  readFullFromSap: {
    sentence: 'Has a whole list read from SAP again from the beginning, not only what changed',
    roles: ['SYS_ADMIN'],
  },
  seeFailedOrders: {
    sentence: 'Sees orders in error and orders stuck for SAP',
    roles: ['SYS_ADMIN', 'CUSTOMER', 'DISTRIBUTOR', 'SALES_REP', 'SALES_MANAGER', 'CSC_AGENT', 'AUDITOR'],
  },
  handleFailedOrdersOfAll: {
    sentence: 'Sees orders in error or stuck for SAP, and acts on stuck ones, without reading orders otherwise',
    roles: ['SYS_ADMIN'],
  },
  hearOfSapSignIn: {
    sentence: 'Is told by mail and bell when SAP refuses the sign-in of the portal',
    roles: ['SYS_ADMIN'],
  },
  openSapConsole: {
    sentence: 'Opens what was sent to SAP of the orders in reach, every attempt, and SAP’s own replies',
    roles: ['SYS_ADMIN', 'CSC_AGENT', 'AUDITOR'],
  },
  hearOfFailedOrders: {
    sentence: 'Gets an hourly mail of orders in error or stuck for SAP, within their access',
    roles: ['CSC_AGENT'],
  },
  hearOfFailedPayments: {
    sentence: 'Gets an hourly mail of payments not posted in SAP',
    roles: ['FINANCE'],
  },
  hearOfMoneyWaiting: {
    sentence: 'Gets a daily mail of refunds, captures, payments, TDS certificates and transfers that wait too long',
    roles: ['FINANCE'],
  },
  hearOfBadSignatures: {
    sentence: 'Gets a mail when payment results with a wrong signature are posted',
    roles: ['SYS_ADMIN', 'FINANCE'],
  },
  decideAboutMoney: {
    sentence: 'Decides what captured money is for that settles nothing, where no other person is named for it',
    roles: ['FINANCE'],
  },
  hearOfDoubtfulPayments: {
    sentence:
      'Is told when a gateway says a word that is not known, calls a payment a fraud, returns money or is about to, or refuses a refund',
    roles: ['FINANCE'],
  },
  hearOfGuardedChanges: {
    sentence:
      'Gets a mail when a payment account, or a setting that protects money, is changed, when an open item is entered by hand, and when a role that confirms is assigned or revoked',
    roles: ['SYS_ADMIN'],
  },
  cancelManyOrders: { sentence: 'Cancels lines of many orders in one run', roles: ['SALES_MANAGER', 'CSC_AGENT'] },
  simulateOrders: {
    sentence: 'Simulates orders',
    roles: everyoneBut('SYS_ADMIN', 'DISPATCH', 'TRANSPORTER', 'QA'),
  },
  keepAccounts: {
    sentence: 'Reaches customers through the accounts that they or their team keep in an SBU',
    roles: ['SALES_REP', 'SALES_MANAGER'],
  },
  choosePlant: { sentence: 'Chooses by hand the plant that supplies an order line', roles: ['CSC_AGENT'] },
  routeToOwnManagers: {
    sentence: 'Has the orders they place decided by their own managers, not by those of the account owner',
    roles: ['SALES_REP', 'SALES_MANAGER'],
  },
  buyMappedProducts: {
    sentence: 'Is offered only the products mapped to the distributor, where there are any',
    roles: ['DISTRIBUTOR'],
  },
  readEveryQueue: { sentence: 'Reads every approval queue without deciding', roles: ['AUDITOR'] },
  commentOnOrders: { sentence: 'Comments on the orders they read', roles: everyoneBut('AUDITOR') },
  readInternalComments: {
    sentence: 'Reads and writes internal comments on orders, complaints and disputes',
    roles: everyoneBut(...creditHiddenFrom),
  },
  answerForQuality: {
    sentence: 'Is notified of every new quality complaint, and can own it',
    roles: ['QA'],
  },
  answerForDisputes: {
    sentence: 'Is told of every new AR dispute, and can be its owner',
    roles: ['FINANCE'],
  },
  hearOfPriceDisputes: { sentence: 'Is told of new AR disputes about prices', roles: ['PRICING_APPROVER'] },
  hearOfFreightDisputes: { sentence: 'Is told of new AR disputes about freight in reach', roles: ['DISPATCH'] },
  confirmDisputes: {
    sentence: 'Is told of AR disputes in reach whose accepted amount a sales manager confirms',
    roles: ['SALES_MANAGER'],
  },
  seeCreditOfBuyer: {
    sentence: 'Sees the credit of a customer while placing an order for them',
    roles: everyoneBut(...creditHiddenFrom),
  },
  seeCustomer360: {
    sentence: 'Opens Customer 360',
    roles: everyoneBut('DISPATCH', 'TRANSPORTER', 'QA'),
  },
  reportTrackingEvents: {
    sentence: 'Reports what happens to their own LRs',
    roles: ['DISPATCH', 'TRANSPORTER'],
  },
  reportAsDispatchDesk: {
    sentence: 'Reports as the dispatch desk, which reopens a delivery that was reported by mistake',
    roles: ['DISPATCH'],
  },
  compareTransporters: {
    sentence: 'Sees how often transporters and lanes kept their dates',
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
  seeOwnScorecard: { sentence: 'Sees how their own transport company kept its dates', roles: ['TRANSPORTER'] },
  keepOwnCompany: {
    sentence: 'Invites, changes and ends the people of their own company, as its head',
    roles: ['CUSTOMER', 'DISTRIBUTOR', 'TRANSPORTER'],
  },
  seeDistributorBanners: { sentence: 'Sees the banners meant for distributors', roles: ['DISTRIBUTOR'] },
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
