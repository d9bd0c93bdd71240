/** Who may do what: one constant for each row of the access matrix, in its letters. */
import type { Audience, Field, Nature } from './define/fields.ts'
import { type Access, may } from './define/rights.ts'
import { type Role, roleCodes, roles } from './roles.ts'

/** Roles of people who are not our own: customers, distributors, sites and transporters. */
export const partnerRoles: readonly Role[] = roleCodes.filter(role => roles[role].userType !== 'EMPLOYEE')

/** The roles that never read a column of a nature, in any resource. */
const natureHiddenFrom: Record<Nature, readonly Role[]> = { amount: ['DISPATCH'], freight: [] }

/** The roles outside the audience of a column. */
const outside: Record<Audience, readonly Role[]> = {
  staff: partnerRoles,
  site: partnerRoles.filter(role => roles[role].userType !== 'PARTNER_SITE'),
  readers: [],
}

/** Whether a column names a login of which partners read the names of their own side. */
export const namesOwnSide = ({ audience, to }: Field): boolean => audience === 'staff' && to === 'user'

/** The roles that get rows without this field. */
export function hiddenFrom(field: Field): readonly Role[] {
  const { hiddenFrom = [], nature, audience } = field
  return [
    ...hiddenFrom,
    ...(nature ? natureHiddenFrom[nature] : []),
    ...(audience && !namesOwnSide(field) ? outside[audience] : []),
  ]
}

/** Whether a column tells prices: the dispatch desk, which reads goods without them, does not get it. */
export const tellsPrices = (field: Field): boolean => hiddenFrom(field).includes('DISPATCH')

/** Whether somebody with these roles reads what our own people write for each other, and who of them acted. */
export const readsInternal = (roles: readonly Role[]): boolean => roles.some(role => !partnerRoles.includes(role))

/** Product and organisation masters. */
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
/** Sourcing masters. */
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
/** Pricing masters: agreed prices, discounts, promo codes, average selling prices. */
export const pricing: Access = {
  SYS_ADMIN: 'R',
  MASTER_ADMIN: 'RX',
  SALES_REP: 'R',
  SALES_MANAGER: 'R',
  PRICING_APPROVER: 'RCUDIX',
  CSC_AGENT: 'R',
  AUDITOR: 'RX',
}
/** Limit prices and approving limits. */
export const limits: Access = {
  SYS_ADMIN: 'R',
  MASTER_ADMIN: 'RCUDIX',
  SALES_MANAGER: 'R',
  PRICING_APPROVER: 'RCUDIX',
  CREDIT_CONTROLLER: 'R',
  AUDITOR: 'RX',
}
/** Maps of departments, order types and segments; perennial non-available items; freight. */
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
/** CSC approvers, CSC mails, single batch, shipping instructions, expected delivery dates. */
export const cscDesk: Access = {
  SYS_ADMIN: 'R',
  MASTER_ADMIN: 'RCUDI',
  SALES_REP: 'R',
  SALES_MANAGER: 'R',
  CSC_AGENT: 'RCUDI',
  DISPATCH: 'R',
  AUDITOR: 'R',
}
/** Rate contracts and their errors; the desk that approves them imports them. */
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
/** Payment customers and outstanding items. */
export const receivables: Access = {
  SYS_ADMIN: 'R',
  MASTER_ADMIN: 'R',
  CREDIT_CONTROLLER: 'R',
  FINANCE: 'RCUDI',
  AUDITOR: 'RX',
}
/** Accounts at payment gateways: Finance keeps them, for their money arrives there. */
export const paymentAccounts: Access = { SYS_ADMIN: 'RCUDIA', CREDIT_CONTROLLER: 'R', FINANCE: 'RCUDIA', AUDITOR: 'RX' }
/** Open items: what one person enters by hand, another desk confirms. */
export const openItems: Access = {
  SYS_ADMIN: 'R',
  MASTER_ADMIN: 'R',
  CREDIT_CONTROLLER: 'RA',
  FINANCE: 'RCUDI',
  AUDITOR: 'RX',
}
/** Carts of open items: filled and paid by the customer's people, seen by those who watch receivables. */
export const paymentCarts: Access = {
  CUSTOMER: 'RCA',
  DISTRIBUTOR: 'RCA',
  CREDIT_CONTROLLER: 'R',
  FINANCE: 'R',
  AUDITOR: 'R',
}
/** Payments and what they settle. */
export const payments: Access = {
  SYS_ADMIN: 'R',
  CUSTOMER: 'R',
  DISTRIBUTOR: 'R',
  SALES_REP: 'R',
  SALES_MANAGER: 'R',
  CSC_AGENT: 'R',
  CREDIT_CONTROLLER: 'R',
  FINANCE: 'RAX',
  AUDITOR: 'RX',
}
/** What gateways sent, settled and took back: for Finance and whoever examines it. */
export const paymentBooks: Access = { SYS_ADMIN: 'R', FINANCE: 'RX', AUDITOR: 'RX' }
/** What Finance has to settle about payments. */
export const paymentTasks: Access = { SYS_ADMIN: 'R', CREDIT_CONTROLLER: 'R', FINANCE: 'RA', AUDITOR: 'RX' }
/** Settlement files of gateways, taken in by Finance. */
export const settlementFiles: Access = { SYS_ADMIN: 'R', FINANCE: 'RIX', AUDITOR: 'RX' }
/** Statements of the bank, taken in and matched by Finance. */
export const bankStatements: Access = { SYS_ADMIN: 'R', FINANCE: 'RIAX', AUDITOR: 'RX' }
/** The company's accounts at banks. */
export const bankAccounts: Access = { SYS_ADMIN: 'RCUDIX', FINANCE: 'RCUDIX', AUDITOR: 'RX' }
/** What two people of Finance decide together: differences with gateways, and refunds. */
export const paymentDecisions: Access = { SYS_ADMIN: 'R', FINANCE: 'RAX', AUDITOR: 'RX' }
/** Refunds: Finance decides them together; the payer and who keeps them read what goes back. */
export const refunds: Access = payments
/** TDS certificates: the customer sends their own, two people of Finance write off what stays missing. */
export const tdsCertificates: Access = {
  CUSTOMER: 'RU',
  DISTRIBUTOR: 'RU',
  CREDIT_CONTROLLER: 'R',
  FINANCE: 'RAX',
  AUDITOR: 'RX',
}
/** Customer annexures; the buyer accepts their own. */
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
/** Customer order blocks. */
export const customerBlocks: Access = {
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
/** End user documents and PESO products. */
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
/** Hazardous goods by law, kept by the master data desk and the regulatory officer. */
export const hazards: Access = {
  SYS_ADMIN: 'R',
  MASTER_ADMIN: 'RCUDIX',
  CSC_AGENT: 'R',
  EUD_APPROVER: 'RCUDIX',
  DISPATCH: 'RX',
  QA: 'RX',
  AUDITOR: 'RX',
}
/** Frequently purchased items; files are imported by the desk that may enter every customer's rows. */
export const frequentlyPurchased: Access = {
  SYS_ADMIN: 'R',
  MASTER_ADMIN: 'R',
  CUSTOMER: 'RCUD',
  DISTRIBUTOR: 'RCUD',
  SALES_REP: 'RCUD',
  SALES_MANAGER: 'R',
  CSC_AGENT: 'RCUDI',
  AUDITOR: 'R',
}
/** Contacts of customers: their own in My details, part of the customer elsewhere. */
export const contacts: Access = {
  ...frequentlyPurchased,
  SYS_ADMIN: 'RCUDI',
  MASTER_ADMIN: 'RCUDI',
  CREDIT_CONTROLLER: 'R',
  FINANCE: 'R',
}
/** Employees and their SBU map. */
export const employees: Access = { SYS_ADMIN: 'RCUDI', MASTER_ADMIN: 'RCUDI', SALES_MANAGER: 'R', AUDITOR: 'R' }
/** Role grants; files are imported by those who may enter the same rows one by one. */
export const roleGrants: Access = { SYS_ADMIN: 'RCUDIA', MASTER_ADMIN: 'R', AUDITOR: 'R' }
/** Requests for rights: anybody makes them, whoever gives roles answers them. */
export const accessRequests: Access = { SYS_ADMIN: 'RA', MASTER_ADMIN: 'R', AUDITOR: 'R' }
/** CnFs, toll centres and central warehouses. The credit desk's U is for credit notes only: sites have none. */
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
/** The people of customers and transporters: kept by whoever keeps their logins, and by the head of each company. */
export const companyPeople: Access = {
  SYS_ADMIN: 'RU',
  MASTER_ADMIN: 'RU',
  CUSTOMER: 'R',
  DISTRIBUTOR: 'R',
  SALES_REP: 'R',
  SALES_MANAGER: 'R',
  CSC_AGENT: 'RU',
  TRANSPORTER: 'R',
  AUDITOR: 'R',
}
/** Ship-tos of customers; the buyer sees their own, as in Customer 360. */
export const shipTos: Access = { ...sites, CUSTOMER: 'R', DISTRIBUTOR: 'R' }
/** Customers, with credit notes that the credit desk writes; the regulatory desk chooses whom it blocks. */
export const customers: Access = { ...shipTos, EUD_APPROVER: 'R', CREDIT_CONTROLLER: 'RU' }
/** Whether somebody may change customers only as a credit controller: they write credit notes and nothing else. */
export function writesCreditNotesOnly(roles: readonly Role[]): boolean {
  const changing = roles.filter(role => may(customers, role, 'U'))
  return changing.length > 0 && changing.every(role => role === 'CREDIT_CONTROLLER')
}
/** Transporters, lanes, expected delivery days. */
export const transport: Access = {
  SYS_ADMIN: 'RU',
  MASTER_ADMIN: 'RCUDI',
  CSC_AGENT: 'R',
  FINANCE: 'R',
  DISPATCH: 'RCUDI',
  TRANSPORTER: 'R',
  AUDITOR: 'R',
}
/** Vehicles and drivers of transporters, who keep their own. */
export const transporterFleet: Access = {
  SYS_ADMIN: 'R',
  MASTER_ADMIN: 'RCUDIX',
  DISPATCH: 'RCUDIX',
  TRANSPORTER: 'RCUD',
  AUDITOR: 'RX',
}
/** What is agreed with transporters about freight: kept by the master data desk, approved by Finance, read by the sites. */
export const freightContracts: Access = {
  SYS_ADMIN: 'R',
  MASTER_ADMIN: 'RCUDI',
  FINANCE: 'RCUDIA',
  DISPATCH: 'R',
  AUDITOR: 'R',
}
/** Their rates and charges, the price of fuel, and how transporters are taxed: nothing of them is decided apart. */
export const freightTables: Access = { ...freightContracts, FINANCE: 'RCUDI' }
/** How transporters are taxed: each reads its own. */
export const gtaTaxChoices: Access = { ...freightTables, TRANSPORTER: 'R' }
/** Opt-outs, Sigma customers and the employees who follow them. */
export const trackingMasters: Access = {
  SYS_ADMIN: 'RCUDI',
  MASTER_ADMIN: 'RCUDI',
  SALES_REP: 'R',
  SALES_MANAGER: 'R',
  CSC_AGENT: 'RCU',
  DISPATCH: 'R',
  AUDITOR: 'R',
}
/** System tables: kept by the IT administrator, read by every employee. */
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
/** The settings: those of money, and those that switch a control off, are confirmed by Finance. */
export const appSettings: Access = { ...system, SYS_ADMIN: 'RCUDIXA', FINANCE: 'RA' }
/** Orders: create, edit, submit. Their states change only by steps; the order flow says whose. */
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
/** Their lines, deliveries, steps and approvals: read by whoever reads the order, written only with it. */
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
/** Why SAP holds orders: read by our people with the order, for buyers read only that it is being checked. */
export const orderHolds: Access = {
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
/** Item-wise orders: the lines of the orders one reads, exported by the desks that follow them. */
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
/** E-way bills: the desks act on them, transporters do what only they can. */
export const ewayBills: Access = { SYS_ADMIN: 'R', FINANCE: 'R', DISPATCH: 'RUA', TRANSPORTER: 'RA', AUDITOR: 'RX' }
export const ewayCalls: Access = { SYS_ADMIN: 'R', DISPATCH: 'RU', AUDITOR: 'RX' }
/** Vehicles with many LRs: the desks plan them and work the gate, transporters offer and name vehicles. */
export const trips: Access = { SYS_ADMIN: 'R', FINANCE: 'R', DISPATCH: 'RCUA', TRANSPORTER: 'RA', AUDITOR: 'RX' }
export const tripParts: Access = { SYS_ADMIN: 'R', FINANCE: 'R', DISPATCH: 'RUA', TRANSPORTER: 'RA', AUDITOR: 'RX' }
export const tripOffers: Access = { SYS_ADMIN: 'R', FINANCE: 'R', DISPATCH: 'RCUA', TRANSPORTER: 'RA', AUDITOR: 'RX' }
export const tripEvents: Access = { SYS_ADMIN: 'R', FINANCE: 'R', DISPATCH: 'R', TRANSPORTER: 'R', AUDITOR: 'RX' }
/** Accounts at the e-way portal. */
export const ewayAccounts: Access = { SYS_ADMIN: 'RCUDA', AUDITOR: 'RX' }
/** Goods that the party collects: buyers ask for it and name the collector, the desk hands over. */
export const collections: Access = {
  CUSTOMER: 'RC',
  DISTRIBUTOR: 'RC',
  SALES_REP: 'R',
  SALES_MANAGER: 'R',
  CSC_AGENT: 'RA',
  EUD_APPROVER: 'R',
  FINANCE: 'R',
  DISPATCH: 'RCUA',
  AUDITOR: 'RX',
}
/** The bills of transporters. Whoever entered one withdraws it and enters another; files of billed LRs are imported. */
export const transporterBills: Access = { FINANCE: 'RA', DISPATCH: 'RCI', TRANSPORTER: 'RCI', AUDITOR: 'RX' }
/** The LRs on them: written with the bill; Finance accepts their differences. */
export const transporterBillParts: Access = { FINANCE: 'RA', DISPATCH: 'R', TRANSPORTER: 'R', AUDITOR: 'RX' }
/** What is deducted from them: made at approval; Finance enters the credit notes of transporters. */
export const debitNotes: Access = { FINANCE: 'RA', DISPATCH: 'R', TRANSPORTER: 'R', AUDITOR: 'RX' }
/** Carting of LRs: entered by the desk, decided by Finance above its limits, never seen by transporters. */
export const cartingCharges: Access = { FINANCE: 'RA', DISPATCH: 'RC', AUDITOR: 'RX' }
/** What follows from approved carting. */
export const cartingParts: Access = { FINANCE: 'R', DISPATCH: 'R', AUDITOR: 'RX' }
/** Searching shipments, and the figures of tracking. */
export const tracking: Access = {
  SYS_ADMIN: 'R',
  CUSTOMER: 'R',
  DISTRIBUTOR: 'R',
  SALES_REP: 'R',
  SALES_MANAGER: 'R',
  CSC_AGENT: 'RX',
  DISPATCH: 'RX',
  TRANSPORTER: 'R',
  AUDITOR: 'RX',
}
/** What customers say about deliveries: followed up by customer service and the dispatch desk. */
export const feedbacks: Access = {
  SYS_ADMIN: 'RA',
  CUSTOMER: 'R',
  DISTRIBUTOR: 'R',
  SALES_REP: 'R',
  SALES_MANAGER: 'R',
  CSC_AGENT: 'RA',
  DISPATCH: 'RA',
  TRANSPORTER: 'R',
  AUDITOR: 'R',
}
/** Proofs of delivery: uploaded by the dispatch desk and by the transporter, verified by the desks. */
export const pods: Access = { ...dispatches, DISPATCH: 'RCA', TRANSPORTER: 'RC' }
/** Links that show a consignment to strangers: made and revoked by the desks, and by those who buy. */
export const passportLinks: Access = {
  CUSTOMER: 'RCA',
  DISTRIBUTOR: 'RCA',
  CSC_AGENT: 'RCA',
  DISPATCH: 'RCA',
  AUDITOR: 'R',
}
/** Many PODs sent together: seen by whoever sent them. */
export const podBatches: Access = { DISPATCH: 'RC', TRANSPORTER: 'RC', AUDITOR: 'R' }
/** Certificates of analysis: kept by quality, found by everybody but transporters. */
export const certificates: Access = {
  SYS_ADMIN: 'R',
  MASTER_ADMIN: 'R',
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
  QA: 'RA',
  AUDITOR: 'R',
}
/** Uploading and mapping certificates. */
export const certificateUploads: Access = { QA: 'RCUDI', AUDITOR: 'R' }
/** The files of these uploads, which come by an upload and change by actions, never in a form. */
export const certificateFiles: Access = { QA: 'RIA', AUDITOR: 'R' }
/** What the carriage of goods cost, by goods; and by transporter, who reads their own. */
export const freightByGoods: Access = { FINANCE: 'RX', DISPATCH: 'RX', AUDITOR: 'RX' }
export const freightByTransporter: Access = { ...freightByGoods, TRANSPORTER: 'RX' }
/** What went with which transporter, in one list: whoever reads LRs and reports of their own scope. */
export const lrReport: Access = {
  SALES_REP: 'RX',
  SALES_MANAGER: 'RX',
  CSC_AGENT: 'RX',
  DISPATCH: 'RX',
  TRANSPORTER: 'RX',
  AUDITOR: 'RX',
}
/** Reports of orders: whoever reads orders and reports of their own scope; buyers of their own. */
export const orderReport: Access = {
  CUSTOMER: 'RX',
  DISTRIBUTOR: 'RX',
  SALES_REP: 'RX',
  SALES_MANAGER: 'RX',
  PRICING_APPROVER: 'RX',
  CSC_AGENT: 'RX',
  AUDITOR: 'RX',
}
/** Figures of orders, which buyers do not get. */
export const orderFigures: Access = {
  SALES_REP: 'RX',
  SALES_MANAGER: 'RX',
  PRICING_APPROVER: 'RX',
  CSC_AGENT: 'RX',
  AUDITOR: 'RX',
}
/** Net sales, whose readers are those of the figures of orders. */
export const salesFiguresReport: Access = { ...orderFigures }
/** What waits for an approval; distributors follow their own. */
export const pendingApprovals: Access = { ...orderFigures, DISTRIBUTOR: 'RX' }
/** What was deleted, and ordered again. */
export const deletedOrders: Access = { SALES_REP: 'RX', SALES_MANAGER: 'RX', CSC_AGENT: 'RX', AUDITOR: 'RX' }
/** What the customer service centre approved. */
export const cscApprovals: Access = { SALES_MANAGER: 'RX', CSC_AGENT: 'RX', AUDITOR: 'RX' }
/** Discounts that were given: whoever sets prices, and whoever answers for them. */
export const discountFigures: Access = { SALES_MANAGER: 'RX', PRICING_APPROVER: 'RX', AUDITOR: 'RX' }
/** Who decided above their own limit: whoever answers for approvals. */
export const decisionFigures: Access = { SALES_MANAGER: 'RX', AUDITOR: 'RX' }
/** What account owners sell: whoever leads them. */
export const accountFigures: Access = { SALES_MANAGER: 'RX', AUDITOR: 'RX' }
/** The list prices: who sells by them, and buyers who may see the list. */
export const priceList: Access = { ...orderFigures, CUSTOMER: 'RX', DISTRIBUTOR: 'RX' }
/** Reports of invoices: whoever reads invoices and reports of their own scope; buyers of their own. */
export const invoiceReport: Access = {
  CUSTOMER: 'RX',
  DISTRIBUTOR: 'RX',
  SALES_REP: 'RX',
  SALES_MANAGER: 'RX',
  CSC_AGENT: 'RX',
  FINANCE: 'RX',
  AUDITOR: 'RX',
}
/** Open items of customers. */
export const outstandingReport: Access = { ...invoiceReport, PRICING_APPROVER: 'RX', CREDIT_CONTROLLER: 'RX' }
/** Stocks with what is reserved of them. */
export const stockReport: Access = { ...orderFigures, DISPATCH: 'RX' }
/** End-user documents, and how they were decided. */
export const eudReport: Access = { EUD_APPROVER: 'RX', CSC_AGENT: 'RX', AUDITOR: 'RX' }
/** Goods that parties collect. */
export const collectionReport: Access = {
  CUSTOMER: 'RX',
  DISTRIBUTOR: 'RX',
  CSC_AGENT: 'RX',
  DISPATCH: 'RX',
  AUDITOR: 'RX',
}
/** Freight that customers bore. */
export const customerFreight: Access = {
  CUSTOMER: 'RX',
  DISTRIBUTOR: 'RX',
  FINANCE: 'RX',
  DISPATCH: 'RX',
  AUDITOR: 'RX',
}
/** Deliveries of SAP: read by whom invoices are read, without transporters. */
export const deliveries: Access = {
  CUSTOMER: 'R',
  DISTRIBUTOR: 'R',
  SALES_REP: 'R',
  SALES_MANAGER: 'R',
  CSC_AGENT: 'R',
  EUD_APPROVER: 'R',
  FINANCE: 'R',
  DISPATCH: 'R',
  AUDITOR: 'RX',
}
/** Complaints and what is written on them: opened by customers and sales, worked by the desks, quality by QA. */
export const complaints: Access = {
  SYS_ADMIN: 'R',
  CUSTOMER: 'RCU',
  DISTRIBUTOR: 'RCU',
  SALES_REP: 'RCU',
  SALES_MANAGER: 'RCUA',
  CSC_AGENT: 'RCUA',
  FINANCE: 'R',
  DISPATCH: 'RU',
  QA: 'RUA',
  AUDITOR: 'RX',
}
/** AR disputes: opened by customers and whoever serves them, decided by Finance; sales managers confirm large amounts. */
export const arDisputes: Access = {
  SYS_ADMIN: 'R',
  CUSTOMER: 'RCU',
  DISTRIBUTOR: 'RCU',
  SALES_REP: 'RC',
  SALES_MANAGER: 'RCA',
  PRICING_APPROVER: 'R',
  CSC_AGENT: 'RC',
  CREDIT_CONTROLLER: 'R',
  FINANCE: 'RCUA',
  DISPATCH: 'R',
  AUDITOR: 'RX',
}
/** Complaints by batch, and who received it: quality, which calls batches back. */
export const batchRadar: Access = { QA: 'RX', AUDITOR: 'RX' }
/** EUD blocks: customers ask for their release, the regulatory desk sets and lifts them. */
export const eudBlocks: Access = {
  SYS_ADMIN: 'R',
  CUSTOMER: 'RA',
  DISTRIBUTOR: 'RA',
  SALES_REP: 'R',
  SALES_MANAGER: 'R',
  CSC_AGENT: 'R',
  EUD_APPROVER: 'RU',
  DISPATCH: 'R',
  AUDITOR: 'RX',
}
/** The documents behind the blocks: uploaded by whoever places orders, decided in the queue. */
export const eudDocuments: Access = { ...eudBlocks, CUSTOMER: 'R', DISTRIBUTOR: 'R', EUD_APPROVER: 'R' }
/**
 * Rule gaps, where the masters leave an order without an answer: read by whoever can close one, searched again on
 * demand.
 */
export const ruleGaps: Access = {
  SYS_ADMIN: 'R',
  MASTER_ADMIN: 'RA',
  SALES_MANAGER: 'R',
  PRICING_APPROVER: 'RA',
  CSC_AGENT: 'RA',
  CREDIT_CONTROLLER: 'R',
  AUDITOR: 'RX',
}
/** What the product records about itself: imports, messages to SAP, changes, sign-ins. */
export const logs: Access = { SYS_ADMIN: 'RX', AUDITOR: 'RX' }
/** Masters that are closed as one deed. */
export const closings: Access = { SYS_ADMIN: 'RX', MASTER_ADMIN: 'RX', AUDITOR: 'RX' }
/** Messages; the desks read those about orders and shipments in their reach, and send them again. */
export const messageLogs: Access = { SYS_ADMIN: 'RAX', AUDITOR: 'RX', CSC_AGENT: 'RA', DISPATCH: 'RA' }
/** Reading data from SAP, or from files of SAP. */
export const sapReads: Access = { SYS_ADMIN: 'RIA', MASTER_ADMIN: 'RIA', CSC_AGENT: 'RA', FINANCE: 'R', AUDITOR: 'R' }
/** Sending to SAP: who sees whether it is paused, and who pauses and resumes it. */
export const sapSends: Access = { SYS_ADMIN: 'RA', MASTER_ADMIN: 'R', CSC_AGENT: 'R', FINANCE: 'R', AUDITOR: 'R' }
/** Complaint categories, banners and documents: who maintains them, and who reads them. */
const files: Access = {
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
/** Attachments; partners read the documents meant for them, and files by the row that these belong to. */
export const attachments: Access = { ...files, SYS_ADMIN: 'RCUDX', MASTER_ADMIN: 'RCUDX', AUDITOR: 'RX' }
/** Banners; partners see those of their audience. */
export const banners: Access = {
  ...files,
  CUSTOMER: 'R',
  DISTRIBUTOR: 'R',
  DISPATCH: 'R',
  TRANSPORTER: 'R',
}
/** Complaint categories; files are imported by those who may deactivate its rows. */
export const complaintCategories: Access = {
  ...files,
  SYS_ADMIN: 'RCUDI',
  MASTER_ADMIN: 'RCUDI',
  CUSTOMER: 'R',
  DISTRIBUTOR: 'R',
  DISPATCH: 'R',
}
/** The dashboard of distributors and their targets; these come by files alone. */
export const distributorTargets: Access = {
  SYS_ADMIN: 'R',
  MASTER_ADMIN: 'RI',
  DISTRIBUTOR: 'R',
  SALES_REP: 'R',
  SALES_MANAGER: 'RI',
  AUDITOR: 'R',
}
