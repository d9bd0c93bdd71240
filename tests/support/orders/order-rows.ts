import { FOREVER } from '../../../resources/define/dates.ts'
import type {
  RouteEmployee,
  RouteFacts,
  RouteLimit,
  RouteLogin,
} from '../../../resources/orders/approvals/approval-facts.ts'
import type { CreditFacts } from '../../../resources/orders/approvals/credit.ts'
import type { RouteContract, RouteLine, RouteOrder } from '../../../resources/orders/approvals/route-rows.ts'
import type { CheckFacts, CheckLine } from '../../../resources/orders/quote/check-facts.ts'
import { priceBook, priceLine } from '../../../resources/orders/quote/price.ts'
import type { PriceLine, PriceOrder, PriceRows } from '../../../resources/orders/quote/price-facts.ts'
import type { SourceOrder } from '../../../resources/orders/quote/source-facts.ts'
import type { SourceRows } from '../../../resources/orders/quote/sourcing-rules.ts'
import type { RuleCustomer, RuleProduct } from '../../../resources/orders/rows.ts'
import type { TermsChange } from '../../../resources/orders/terms/terms.ts'
import type { Role } from '../../../resources/roles.ts'

/** Rows of the masters as the order rules read them: believable ones, to be changed where a test wants them otherwise. */

let last = 100
export const row = () => ({ id: ++last, rowVersion: 1, isActive: true })
export const always = () => ({ ...row(), validFrom: '2026-04-01', validTo: FOREVER })

const noPeso = { pesoLicenceNo: null, pesoValidTo: null }

export const ORDER_DATE = '2026-10-12'
export const MAHARASHTRA = 27
export const GUJARAT = 24

export const product = (more: Partial<RuleProduct> = {}): RuleProduct => ({
  ...row(),
  id: 1,
  code: 'LS-1001',
  name: 'Acetonitrile HPLC 2.5 L',
  sbuId: 1,
  nidId: null,
  materialPricingGroupId: null,
  uom: 'EA',
  baseUom: 'EA',
  uomNumerator: 1,
  uomDenominator: 1,
  packQty: 1000,
  minOrderQty: 0,
  maxOrderQty: null,
  gstRate: 1800,
  isDrug: false,
  isOrderable: true,
  sapSalesStatus: null,
  sapDeleted: false,
  lastDay: null,
  ...more,
})

export const customer = (more: Partial<RuleCustomer> = {}): RuleCustomer => ({
  ...row(),
  id: 1,
  code: '100001',
  name: 'Sahyadri Biologics',
  stateId: MAHARASHTRA,
  gstRegistrationType: 'REGULAR',
  hasLut: false,
  drugLicenceNo: null,
  drugLicenceValidTo: null,
  sapOrderBlock: null,
  sapDeleted: false,
  lastDay: null,
  toComplete: null,
  channelId: 11,
  lastSyncedAt: null,
  ...more,
})

export const priceOrder = (more: Partial<PriceOrder> = {}): PriceOrder => ({
  orderDate: ORDER_DATE,
  channelId: 11,
  isChannel13: false,
  soldToId: 1,
  shipToId: 1,
  customerSegmentId: null,
  orderType: { code: 'STD', isFreeOfCharge: false, allowsManualDiscount: true },
  ...more,
})

export const priceRows = (more: Partial<PriceRows> = {}): PriceRows => ({
  shipToPrices: [],
  customerPrices: [],
  promoCodes: [],
  rateContracts: [],
  productPrices: [{ ...always(), channelId: 11, productId: 1, listPrice: 100_000, priceUnit: 1, uom: 'EA' }],
  productDiscounts: [],
  materialPricingGroups: [],
  ...more,
})

export const contractPrice = (rate: number, openQty = 100_000) => ({
  ...always(),
  customerId: 1,
  productId: 1,
  contractNo: 'RC/1',
  status: 'ACTIVE',
  sapContractNo: null,
  uom: 'EA',
  rate,
  priceUnit: 1,
  openQty,
})

export const shipToPrice = (netPrice: number, minQty = 0) => ({
  ...always(),
  customerId: 1,
  shipToId: 1,
  productId: 1,
  netPrice,
  minQty,
})

export const discountRow = (discountPct: number, more: Partial<PriceRows['productDiscounts'][number]> = {}) => ({
  ...always(),
  productId: 1,
  materialPricingGroupId: null,
  customerSegmentId: null,
  minQty: 0,
  discountPct,
  ...more,
})

export const priceLineOf = (more: Partial<PriceLine> = {}): PriceLine => ({
  product: product(),
  qty: 100_000,
  manualDiscountPct: 0,
  promoCode: null,
  ...more,
})

/** The price of a line of these rows. */
export const priceOf = (
  rows: Parameters<typeof priceRows>[0],
  line: Parameters<typeof priceLineOf>[0] = {},
  order: Parameters<typeof priceOrder>[0] = {},
) => priceLine(priceBook(priceRows(rows)), priceOrder(order), priceLineOf(line))

/** A sales area of the customer of `customer()`. */
export const salesArea = (more: Partial<CheckFacts['salesAreas'][number]> = {}) => ({
  id: 1,
  rowVersion: 1,
  customerId: 1,
  salesOrg: '1000',
  channelId: 11,
  division: '10',
  paymentTermsDays: 30,
  orderBlock: null,
  isDeleted: false,
  ...more,
})

export const sourceOrder = (more: Partial<SourceOrder> = {}): SourceOrder => ({
  orderDate: ORDER_DATE,
  sbuId: 1,
  channelId: 11,
  soldToId: 1,
  shipToStateId: MAHARASHTRA,
  ...more,
})

export const plant = (id: number, code: string, stateId = MAHARASHTRA) => ({
  ...row(),
  id,
  code,
  name: `Plant ${code}`,
  stateId,
  ...noPeso,
  toComplete: null as string | null,
  lastDay: null as string | null,
})

export const cnf = (more: Partial<SourceRows['cnfs'][number]> = {}): SourceRows['cnfs'][number] => ({
  ...row(),
  id: 1,
  code: 'PUN',
  name: 'Pune CnF',
  plantId: 1,
  agreementFrom: '2025-04-01',
  agreementTo: '2099-03-31',
  drugLicenceNo: 'MH-PZ-20B-1201',
  drugLicenceValidTo: '2099-12-31',
  ...noPeso,
  centralWarehouseId: null,
  ...more,
})

export const sourceRows = (more: Partial<SourceRows> = {}): SourceRows => ({
  plants: [plant(1, '1201'), plant(2, '1001', GUJARAT), plant(3, '1002')],
  cnfs: [cnf()],
  cnfStates: [],
  tollCenters: [],
  centralWarehouses: [],
  productTollCenters: [],
  customerProductCnfs: [],
  channelProductCnfs: [],
  cnfProducts: [],
  exclusions: [],
  sbuCnfs: [{ ...always(), sbuId: 1, stateId: MAHARASHTRA, cnfId: 1 }],
  defaultSupplyPlants: [{ ...always(), sbuId: 1, channelId: null, plantId: 2 }],
  petroleum: new Set(),
  ...more,
})

export const ASHA = 1
export const MEENA = 2
export const JOSEPH = 3
export const HEAD = 9

export const employee = (
  id: number,
  name: string,
  managerId: number | null,
  more: Partial<RouteEmployee> = {},
): RouteEmployee => ({
  ...row(),
  id,
  name,
  managerId,
  dateOfLeaving: null,
  delegateEmployeeId: null,
  delegateFrom: null,
  delegateTo: null,
  ...more,
})

export const limit = (employeeId: number, maxValue: number, more: Partial<RouteLimit> = {}): RouteLimit => ({
  ...always(),
  limitType: 'DISCOUNT_PCT',
  sbuId: 1,
  nidId: null,
  employeeId,
  level: 1,
  maxValue,
  confirmStatus: 'CONFIRMED',
  ...more,
})

export const routeLine = (more: Partial<RouteLine> = {}): RouteLine => ({
  lineNo: 10,
  lineStatus: 'OPEN',
  productId: 1,
  nidId: null,
  eudBlockNo: null,
  listPrice: 100_000,
  netPrice: 87_400,
  discountPct: 1260,
  manualDiscountPct: 800,
  priceUnit: 1,
  promoDiscountValue: 0,
  qty: 100_000,
  priceSource: 'LIST',
  priceSourceId: null,
  limitPrice: null,
  limitGapPct: 0,
  priceTrace: null,
  eudStatus: 'NOT_REQUIRED',
  eudDocumentId: null,
  dates: ['2026-10-20'],
  mvgr1Id: null,
  isMultiplexingKit: false,
  ...more,
})

export const login = (employeeId: number, role: Role, more: Partial<RouteLogin> = {}): RouteLogin => ({
  userId: 100 + employeeId,
  employeeId,
  roles: [role],
  rolesHere: [role],
  ...more,
})

export const routeOrder = (more: Partial<RouteOrder> = {}): RouteOrder => ({
  placedById: 101,
  placedByName: 'Asha',
  placedForCustomer: true,
  customerPoNo: 'PO/26/114',
  taxableValue: 8_740_000,
  grossValue: 10_313_200,
  zoneId: 1,
  customer: { id: 1, rowVersion: 1, code: '100001', name: 'Sahyadri Biologics', requiresAcceptance: false },
  customerSignsIn: true,
  channel: { id: 11, rowVersion: 1, code: '11', name: 'Distributors', requiresCsc: false },
  orderType: {
    id: 1,
    rowVersion: 1,
    code: 'STD',
    name: 'Standard order',
    isFreeOfCharge: false,
    requiresCsc: false,
  },
  instructions: [],
  ...more,
})

/** A payer with a limit of 15,00,000.00, of which nothing is used. */
export const creditFacts = (more: Partial<CreditFacts> = {}): CreditFacts => ({
  payer: {
    id: 1,
    rowVersion: 1,
    code: '100001',
    name: 'Sahyadri Biologics',
    creditLimit: 15_00_000_00,
    creditLimitTo: null,
    creditBlocked: false,
  },
  outstanding: 0,
  newInvoices: 0,
  onAccount: 0,
  openInvoices: 0,
  otherOrders: 0,
  oldestInvoice: null,
  ...more,
})

/** A contract that needs no approval by itself, with 50 open of a line at 450.00. */
export const routeContract = (more: Partial<RouteContract> = {}): RouteContract => ({
  ...always(),
  contractNo: 'RC/1',
  status: 'ACTIVE',
  autoRelease: true,
  approverEmployeeId: null,
  line: { id: 7, rowVersion: 1, rate: 45_000, contractQty: 200_000, consumedQty: 150_000 },
  openQty: 50_000,
  lost: null,
  ...more,
})

/** A line of which an approver left less than the customer asked for. */
export const cutLine: TermsChange = { what: 'quantity', lineNo: 10, productId: 1, was: '100 KG', now: '60 KG' }

/** Asha 5 %, her manager Meena 10 %, Meena's manager Joseph 15 %, and a head of the SBU who manages none of them. */
export const routeFacts = (more: Partial<RouteFacts> = {}): RouteFacts => ({
  today: ORDER_DATE,
  round: 1,
  sbu: { id: 1, rowVersion: 1, headEmployeeId: HEAD, requiresAcceptance: false },
  order: routeOrder(),
  placedByEmployeeId: ASHA,
  starterEmployeeId: ASHA,
  lines: [routeLine()],
  unseen: [],
  employees: [
    employee(ASHA, 'Asha', MEENA),
    employee(MEENA, 'Meena', JOSEPH),
    employee(JOSEPH, 'Joseph', null),
    employee(HEAD, 'Head', null),
  ],
  logins: [login(ASHA, 'SALES_REP'), ...[MEENA, JOSEPH, HEAD].map(id => login(id, 'SALES_MANAGER'))],
  limits: [limit(ASHA, 500), limit(MEENA, 1000), limit(JOSEPH, 1500)],
  cscApprovers: [],
  contracts: new Map(),
  credit: creditFacts(),
  deviation: null,
  tasks: [],
  settings: { useAsp: true, promoFreePct: 1000, fourEyes: true, overdueDays: 15, finalApproverId: null },
  ...more,
})

export const checkLine = (more: Partial<CheckLine> = {}): CheckLine => ({
  lineNo: 10,
  lineStatus: 'OPEN',
  product: product(),
  qty: 100_000,
  requestedBatchNo: null,
  schedules: [],
  priceProblem: null,
  plantId: 1,
  onlyThrough: null,
  freightWarning: null,
  eud: { needs: [], stop: null },
  ...more,
})

/** An order with nothing wrong. */
export const checkFacts = (more: Partial<CheckFacts> = {}): CheckFacts => ({
  today: ORDER_DATE,
  order: {
    customerId: 1,
    sbuId: 1,
    departmentId: 1,
    orderTypeId: 1,
    orderDate: ORDER_DATE,
    requestedDeliveryDate: '2026-10-20',
    customerPoNo: 'PO/26/114',
    customerPoDate: '2026-10-10',
    poAttachmentId: null,
    taxableValue: 8_000_000,
    grossValue: 9_440_000,
  },
  lines: [checkLine()],
  customer: customer(),
  soldTo: customer(),
  shipTo: {
    ...row(),
    id: 1,
    customerId: 1,
    code: '200001',
    stateId: MAHARASHTRA,
    isThirdParty: false,
    ...noPeso,
    pesoClass: null,
    pesoCapacityLitres: null,
    toComplete: null,
  },
  orderType: {
    ...row(),
    id: 1,
    code: 'STD',
    name: 'Standard order',
    isFreeOfCharge: false,
    requiresPo: true,
    allowsManualDiscount: true,
  },
  sbu: {
    ...row(),
    id: 1,
    code: 'LS',
    name: 'Life science',
    salesOrg: '1000',
    division: '10',
    headEmployeeId: HEAD,
    minOrderValue: 500_000,
  },
  salesAreas: [],
  placedByEmployee: false,
  customerDepartments: [{ ...row(), customerId: 1, departmentId: 1 }],
  departments: [{ id: 1, sbuId: 1, isActive: true }],
  departmentOrderTypes: [{ ...row(), departmentId: 1, orderTypeId: 1, allowedFor: 'ALL' }],
  orderBlocks: [],
  petroleum: new Map(),
  nonAvailable: [],
  substitutes: new Map(),
  holidays: new Map(),
  settings: { poFileRequiredAbove: 10_000_000, maxLines: 200 },
  ...more,
})
