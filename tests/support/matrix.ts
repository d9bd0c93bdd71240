/** The matrix of roles and rights as the specification prints it, independent of `resources/access.ts`. */
import type { Letter } from '../../resources/define/rights.ts'
import { subjects } from '../../resources/registry.ts'
import type { Role } from '../../resources/roles.ts'

/** The columns of the matrix, in its order. */
export const columns = [
  'SYS_ADMIN',
  'MASTER_ADMIN',
  'CUSTOMER',
  'DISTRIBUTOR',
  'SALES_REP',
  'SALES_MANAGER',
  'PRICING_APPROVER',
  'CSC_AGENT',
  'EUD_APPROVER',
  'CREDIT_CONTROLLER',
  'FINANCE',
  'DISPATCH',
  'TRANSPORTER',
  'QA',
  'AUDITOR',
] as const satisfies readonly Role[]

interface MatrixRow {
  module: string
  /** The cells as the specification prints them; `own` is the row scope, `¹`–`⁷` are footnote marks. */
  cells: string
  /** The resources of this row. */
  paths: readonly string[]
  /** Records that belong to them: read and exported like them, written only with them. */
  parts?: readonly string[]
}

/** What a newcomer does about a path that the matrix does not have. */
export const ADD_ROW =
  "add it to the paths of a row of tests/support/matrix.ts, or a row such as ours('Packings', { AUDITOR: 'RX' }, 'masters/packing')"

/** A row that the specification does not have: who may do what, by the letters that each role holds. */
function ours(module: string, letters: Partial<Record<Role, string>>, ...paths: readonly string[]): MatrixRow {
  return { module, cells: columns.map(role => letters[role] ?? '–').join(' | '), paths }
}

export const matrix: readonly MatrixRow[] = [
  {
    module: 'Product/organisation masters M02–M13',
    cells: 'RX | RCUDIX | – | – | R | R | R | R | R | R | R | R | – | R | RX',
    paths: [
      'masters/products',
      'masters/product-wise-toll-center',
      'masters/nid',
      'masters/mvgr',
      'masters/material-pricing-group',
      'masters/sbu',
      'masters/department',
      'masters/zone-area',
      'masters/state',
      'masters/e-way-threshold',
      'masters/pin-distance',
      'masters/sap-code-text',
      'masters/state-city',
      'masters/sales-group',
      'masters/cluster-mapping',
    ],
  },
  {
    module: 'Read data from SAP M01',
    cells: 'RIA | RIA | – | – | – | – | – | RA¹ | – | – | R | – | – | – | R',
    paths: ['sap-sync-runs'],
  },
  {
    module: 'Sending to SAP: pausing and resuming it, and who sees that',
    cells: 'RA | R | – | – | – | – | – | R | – | – | R | – | – | – | R',
    paths: ['sap-sending'],
  },
  {
    module: 'Sourcing masters M14–M21',
    cells: 'RX | RCUDIX | – | – | R | R | R | RU | – | – | – | R | – | – | RX',
    paths: [
      'masters/sbu-wise-cnf',
      'masters/default-supply-plant',
      'masters/channel-product-cnf',
      'masters/distributor-product-cnf-mapping',
      'masters/cnf-product-map',
      'masters/cnf-excluded-items',
      'masters/dist-cust-mapping',
      'masters/distributor-product-map',
    ],
  },
  {
    module: 'Pricing masters M22,M23,M26,M27,M29',
    cells: 'R | RX | – | – | R | R | RCUDIX | R | – | – | – | – | – | – | RX',
    paths: [
      'masters/cust-shipto-prod-price',
      'channel-13-masters/customer-wise-product-wise-price',
      'masters/product-discount',
      'masters/channel-product-promocode',
      'masters/zone-wise-asp',
    ],
  },
  {
    module: 'Limit price M28, approving limits M30',
    cells: 'R | RCUDIX² | – | – | – | R | RCUDIX² | – | – | R | – | – | – | – | RX',
    paths: ['masters/productwise-limit-price', 'masters/approving-limits'],
  },
  {
    module: 'Rate contracts M24, errors M25',
    cells: 'R | R | R own | R own | R | R | RCUDIA | R | – | – | – | – | – | – | RX',
    paths: ['masters/rate-contract-customer'],
    parts: ['masters/rate-contract-line', 'masters/rate-contract-errors'],
  },
  {
    module: 'CSC approvers M32, CSC mail M44, single batch M43, EDD upload M42, shipping instr. M38',
    cells: 'R | RCUDI | – | – | R | R | – | RCUDI | – | – | – | R | – | – | R',
    paths: [
      'masters/csc-approver',
      'channel-13-masters/sending-mail-after-csc-approval',
      'masters/single-batch-customer-email',
      'masters/shipping-instructions',
    ],
    parts: ['masters/upload-expected-delivery-dates'],
  },
  {
    module: 'Customer order blocks M33',
    cells: 'R | R | – | – | R | RCU | – | RCUDI | R | RCUDI | RCU | – | – | – | RX',
    paths: ['masters/block-customer-order-creation'],
  },
  {
    module: 'EUD rules M34, PESO M35',
    cells: 'R | RCUDI | R | R | R | R | – | R | RCUDI | – | – | R | – | R | RX',
    paths: ['masters/product-enduser-document', 'masters/peso-products'],
  },
  {
    module: 'Department/order type/segment maps M36,M37,M39, perennial M40, freight M31',
    cells: 'R | RCUDI | – | – | R | R | R | RU | – | – | – | R | – | – | RX',
    paths: [
      'masters/customer-department-map',
      'masters/allow-ordertype-department',
      'masters/customer-segment-map',
      'masters/perennial-non-available-items',
      'masters/article-freight',
    ],
  },
  {
    module: 'Frequently purchased M41, contact M46',
    cells: 'R | R | RCUD own | RCUD own | RCUD | R | – | RCUD | – | – | – | own | own | own | R',
    paths: ['masters/frequently-purchased-items', 'masters/customer-item-codes', 'access-control/customer-contact'],
  },
  ours(
    'People of a customer or transporter: kept by whoever keeps logins, and by the head',
    {
      ...{ SYS_ADMIN: 'RU', MASTER_ADMIN: 'RU', CUSTOMER: 'R', DISTRIBUTOR: 'R', SALES_REP: 'R', SALES_MANAGER: 'R' },
      ...{ CSC_AGENT: 'RU', TRANSPORTER: 'R', AUDITOR: 'R' },
    },
    'access-control/company-person',
  ),
  {
    module: 'Banners T08, complaint categories M45',
    cells: 'RCUD | RCUD | R aud. | R aud. | R | R | R | RCU | R | R | R | R | R aud. | RCU | R',
    paths: ['shipment-tracking/banner', 'masters/complaint-category'],
  },
  {
    module: 'Attachments library M47',
    cells: 'RCUDX | RCUDX | R aud. | R aud. | R | R | R | RCU | R | R | R | R | R aud. | RCU | RX',
    paths: ['attachments'],
  },
  {
    module: 'Payment customers M48, outstanding upload M51',
    cells: 'R | R | – | – | – | – | – | – | – | R | RCUDI | – | – | – | RX',
    paths: ['masters/upload-payment-customers'],
    parts: ['payment-clearings'],
  },
  {
    module: 'Open items M51: what Finance enters by hand, the credit desk confirms',
    cells: 'R | R | – | – | – | – | – | – | – | RA | RCUDI | – | – | – | RX',
    paths: ['masters/upload-outstanding'],
  },
  {
    module: 'Customer annexure M49/M50',
    cells: 'R | RCUDI | RA own | RA own | R | RCU | RCUD | R | – | – | R | – | – | – | RX',
    paths: ['masters/customer-annexure'],
    parts: ['masters/customer-annexure-line'],
  },
  {
    module: 'Customer 360 M52',
    cells: 'R | R | R own | R own | R | R | R | R | R | R | R | – | – | – | R',
    paths: [],
  },
  {
    module: 'Employees A01, SBU map A06',
    cells: 'RCUDI | RCUDI | – | – | – | R | – | – | – | – | – | – | – | – | R',
    paths: ['access-control/employee', 'access-control/sbu-employee-map'],
  },
  {
    module: 'Unlock A02, assign roles A04',
    cells: 'RCUDA | R | – | – | – | – | – | RA³ | – | – | – | – | – | – | R',
    paths: ['access-control/assign-roles', 'settings/user', 'access-control/access-request'],
  },
  {
    module: 'CnF/toll/CW A03,A05,A08, customers A07',
    cells: 'RCUDI | RCUDI | – | – | R | R | – | RU | – | RU⁴ | R | R own | – | – | RX',
    paths: [
      'access-control/cnf',
      'access-control/cnf-state',
      'access-control/toll-center',
      'access-control/central-warehouse',
      'access-control/customer',
      'access-control/ship-to',
    ],
    parts: ['access-control/customer-sales-area'],
  },
  {
    module: 'Transporters M02, activate T01, EDD days T06',
    cells: 'RU | RCUDI | – | – | – | – | – | R | – | – | R | RCUDI | R own | – | R',
    paths: ['masters/transporter', 'shipment-tracking/expected-delivery-days'],
  },
  ours(
    'Hazardous goods by UN number (ours: issue 38)',
    {
      ...{ SYS_ADMIN: 'R', MASTER_ADMIN: 'RCUDIX', CSC_AGENT: 'R', EUD_APPROVER: 'RCUDIX' },
      ...{ DISPATCH: 'RX', QA: 'RX', AUDITOR: 'RX' },
    },
    'masters/un-number',
    'masters/product-hazard',
    'masters/hazard-segregation',
  ),
  ours(
    'Vehicles and drivers of transporters (ours: issue 38): transporters keep their own',
    { SYS_ADMIN: 'R', MASTER_ADMIN: 'RCUDIX', DISPATCH: 'RCUDIX', TRANSPORTER: 'RCUD own', AUDITOR: 'RX' },
    'masters/transporter-vehicle',
    'masters/transporter-driver',
  ),
  {
    // What a site writes of them waits until the master data desk confirms it.
    module: 'Lanes T05',
    cells: 'RU | RCUDIA | – | – | – | – | – | R | – | – | R | RCUDI | R own | – | R',
    paths: ['shipment-tracking/transporter-mapping'],
  },
  ours(
    'Freight contracts',
    { SYS_ADMIN: 'R', MASTER_ADMIN: 'RCUDI', FINANCE: 'RCUDIA', DISPATCH: 'R', AUDITOR: 'R' },
    'masters/freight-contract',
  ),
  ours(
    'Their rates and charges, fuel prices',
    { SYS_ADMIN: 'R', MASTER_ADMIN: 'RCUDI', FINANCE: 'RCUDI', DISPATCH: 'R', AUDITOR: 'R' },
    ...['masters/freight-rate', 'masters/freight-charge', 'masters/fuel-price'],
  ),
  {
    module: 'GST of carriage by year',
    cells: 'R | RCUDI | – | – | – | – | – | – | – | – | RCUDI | R | R own | – | R',
    paths: ['masters/gta-tax-choice'],
  },
  {
    module: 'Opt-outs T02/T03, Sigma T04/T07',
    cells: 'RCUDI | RCUDI | – | – | R | R | – | RCU | – | – | – | R | – | – | R',
    paths: [
      'shipment-tracking/opt-out-email',
      'shipment-tracking/opt-out-sms',
      'shipment-tracking/employee-sigma-map',
      'shipment-tracking/sigma-customers',
    ],
  },
  {
    module: 'Orders create/edit/submit',
    cells: '– | – | RCU own | RCU own | RCU | RCU | R | RCU | R | R | R | R own⁵ | – | – | R',
    paths: ['orders'],
    parts: [
      'order-lines',
      'schedule-lines',
      'order-steps',
      'reservations',
      'approval-tasks',
      'order-comments',
      'task-assignees',
    ],
  },
  {
    module: 'Complaints',
    cells: 'R | – | RCU own | RCU own | RCU | RCUA | – | RCUA | – | – | R | RU⁷ | – | RUA | RX',
    paths: ['complaints'],
    parts: ['complaint-notes'],
  },
  {
    module: 'AR disputes',
    cells: 'R | – | RCU own | RCU own | RC | RCA | R | RC | – | R | RCUA | R⁷ | – | – | RX',
    paths: ['complaints/ar-dispute'],
    parts: ['dispute-notes'],
  },
  {
    module: 'Batch radar (G.7, 7): complaints by batch, and who received it',
    cells: '– | – | – | – | – | – | – | – | – | – | – | – | – | RX | RX',
    paths: ['complaints/batch-radar', 'complaints/batch-receivers'],
  },
  {
    module: 'EUD blocks',
    cells: 'R | – | RA own | RA own | R | R | – | R | RCUA | – | – | R | – | – | RX',
    paths: ['complaints/eud-block'],
    parts: ['eud-documents'],
  },
  {
    module: 'Queue EUD',
    cells: '– | – | – | – | – | – | – | – | A | – | – | – | – | – | R',
    paths: [],
  },
  {
    module: 'Queue rate contract / limit price',
    cells: '– | – | – | – | – | A⁶ | A | – | – | – | – | – | – | – | R',
    paths: [],
  },
  {
    module: 'Queue CSC',
    cells: '– | – | – | – | – | – | – | A | – | – | – | – | – | – | R',
    paths: [],
  },
  {
    module: 'Queue limit (credit)',
    cells: '– | – | – | – | – | A⁶ | – | – | – | A | A⁶ | – | – | – | R',
    paths: [],
  },
  {
    module: 'My acceptance',
    cells: '– | – | A own | A own | A own | A own | – | A own | – | – | – | – | – | – | R',
    paths: [],
  },
  {
    module: 'Bulk cancellation',
    cells: '– | – | – | – | – | A | – | A | – | – | – | – | – | – | –',
    paths: [],
  },
  {
    module: 'In error, stuck for SAP',
    cells: 'RA | – | R own | R own | RA own | RA | – | RA | – | – | – | – | – | – | R',
    paths: [],
  },
  ours('Closings (ours: issue 34)', { SYS_ADMIN: 'RX', MASTER_ADMIN: 'RX', AUDITOR: 'RX' }, 'closings'),
  ours(
    'What SAP holds (ours: issue 36)',
    {
      SALES_REP: 'R',
      SALES_MANAGER: 'R',
      PRICING_APPROVER: 'R',
      CSC_AGENT: 'R',
      EUD_APPROVER: 'R',
      CREDIT_CONTROLLER: 'R',
      FINANCE: 'R',
      DISPATCH: 'R',
      AUDITOR: 'RX',
    },
    'orders/held-in-sap',
  ),
  ours('Terms of orders', { AUDITOR: 'RX' }, 'order-terms'),
  ours(
    'Holes in the rules (ours: the nightly list of issue 5)',
    {
      SYS_ADMIN: 'R',
      MASTER_ADMIN: 'RA',
      SALES_MANAGER: 'R',
      PRICING_APPROVER: 'RA',
      CSC_AGENT: 'RA',
      CREDIT_CONTROLLER: 'R',
      AUDITOR: 'RX',
    },
    'orders/holes',
  ),
  {
    module: 'Queue my approval',
    cells: '– | – | – | – | – | A | A⁶ | – | – | – | – | – | – | – | R',
    paths: [],
  },
  {
    module: 'MIS 22, 23',
    cells: 'R | – | – | – | – | – | – | – | – | – | – | – | – | – | RX',
    paths: ['mis/login-logout-report', 'mis/audit-log-report'],
  },
  {
    module: 'Item-wise orders: the lines of the orders that one reads, exported by sales, service and the auditor',
    cells: '– | – | R own | R own | RX own | RX own | R own | RX own | R own | R own | R | R own | – | – | RX',
    paths: ['orders/item-wise-order'],
  },
  {
    module:
      'Shipments and what customers say of them, of the LRs that one reads; exported by the desks and the auditor',
    cells: 'R | – | R own | R own | R own | R own | – | RX own | – | – | – | RX own | R own | – | RX',
    paths: ['shipment-tracking/search-shipments', 'shipment-tracking/feedback-report'],
  },
  {
    module: 'MIS 10, also as the file of 29: of its readers, those who read LRs at all',
    cells: '– | – | – | – | RX own | RX own | – | RX own | – | – | – | RX own | RX own | – | RX',
    paths: ['mis/lrdetails'],
  },
  {
    module: 'MIS 17',
    cells: '– | – | – | – | – | – | – | – | – | – | RX | RX own | – | – | RX',
    paths: ['mis/proportionate-freight'],
  },
  {
    module: 'MIS 1, 16, 18: of their readers, those who read orders at all',
    cells: '– | – | RX own | RX own | RX own | RX own | RX own | RX own | – | – | – | – | – | – | RX',
    paths: ['mis/orders', 'mis/draft-order-status', 'mis/dead-orders'],
  },
  {
    module: 'MIS 3, 4, 5, 11, 12 and lost sales: figures that buyers do not get',
    cells: '– | – | – | – | RX own | RX own | RX own | RX own | – | – | – | – | – | – | RX',
    paths: [
      ...['mis/sales', 'mis/order-vs-sales', 'mis/order-vs-sales-schedule-lines', 'mis/lost-sales'],
      ...['mis/monthwise-total-orders', 'mis/monthly-submitted-order'],
    ],
  },
  {
    module: 'MIS 15: distributors follow their own',
    cells: '– | – | – | RX own | RX own | RX own | RX own | RX own | – | – | – | – | – | – | RX',
    paths: ['mis/merck-approval-pending'],
  },
  {
    module: 'MIS 13, 14',
    cells: '– | – | – | – | – | RX own | RX own | – | – | – | – | – | – | – | RX',
    paths: ['mis/monthly-discounted-orders', 'mis/zone-product-avg-price'],
  },
  {
    module: 'MIS 7',
    cells: '– | – | – | – | – | RX own | – | – | – | – | – | – | – | – | RX',
    paths: ['mis/emp-sales-mapping-report'],
  },
  {
    module: 'MIS 21: of its readers, those who sell by the list, and buyers who may see it',
    cells: '– | – | RX own | RX own | RX own | RX own | RX own | RX own | – | – | – | – | – | – | RX',
    paths: ['mis/price-list-report'],
  },
  {
    module: 'MIS 19, 20',
    cells: '– | – | – | – | RX own | RX own | – | RX own | – | – | – | – | – | – | RX',
    paths: ['mis/deleted-orders', 'mis/new-orders-deleted-items'],
  },
  {
    module: 'MIS 24',
    cells: '– | – | – | – | – | RX own | – | RX own | – | – | – | – | – | – | RX',
    paths: ['mis/csc-approved-orders'],
  },
  ours(
    'What ends soon (ours: issue 34)',
    { MASTER_ADMIN: 'RX', PRICING_APPROVER: 'RX', FINANCE: 'RX', CSC_AGENT: 'RX', AUDITOR: 'RX' },
    'mis/ending-soon',
  ),
  ours(
    'Decisions above own limit (ours: issue 33)',
    { SALES_MANAGER: 'RX', AUDITOR: 'RX' },
    'mis/decisions-above-limit',
  ),
  {
    module: 'MIS 2: of its readers, those who read invoices at all',
    cells: '– | – | RX own | RX own | RX own | RX own | – | RX own | – | – | RX | – | – | – | RX',
    paths: ['mis/invoices'],
  },
  {
    module: 'MIS 8',
    cells: '– | – | RX own | RX own | RX own | RX own | RX own | RX own | – | RX own | RX | – | – | – | RX',
    paths: ['mis/outstanding'],
  },
  {
    module: 'MIS 9: distributors have the availability on the order pad',
    cells: '– | – | – | – | RX | RX | RX | RX | – | – | – | RX own | – | – | RX',
    paths: ['mis/stocks'],
  },
  {
    module: 'MIS 6',
    cells: '– | – | – | – | – | – | – | RX own | RX own | – | – | – | – | – | RX',
    paths: ['mis/eud-report'],
  },
  {
    module: 'MIS 25',
    cells: '– | – | RX own | RX own | – | – | – | RX own | – | – | – | RX own | – | – | RX',
    paths: ['mis/view-material-collected'],
  },
  {
    module: 'MIS 26',
    cells: '– | – | RX own | RX own | – | – | – | – | – | – | RX | RX own | – | – | RX',
    paths: ['mis/view-freight-paid'],
  },
  {
    module: 'MIS 27',
    cells: '– | – | – | – | – | – | – | – | – | – | RX | RX own | RX own | – | RX',
    paths: ['mis/view-freight-report'],
  },
  ours('Freight accruals', { FINANCE: 'RX', DISPATCH: 'RX', AUDITOR: 'RX' }, 'mis/freight-accruals'),
  ours(
    'Scorecards of transporters',
    { FINANCE: 'RX', DISPATCH: 'RX', TRANSPORTER: 'RX', AUDITOR: 'RX' },
    'mis/transporter-scorecards',
  ),
  {
    module: 'Dispatches (LR, POD, PWC)',
    cells:
      '– | – | R own; PWC request | R own; PWC request | R | R | – | RA | R | – | R | RCUAI | RU own LR: status, POD | – | RX',
    paths: ['lrs', 'pwc-collections'],
    parts: [
      'lr-lines',
      'lr-line-items',
      'lr-packages',
      'invoices',
      'invoice-lines',
      'shipments',
      'tracking-events',
      'pods',
      'pod-lines',
      'pod-pages',
    ],
  },
  {
    module: 'Many PODs sent together (ours: the upload of the dispatch desk and of transporters, seen by who sent it)',
    cells: '– | – | – | – | – | – | – | – | – | – | – | RC own | RC own | – | R',
    paths: ['pod-batches', 'pod-batch-files'],
  },
  {
    module: 'COA upload/mapping',
    cells: '– | – | – | – | – | – | – | – | – | – | – | – | – | RCUDI | R',
    paths: ['coa/upload-mapping'],
    parts: ['coa-batches'],
  },
  {
    module: 'COA search',
    cells: 'R | R | R own | R own | R | R | R | R | R | R | R | R | – | RCUD | R',
    paths: ['coa/certificates'],
  },
  {
    module: 'Dealer dashboard / upload target',
    cells: 'R | RI | – | R own | R | RI | – | – | – | – | – | – | – | – | R',
    paths: ['dealerdash/upload-target'],
  },
  {
    module: 'Links to the passport of a consignment (ours: made and revoked by the desks and by those who buy)',
    cells: '– | – | RCA own | RCA own | – | – | – | RCA | – | – | – | RCA | – | – | R',
    paths: ['passport-links'],
  },
  {
    module: 'Tracking search/dashboard/feedback/retrigger',
    cells: 'RA | – | R own | R own | R | R | – | RA | – | – | – | RA | R own | – | R',
    paths: ['shipment-tracking/feedback'],
  },
  {
    module: 'Transporter bill, carting',
    cells: '– | – | – | – | – | – | – | – | – | – | RA | RCU | RC own bill | – | RX',
    paths: ['dispatches/lr-transporter-bill', 'dispatches/add-carting-charges'],
    parts: ['freight-adjustments'],
  },
  {
    module: 'LRs on transporter bills (ours: issue 14): Finance accepts their differences one by one',
    cells: '– | – | – | – | – | – | – | – | – | – | RA | R own | R own | – | RX',
    paths: ['transporter-bill-lines'],
  },
  {
    module: 'Debit notes to transporters (ours: issue 38): made when a bill is approved',
    cells: '– | – | – | – | – | – | – | – | – | – | RA | R own | R own | – | RX',
    paths: ['dispatches/debit-notes', 'debit-note-lines'],
  },
  ours(
    'E-way bills (ours: issue 38): the desk acts on those of its plants, a transporter does its tasks',
    { SYS_ADMIN: 'R', FINANCE: 'R', DISPATCH: 'RUA own', TRANSPORTER: 'RA own', AUDITOR: 'RX' },
    'dispatches/eway-bills',
  ),
  ours(
    'Calls of the e-way portal (ours: issue 38)',
    { SYS_ADMIN: 'R', DISPATCH: 'RU own', AUDITOR: 'RX' },
    'dispatches/eway-calls',
  ),
  ours(
    'Trips (ours: issue 38): the desk plans and works the gate, a transporter names vehicles and records stops',
    { SYS_ADMIN: 'R', FINANCE: 'R', DISPATCH: 'RCUA own', TRANSPORTER: 'RA own', AUDITOR: 'RX' },
    'dispatches/trips',
    'dispatches/trip-offers',
  ),
  ours(
    'Stops and LRs of trips (ours: issue 38)',
    { SYS_ADMIN: 'R', FINANCE: 'R', DISPATCH: 'RUA own', TRANSPORTER: 'RA own', AUDITOR: 'RX' },
    'trip-stops',
    'trip-lrs',
  ),
  ours(
    'Events of trips (ours: issue 38)',
    { SYS_ADMIN: 'R', FINANCE: 'R', DISPATCH: 'R own', TRANSPORTER: 'R own', AUDITOR: 'RX' },
    'trip-events',
  ),
  ours('Accounts at the e-way portal (ours: issue 38)', { SYS_ADMIN: 'RCUDA', AUDITOR: 'RX' }, 'settings/eway-account'),
  {
    module: 'Payments cart/checkout',
    cells: '– | – | RCA own | RCA own | – | – | – | – | – | R | R | – | – | – | R',
    paths: ['payment-carts', 'payment-cart-items'],
  },
  {
    module: 'Payment back-office',
    cells: 'R | – | R own | R own | R | R | – | R | – | R | RA | – | – | – | RX',
    paths: [
      'transaction-view/transactions-view',
      'payment-allocations',
      'transaction-view/payment-captures',
      'capture-allocations',
    ],
  },
  {
    module: 'Refunds (ours: issue 37): Finance decides them together, and the payer reads what goes back',
    cells: 'R | – | R own | R own | R | R | – | R | – | R | RA | – | – | – | RX',
    paths: ['transaction-view/payment-refunds'],
  },
  ours(
    'What Finance settles about payments (ours: issue 15)',
    { SYS_ADMIN: 'R', CREDIT_CONTROLLER: 'R', FINANCE: 'RA', AUDITOR: 'RX' },
    'payment-tasks',
  ),
  ours(
    'What gateways sent (ours: issue 15), masked',
    { SYS_ADMIN: 'R', FINANCE: 'RX', AUDITOR: 'RX' },
    'payment-callbacks',
    'payment-result-links',
    'payment-attempts',
    'unsigned-posts',
  ),
  ours(
    'Settlement files of gateways (ours: issue 15)',
    { SYS_ADMIN: 'R', FINANCE: 'RIX', AUDITOR: 'RX' },
    'transaction-view/settlement-rows',
  ),
  ours(
    'Statements of the bank (ours: issue 37), taken in and matched by Finance',
    { SYS_ADMIN: 'R', FINANCE: 'RIAX', AUDITOR: 'RX' },
    'transaction-view/bank-lines',
  ),
  ours(
    'Accounts at banks (ours: issue 37), kept by the IT administrator and Finance',
    { SYS_ADMIN: 'RCUDIX', FINANCE: 'RCUDIX', AUDITOR: 'RX' },
    'settings/bank-account',
  ),
  ours(
    'Daily totals of payments (ours: issue 15)',
    { SYS_ADMIN: 'R', FINANCE: 'RX', AUDITOR: 'RX' },
    'transaction-view/daily-totals',
    'transaction-view/payment-adjustments',
  ),
  ours(
    'Differences with gateways, and payments decided by hand (ours: issue 15): by two people of Finance',
    { SYS_ADMIN: 'R', FINANCE: 'RAX', AUDITOR: 'RX' },
    'transaction-view/payment-differences',
    'transaction-view/transfers',
    'transaction-view/payment-decisions',
  ),
  ours(
    'TDS certificates (ours: issue 37): sent by customers, confirmed by Finance, written off by two of Finance',
    { CUSTOMER: 'RU own', DISTRIBUTOR: 'RU own', CREDIT_CONTROLLER: 'R', FINANCE: 'RAX', AUDITOR: 'RX' },
    'transaction-view/tds-certificates',
  ),
  ours(
    'Accounts at payment gateways (ours: issue 15): kept by the IT administrator and Finance, who confirm each other’s changes',
    { SYS_ADMIN: 'RCUDIA', CREDIT_CONTROLLER: 'R', FINANCE: 'RCUDIA', AUDITOR: 'RX' },
    'settings/payment-account',
  ),
  {
    module: 'Deliveries of SAP (ours: issue 13)',
    cells: '– | – | R own | R own | R | R | – | R | R | – | R | R | – | – | RX',
    paths: [],
    parts: ['sap-deliveries', 'sap-delivery-lines', 'invoice-line-goods', 'pwc-collection-items', 'returned-goods'],
  },
  {
    module: 'Settings: kept by the IT administrator; those of money are confirmed by Finance, too',
    cells: 'RCUDIXA | R | – | – | R | R | R | R | R | R | RA | R | – | R | RX',
    paths: ['settings/app-setting'],
  },
  {
    module: 'System tables: maintained by the IT administrator, read by employees',
    cells: 'RCUDIX | R | – | – | R | R | R | R | R | R | R | R | – | R | RX',
    paths: [
      'settings/channel',
      'settings/order-type',
      'settings/plant',
      'settings/zone',
      'settings/customer-segment',
      'settings/reason-code',
      'settings/holiday',
      'settings/number-series',
      'settings/message-template',
      'settings/role',
      'settings/product-price',
      'settings/stock-level',
    ],
  },
  {
    module: 'Messages: the desks send those of their orders and shipments again',
    cells: 'RAX | – | – | – | – | – | – | RA own | – | – | – | RA own | – | – | RX',
    paths: ['message-logs'],
  },
  {
    module: 'Records that the portal writes itself: the MIS reports of the IT administrator; the auditor reads all',
    cells: 'RX | – | – | – | – | – | – | – | – | – | – | – | – | – | RX',
    paths: [],
    parts: [
      'login-sessions',
      'shipment-tracking/tracking-try',
      'one-time-codes',
      'approval-links',
      'audit-entries',
      'import-jobs',
      'import-job-errors',
      'import-job-rows',
      'import-words',
      'sap-attempts',
      'sap-outbox',
      'credit-turns',
      'job-locks',
      'eway-sessions',
      'settings/retention',
      'settings/background-work',
      'idempotency-keys',
      'grid-views',
      'report-files',
      'report-schedules',
      'report-mailings',
      'order-lists',
      'notifications',
      'product-rows',
    ],
  },
]

/** An intended difference from the matrix: the letters given instead, and the reason. */
export interface Difference {
  paths: readonly string[]
  role: Role
  letters: string
  why: string
}

const both = (paths: readonly string[], roles: readonly Role[], letters: string, why: string): Difference[] =>
  roles.map(role => ({ paths, role, letters, why }))

export const differences: readonly Difference[] = [
  ...both(
    [
      'transaction-view/transactions-view',
      'payment-allocations',
      'transaction-view/payment-captures',
      'transaction-view/payment-refunds',
      'capture-allocations',
    ],
    ['FINANCE'],
    'RAX',
    'Finance exports Transaction Data, as the table of the payment screens says',
  ),
  ...both(
    ['mis/login-logout-report', 'mis/audit-log-report'],
    ['SYS_ADMIN'],
    'RX',
    'the IT administrator exports the records that the portal writes itself',
  ),
  ...both(['access-control/assign-roles'], ['SYS_ADMIN'], 'RCUDIA', 'the IT administrator may import grants'),
  ...both(['settings/user'], ['SYS_ADMIN'], 'RU', 'logins are created on the person’s master, never entered here'),
  ...both(
    ['access-control/access-request'],
    ['SYS_ADMIN'],
    'RA',
    'anybody requests a right, and the people who grant roles answer',
  ),
  ...both(
    ['settings/user', 'access-control/assign-roles', 'access-control/access-request'],
    ['CSC_AGENT'],
    '',
    'they unlock on a separate page, which shows only customers and transporters',
  ),
  ...both(
    [
      'access-control/cnf',
      'access-control/cnf-state',
      'access-control/toll-center',
      'access-control/central-warehouse',
      'access-control/ship-to',
    ],
    ['CREDIT_CONTROLLER'],
    'R',
    'they maintain credit notes only, and these masters have none',
  ),
  ...both(
    ['complaints/eud-block'],
    ['EUD_APPROVER'],
    'RU',
    'they block and release by actions; what asks for a release is the customer’s',
  ),
  ...both(['coa/upload-mapping'], ['QA'], 'RIA', 'files come by an upload and change by actions, never in a form'),
  ...both(['coa/certificates'], ['QA'], 'RA', 'certificates come by an upload and change by actions, never in a form'),
  ...both(
    ['access-control/customer', 'access-control/customer-sales-area'],
    ['EUD_APPROVER'],
    'R own',
    'they choose the customers whom they block',
  ),
  ...both(
    ['access-control/customer', 'access-control/ship-to', 'access-control/customer-sales-area'],
    ['CUSTOMER', 'DISTRIBUTOR'],
    'R own',
    'their own, as in Customer 360 and in their orders',
  ),
  ...both(
    ['masters/frequently-purchased-items', 'masters/customer-item-codes', 'access-control/customer-contact'],
    ['CSC_AGENT'],
    'RCUDI',
    'frequent items can be imported, by the desk that may enter every customer’s rows',
  ),
  ...both(
    ['masters/frequently-purchased-items', 'masters/customer-item-codes', 'access-control/customer-contact'],
    ['DISPATCH', 'TRANSPORTER', 'QA'],
    '',
    '“own” is their contact details page: contacts and items belong to customers',
  ),
  ...both(['access-control/customer-contact'], ['SYS_ADMIN', 'MASTER_ADMIN'], 'RCUDI', 'part of the customer'),
  ...both(['access-control/customer-contact'], ['CREDIT_CONTROLLER', 'FINANCE'], 'R', 'part of the customer'),
  ...both(
    ['masters/complaint-category'],
    ['CUSTOMER', 'DISTRIBUTOR', 'TRANSPORTER'],
    'R',
    'categories have no audience: everybody who complains chooses among all',
  ),
  ...both(
    ['shipment-tracking/expected-delivery-days'],
    ['TRANSPORTER'],
    'R',
    'days of transit belong to no transporter',
  ),
  ...both(['lrs'], ['TRANSPORTER'], 'R own', 'they report a status and a POD as tracking events, each a separate row'),
  ...both(['pwc-collections'], ['CUSTOMER', 'DISTRIBUTOR'], 'RC own', 'to name a collector is the PWC request'),
  ...both(['pwc-collections'], ['DISPATCH'], 'RCUA', 'collections come in no file'),
  ...both(['pwc-collections'], ['TRANSPORTER'], '', 'what the party collects goes with no transporter'),
  ...both(['pods'], ['DISPATCH'], 'RCA', 'the desk uploads and verifies PODs'),
  ...both(['pods'], ['TRANSPORTER'], 'RC own', 'they upload the PODs of their own LRs'),
  ...both(
    ['dispatches/lr-transporter-bill'],
    ['DISPATCH', 'TRANSPORTER'],
    'RCI own',
    'a bill is withdrawn and entered again, never changed; its LRs may come as a file',
  ),
  ...both(
    ['dispatches/add-carting-charges'],
    ['DISPATCH'],
    'RC own',
    'a voucher that is wrong is rejected and entered again, never changed',
  ),
  ...both(
    ['dispatches/add-carting-charges', 'freight-adjustments'],
    ['TRANSPORTER'],
    '',
    'carting is what others than the transporter of the LR are paid',
  ),
  ...both(
    ['masters/complaint-category'],
    ['SYS_ADMIN', 'MASTER_ADMIN'],
    'RCUDI',
    'complaint categories can be imported',
  ),
  ...both(['masters/rate-contract-errors'], ['PRICING_APPROVER'], 'RA', 'errors come of a file of contracts, in none'),
  ...both(['tracking-events'], ['TRANSPORTER'], 'RI own', 'they import the statuses of their own LRs'),
  ...both(
    ['masters/rate-contract-errors'],
    ['CUSTOMER', 'DISTRIBUTOR'],
    '',
    'the errors of our file do not concern the buyer',
  ),
  ...both(
    [
      'orders',
      'order-lines',
      'schedule-lines',
      'order-steps',
      'reservations',
      'approval-tasks',
      'order-comments',
      'task-assignees',
    ],
    ['AUDITOR'],
    'RX',
    'the MIS reports give them the same rows with export',
  ),
]

/** The rights of a role on a resource: the letters, and whether only on own rows. */
export interface Cell {
  letters: string
  own: boolean
}

const cellOf = (text: string): Cell => ({
  letters: /^[RCUDIAX]+/.exec(text.trim())?.[0] ?? '',
  own: /\b(own|aud)\b/.test(text),
})

/** The matrix row of a resource, as a main path or as a part. */
export const rowOfPath = (path: string) => matrix.find(row => row.paths.includes(path) || row.parts?.includes(path))

/** What §B.Z.2 adds to a printed cell: whoever imports a list, or enters or changes rows of a master, exports it. */
function withExport(path: string, letters: string): string {
  const keeps = subjects.find(one => one.path === path)?.kind === 'master' ? /[ICU]/ : /I/
  return keeps.test(letters) && !letters.includes('X') ? `${letters}X` : letters
}

/** The rights of a role by the matrix and the differences; for a part only reading and exporting. */
export function expected(path: string, role: Role): Cell {
  const row = rowOfPath(path)
  if (!row) throw new Error(`${path} is in no row of the matrix: ${ADD_ROW}`)
  const differs = differences.find(one => one.role === role && one.paths.includes(path))
  const own = cellOf(differs?.letters ?? row.cells.split('|')[columns.indexOf(role)]!)
  const cell = { ...own, letters: withExport(path, own.letters) }
  return row.parts?.includes(path) ? { ...cell, letters: cell.letters.replace(/[^RX]/g, '') } : cell
}

/** The roles that have the right of a letter by the matrix. */
export const rolesGiven = (path: string, letter: Letter): Role[] =>
  columns.filter(role => expected(path, role).letters.includes(letter))
