/** The matrix of roles and rights (§I.2), written down from the specification and not from `resources/access.ts`. */
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
  /** As the specification writes them; `own` is the row scope, `¹`–`⁷` its notes. */
  cells: string
  /** The resources of this row. */
  paths: readonly string[]
  /** Records that belong to them: read and exported like them, written with them alone. */
  parts?: readonly string[]
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
      'masters/state-city',
      'masters/sales-group',
      'masters/cluster-mapping',
    ],
  },
  {
    module: 'Read data from SAP M01',
    cells: 'RA | RA | – | – | – | – | – | RA¹ | – | – | R | – | – | – | R',
    paths: ['sap-sync-runs'],
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
  {
    module: 'Attachments library M47, banners T08, complaint categories M45',
    cells: 'RCUD | RCUD | R aud. | R aud. | R | R | R | RCU | R | R | R | R | R aud. | RCU | R',
    paths: ['attachments', 'shipment-tracking/banner', 'masters/complaint-category'],
  },
  {
    module: 'Payment customers M48, outstanding upload M51',
    cells: 'R | R | – | – | – | – | – | – | – | R | RCUDI | – | – | – | RX',
    paths: ['masters/upload-payment-customers', 'masters/upload-outstanding'],
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
  },
  {
    module: 'Transporters M02, activate T01, lanes T05, EDD days T06',
    cells: 'RU | RCUDI | – | – | – | – | – | R | – | – | R | RCUDI | R own | – | R',
    paths: ['masters/transporter', 'shipment-tracking/transporter-mapping', 'shipment-tracking/expected-delivery-days'],
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
    module: 'EUD blocks',
    cells: 'R | – | R own, request release | R own, request release | R | R | – | R | RCUA | – | – | R | – | – | RX',
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
  {
    module: 'Holes in the rules (ours: the nightly list of issue 5)',
    cells: 'R | RA | – | – | – | R | RA | RA | – | R | – | – | – | – | RX',
    paths: ['orders/holes'],
  },
  {
    module: 'Queue my approval',
    cells: '– | – | – | – | – | A | A⁶ | – | – | – | – | – | – | – | R',
    paths: [],
  },
  {
    module: 'MIS 22, 23',
    cells: 'R | – | – | – | – | – | – | – | – | – | – | – | – | – | RX',
    paths: [],
  },
  {
    module: 'Dispatches (LR, POD, PWC)',
    cells:
      '– | – | R own; PWC request | R own; PWC request | R | R | – | RA | R | – | R | RCUAI | RU own LR: status, POD | – | RX',
    paths: ['lrs'],
    parts: ['lr-lines', 'invoices', 'invoice-lines', 'shipments', 'tracking-events'],
  },
  {
    module: 'System tables §0.9: kept by the IT administrator, read by employees',
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
      'settings/app-setting',
      'settings/role',
      'settings/product-price',
      'settings/stock-level',
    ],
  },
  {
    module: 'What the product writes down about itself (§C.22–C.25): MIS 22, 23 of SA; AU reads all',
    cells: 'RX | – | – | – | – | – | – | – | – | – | – | – | – | – | RX',
    paths: [],
    parts: [
      'login-sessions',
      'password-history',
      'one-time-codes',
      'message-logs',
      'approval-links',
      'audit-entries',
      'import-jobs',
      'import-job-errors',
      'import-job-rows',
      'sap-outbox',
      'credit-turns',
      'job-locks',
      'sap-pauses',
      'idempotency-keys',
      'grid-views',
      'order-lists',
      'notifications',
    ],
  },
]

/** What differs from the matrix on purpose: the letters given instead, and why (DECISIONS.md). */
export interface Difference {
  paths: readonly string[]
  role: Role
  letters: string
  why: string
}

const both = (paths: readonly string[], roles: readonly Role[], letters: string, why: string): Difference[] =>
  roles.map(role => ({ paths, role, letters, why }))

export const differences: readonly Difference[] = [
  ...both(['access-control/assign-roles'], ['SYS_ADMIN'], 'RCUDIA', '§K.9 lets the IT administrator import grants'),
  ...both(['settings/user'], ['SYS_ADMIN'], 'RU', 'logins are given by the master of the person, never entered here'),
  ...both(
    ['access-control/access-request'],
    ['SYS_ADMIN'],
    'RA',
    'anybody asks for a right, whoever gives roles answers',
  ),
  ...both(
    ['settings/user', 'access-control/assign-roles', 'access-control/access-request'],
    ['CSC_AGENT'],
    '',
    'note 3: he unlocks on a page of his own, which shows customers and carriers alone',
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
    'note 4: credit notes only, and these have none',
  ),
  ...both(
    ['access-control/customer', 'access-control/ship-to'],
    ['CUSTOMER', 'DISTRIBUTOR'],
    'R own',
    'their own, as in Customer 360 (M52) and in their orders',
  ),
  ...both(
    ['masters/frequently-purchased-items', 'masters/customer-item-codes', 'access-control/customer-contact'],
    ['CSC_AGENT'],
    'RCUDI',
    'M41 takes files, from the desk that may enter every customer’s rows',
  ),
  ...both(
    ['masters/frequently-purchased-items', 'masters/customer-item-codes', 'access-control/customer-contact'],
    ['DISPATCH', 'TRANSPORTER', 'QA'],
    '',
    '«own» is their page M46: contacts and items belong to customers',
  ),
  ...both(['access-control/customer-contact'], ['SYS_ADMIN', 'MASTER_ADMIN'], 'RCUDI', 'part of the customer (A07)'),
  ...both(['access-control/customer-contact'], ['CREDIT_CONTROLLER', 'FINANCE'], 'R', 'part of the customer (A07)'),
  ...both(
    ['masters/complaint-category'],
    ['CUSTOMER', 'DISTRIBUTOR', 'TRANSPORTER'],
    'R',
    'categories have no audience: whoever complains chooses among all',
  ),
  ...both(['shipment-tracking/expected-delivery-days'], ['TRANSPORTER'], 'R', 'days of transit belong to no carrier'),
  ...both(['lrs'], ['TRANSPORTER'], 'R own', 'he reports a status and a POD as tracking events, each a row of its own'),
  ...both(['masters/complaint-category'], ['SYS_ADMIN', 'MASTER_ADMIN'], 'RCUDI', 'M45 takes files'),
  ...both(
    ['masters/rate-contract-errors'],
    ['CUSTOMER', 'DISTRIBUTOR'],
    '',
    'what was wrong with our file is not the buyer’s business',
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
    'MIS gives him the same rows «all X»',
  ),
]

/** What a role may do with a resource: the letters, and whether with its own rows alone. */
export interface Cell {
  letters: string
  own: boolean
}

const cellOf = (text: string): Cell => ({
  letters: /^[RCUDIAX]+/.exec(text.trim())?.[0] ?? '',
  own: /\b(own|aud)\b/.test(text),
})

/** The row of a resource in the matrix, and whether it is one of its parts. */
export const rowOfPath = (path: string) => matrix.find(row => row.paths.includes(path) || row.parts?.includes(path))

/** What the specification, with our differences, gives a role; of a part only reading and exporting count. */
export function expected(path: string, role: Role): Cell {
  const row = rowOfPath(path)
  if (!row) throw new Error(`${path} stands in no row of the matrix`)
  const differs = differences.find(one => one.role === role && one.paths.includes(path))
  const cell = cellOf(differs?.letters ?? row.cells.split('|')[columns.indexOf(role)]!)
  return row.parts?.includes(path) ? { ...cell, letters: cell.letters.replace(/[^RX]/g, '') } : cell
}
