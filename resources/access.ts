/** Who may do what, one constant a row of the matrix §I.2, in its own letters. */
import type { Field, Nature } from './define/fields.ts'
import { type Access, may } from './define/rights.ts'
import { type Role, roleCodes, roles } from './roles.ts'

/** Roles of people who are not our own: customers, dealers, sites and carriers. */
export const partnerRoles: readonly Role[] = roleCodes.filter(role => roles[role].userType !== 'EMPLOYEE')

/** The roles that never read a column of a nature, in any resource (§I.2, field rules and note 5). */
const natureHiddenFrom: Record<Nature, readonly Role[]> = {
  amount: ['DISPATCH'],
  'internal-note': partnerRoles,
  'internal-person': partnerRoles,
}

/** The roles that get rows without this field. Of a login that a partner reads, the rows decide (`readsPeople`). */
export const hiddenFrom = ({ hiddenFrom = [], nature, to }: Field): readonly Role[] =>
  nature && !(nature === 'internal-person' && to === 'user') ? [...hiddenFrom, ...natureHiddenFrom[nature]] : hiddenFrom

/** Whether somebody with these roles reads what our own people write for each other, and who of them acted. */
export const readsInternal = (roles: readonly Role[]): boolean => roles.some(role => !partnerRoles.includes(role))

/** Product and organisation masters M02–M13. */
export const organisation: Access = {
  SYS_ADMIN: 'RX',
  MASTER_ADMIN: 'RCUDIX',
  SALES_REP: 'R',
  SALES_MANAGER: 'R',
  PRICING_APPROVER: 'R',
  CSC_AGENT: 'R',
  EUD_APPROVER: 'R',
  CREDIT_CONTROLLER: 'R',
  FINANCE: 'R',
  DISPATCH: 'R',
  QA: 'R',
  AUDITOR: 'RX',
}
/** Sourcing masters M14–M21. */
export const sourcing: Access = {
  SYS_ADMIN: 'RX',
  MASTER_ADMIN: 'RCUDIX',
  SALES_REP: 'R',
  SALES_MANAGER: 'R',
  PRICING_APPROVER: 'R',
  CSC_AGENT: 'RU',
  DISPATCH: 'R',
  AUDITOR: 'RX',
}
/** Pricing masters M22, M23, M26, M27, M29. */
export const pricing: Access = {
  SYS_ADMIN: 'R',
  MASTER_ADMIN: 'RX',
  SALES_REP: 'R',
  SALES_MANAGER: 'R',
  PRICING_APPROVER: 'RCUDIX',
  CSC_AGENT: 'R',
  AUDITOR: 'RX',
}
/** Limit price M28 and approving limits M30. */
export const limits: Access = {
  SYS_ADMIN: 'R',
  MASTER_ADMIN: 'RCUDIX',
  SALES_MANAGER: 'R',
  PRICING_APPROVER: 'RCUDIX',
  CREDIT_CONTROLLER: 'R',
  AUDITOR: 'RX',
}
/** Department, order type and segment maps M36, M37, M39, perennial M40, freight M31. */
export const orderControl: Access = {
  SYS_ADMIN: 'R',
  MASTER_ADMIN: 'RCUDI',
  SALES_REP: 'R',
  SALES_MANAGER: 'R',
  PRICING_APPROVER: 'R',
  CSC_AGENT: 'RU',
  DISPATCH: 'R',
  AUDITOR: 'RX',
}
/** CSC approvers M32, CSC mail M44, single batch M43, shipping instructions M38, expected delivery dates M42. */
export const cscDesk: Access = {
  SYS_ADMIN: 'R',
  MASTER_ADMIN: 'RCUDI',
  SALES_REP: 'R',
  SALES_MANAGER: 'R',
  CSC_AGENT: 'RCUDI',
  DISPATCH: 'R',
  AUDITOR: 'R',
}
/** Rate contracts M24 and their errors M25; the desk that approves them brings them in. */
export const rateContracts: Access = {
  SYS_ADMIN: 'R',
  MASTER_ADMIN: 'R',
  CUSTOMER: 'R',
  DISTRIBUTOR: 'R',
  SALES_REP: 'R',
  SALES_MANAGER: 'R',
  PRICING_APPROVER: 'RCUDIA',
  CSC_AGENT: 'R',
  AUDITOR: 'RX',
}
/** Payment customers M48 and outstanding items M51. */
export const receivables: Access = {
  SYS_ADMIN: 'R',
  MASTER_ADMIN: 'R',
  CREDIT_CONTROLLER: 'R',
  FINANCE: 'RCUDI',
  AUDITOR: 'RX',
}
/** Customer annexures M49 and M50; the buyer accepts his own. */
export const annexures: Access = {
  SYS_ADMIN: 'R',
  MASTER_ADMIN: 'RCUDI',
  CUSTOMER: 'RA',
  DISTRIBUTOR: 'RA',
  SALES_REP: 'R',
  SALES_MANAGER: 'RCU',
  PRICING_APPROVER: 'RCUD',
  CSC_AGENT: 'R',
  FINANCE: 'R',
  AUDITOR: 'RX',
}
/** Customer order blocks M33. */
export const orderBlocks: Access = {
  SYS_ADMIN: 'R',
  MASTER_ADMIN: 'R',
  SALES_REP: 'R',
  SALES_MANAGER: 'RCU',
  CSC_AGENT: 'RCUDI',
  EUD_APPROVER: 'R',
  CREDIT_CONTROLLER: 'RCUDI',
  FINANCE: 'RCU',
  AUDITOR: 'RX',
}
/** End user documents M34 and PESO products M35. */
export const regulated: Access = {
  SYS_ADMIN: 'R',
  MASTER_ADMIN: 'RCUDI',
  CUSTOMER: 'R',
  DISTRIBUTOR: 'R',
  SALES_REP: 'R',
  SALES_MANAGER: 'R',
  CSC_AGENT: 'R',
  EUD_APPROVER: 'RCUDI',
  DISPATCH: 'R',
  QA: 'R',
  AUDITOR: 'RX',
}
/** Frequently purchased items M41; its screen takes files too, from the desk that may enter every customer's rows. */
export const frequentItems: Access = {
  SYS_ADMIN: 'R',
  MASTER_ADMIN: 'R',
  CUSTOMER: 'RCUD',
  DISTRIBUTOR: 'RCUD',
  SALES_REP: 'RCUD',
  SALES_MANAGER: 'R',
  CSC_AGENT: 'RCUDI',
  AUDITOR: 'R',
}
/** Contacts of customers: their own under M46, part of the customer under A07. */
export const contacts: Access = {
  ...frequentItems,
  SYS_ADMIN: 'RCUDI',
  MASTER_ADMIN: 'RCUDI',
  CREDIT_CONTROLLER: 'R',
  FINANCE: 'R',
}
/** Employees A01 and SBU map A06. */
export const employees: Access = { SYS_ADMIN: 'RCUDI', MASTER_ADMIN: 'RCUDI', SALES_MANAGER: 'R', AUDITOR: 'R' }
/** Assign roles A04; its screen takes files too, from those who may enter the same rows one by one. */
export const roleGrants: Access = { SYS_ADMIN: 'RCUDIA', MASTER_ADMIN: 'R', AUDITOR: 'R' }
/** Requests for rights: anybody makes them, whoever gives roles answers them. */
export const accessRequests: Access = { SYS_ADMIN: 'RA', MASTER_ADMIN: 'R', AUDITOR: 'R' }
/** CnF, toll and central warehouse A03, A05, A08. The credit desk's U is for credit notes alone (note 4): sites have none. */
export const sites: Access = {
  SYS_ADMIN: 'RCUDI',
  MASTER_ADMIN: 'RCUDI',
  SALES_REP: 'R',
  SALES_MANAGER: 'R',
  CSC_AGENT: 'RU',
  CREDIT_CONTROLLER: 'R',
  FINANCE: 'R',
  DISPATCH: 'R',
  AUDITOR: 'RX',
}
/** The ship-tos of customers A07; the buyer sees his own, as in Customer 360 (M52). */
export const shipTos: Access = { ...sites, CUSTOMER: 'R', DISTRIBUTOR: 'R' }
/** Customers A07, with credit notes that the credit desk writes. */
export const customers: Access = { ...shipTos, CREDIT_CONTROLLER: 'RU' }
/** Who of all that may change customers is a credit controller alone: he writes credit notes and nothing else (§I.2, note 4). */
export function writesNotesAlone(roles: readonly Role[]): boolean {
  const changing = roles.filter(role => may(customers, role, 'U'))
  return changing.length > 0 && changing.every(role => role === 'CREDIT_CONTROLLER')
}
/** Transporters M02, lanes T05, expected delivery days T06. */
export const transport: Access = {
  SYS_ADMIN: 'RU',
  MASTER_ADMIN: 'RCUDI',
  CSC_AGENT: 'R',
  FINANCE: 'R',
  DISPATCH: 'RCUDI',
  TRANSPORTER: 'R',
  AUDITOR: 'R',
}
/** Opt-outs T02 and T03, Sigma customers T07 and who follows them T04. */
export const trackingMasters: Access = {
  SYS_ADMIN: 'RCUDI',
  MASTER_ADMIN: 'RCUDI',
  SALES_REP: 'R',
  SALES_MANAGER: 'R',
  CSC_AGENT: 'RCU',
  DISPATCH: 'R',
  AUDITOR: 'R',
}
/** System tables §0.9: kept by the IT administrator, read by every employee. */
export const system: Access = {
  SYS_ADMIN: 'RCUDIX',
  MASTER_ADMIN: 'R',
  SALES_REP: 'R',
  SALES_MANAGER: 'R',
  PRICING_APPROVER: 'R',
  CSC_AGENT: 'R',
  EUD_APPROVER: 'R',
  CREDIT_CONTROLLER: 'R',
  FINANCE: 'R',
  DISPATCH: 'R',
  QA: 'R',
  AUDITOR: 'RX',
}
/** Orders create/edit/submit. Their states move by steps alone; whose steps, the order flow says. */
export const orders: Access = {
  CUSTOMER: 'RCU',
  DISTRIBUTOR: 'RCU',
  SALES_REP: 'RCU',
  SALES_MANAGER: 'RCU',
  PRICING_APPROVER: 'R',
  CSC_AGENT: 'RCU',
  EUD_APPROVER: 'R',
  CREDIT_CONTROLLER: 'R',
  FINANCE: 'R',
  DISPATCH: 'R',
  AUDITOR: 'RX',
}
/** Their lines, deliveries, steps and approvals: read by whoever reads the order, written with it alone. */
export const orderParts: Access = {
  CUSTOMER: 'R',
  DISTRIBUTOR: 'R',
  SALES_REP: 'R',
  SALES_MANAGER: 'R',
  PRICING_APPROVER: 'R',
  CSC_AGENT: 'R',
  EUD_APPROVER: 'R',
  CREDIT_CONTROLLER: 'R',
  FINANCE: 'R',
  DISPATCH: 'R',
  AUDITOR: 'RX',
}
/** Itemwise orders: the lines of the orders one reads, which the desks that follow them take out as files. */
export const itemWiseOrders: Access = {
  ...orderParts,
  SALES_REP: 'RX',
  SALES_MANAGER: 'RX',
  CSC_AGENT: 'RX',
  AUDITOR: 'RX',
}
/** Invoices, LRs and shipments, written by dispatch and by SAP. */
export const dispatches: Access = {
  CUSTOMER: 'R',
  DISTRIBUTOR: 'R',
  SALES_REP: 'R',
  SALES_MANAGER: 'R',
  CSC_AGENT: 'RA',
  EUD_APPROVER: 'R',
  FINANCE: 'R',
  DISPATCH: 'RCUAI',
  TRANSPORTER: 'R',
  AUDITOR: 'RX',
}
/** EUD blocks (§I.2): the regulatory desk lays and lifts them. */
export const eudBlocks: Access = {
  SYS_ADMIN: 'R',
  CUSTOMER: 'R',
  DISTRIBUTOR: 'R',
  SALES_REP: 'R',
  SALES_MANAGER: 'R',
  CSC_AGENT: 'R',
  EUD_APPROVER: 'RCUA',
  DISPATCH: 'R',
  AUDITOR: 'RX',
}
/** The documents behind them: brought by whoever places orders, decided in the queue. */
export const eudDocuments: Access = { ...eudBlocks, EUD_APPROVER: 'R' }
/** Where the masters leave an order without an answer: read by who can close a hole, looked for again on demand. */
export const holes: Access = {
  SYS_ADMIN: 'R',
  MASTER_ADMIN: 'RA',
  SALES_MANAGER: 'R',
  PRICING_APPROVER: 'RA',
  CSC_AGENT: 'RA',
  CREDIT_CONTROLLER: 'R',
  AUDITOR: 'RX',
}
/** What the product writes down about itself: imports, messages to SAP, changes, sign-ins. */
export const logs: Access = { SYS_ADMIN: 'RX', AUDITOR: 'RX' }
/** Reading data from SAP M01. */
export const sapReads: Access = { SYS_ADMIN: 'RA', MASTER_ADMIN: 'RA', CSC_AGENT: 'RA', FINANCE: 'R', AUDITOR: 'R' }
/** Attachments M47; partners read the documents that are for them, and files by the row that these belong to. */
export const files: Access = {
  SYS_ADMIN: 'RCUD',
  MASTER_ADMIN: 'RCUD',
  SALES_REP: 'R',
  SALES_MANAGER: 'R',
  PRICING_APPROVER: 'R',
  CSC_AGENT: 'RCU',
  EUD_APPROVER: 'R',
  CREDIT_CONTROLLER: 'R',
  FINANCE: 'R',
  QA: 'RCU',
  AUDITOR: 'R',
  DISPATCH: 'R',
  CUSTOMER: 'R',
  DISTRIBUTOR: 'R',
  TRANSPORTER: 'R',
}
/** Banners T08; partners see those that are for their kind. */
export const banners: Access = {
  ...files,
  CUSTOMER: 'R',
  DISTRIBUTOR: 'R',
  DISPATCH: 'R',
  TRANSPORTER: 'R',
}
/** Complaint categories M45; the screen takes files from those who may deactivate its rows. */
export const complaintCategories: Access = {
  ...files,
  SYS_ADMIN: 'RCUDI',
  MASTER_ADMIN: 'RCUDI',
  CUSTOMER: 'R',
  DISTRIBUTOR: 'R',
  DISPATCH: 'R',
}
