import { reports } from '../../resources/registry.ts'
import { type Role, roleCodes, roles } from '../../resources/roles.ts'
import { MISSING_ID } from './abuse.ts'
import { rolesGiven } from './matrix.ts'

/** A harmless request to a route that is not a list: only the right decides whether it answers 403. */
export interface RouteRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Appended to the path of the route. */
  more?: string
  body?: Record<string, unknown>
  /** The roles that may; all others get 403. */
  open: readonly Role[]
}

const ALL = roleCodes
const STAFF = ALL.filter(role => roles[role].userType === 'EMPLOYEE')
const ORDERING: readonly Role[] = ['CUSTOMER', 'DISTRIBUTOR', 'SALES_REP', 'SALES_MANAGER', 'CSC_AGENT']
const SIMULATING = ALL.filter(role => !['SYS_ADMIN', 'DISPATCH', 'TRANSPORTER', 'QA'].includes(role))
const TROUBLE: readonly Role[] = [...ORDERING, 'SYS_ADMIN', 'AUDITOR']
const CONSOLE: readonly Role[] = ['SYS_ADMIN', 'CSC_AGENT', 'AUDITOR']
const COMPARING = [
  ...['SALES_REP', 'SALES_MANAGER', 'PRICING_APPROVER', 'CSC_AGENT'],
  ...['CREDIT_CONTROLLER', 'FINANCE', 'DISPATCH', 'AUDITOR'],
] as readonly Role[]
const ABSENT = [
  ...['SALES_MANAGER', 'PRICING_APPROVER', 'CSC_AGENT'],
  ...['EUD_APPROVER', 'CREDIT_CONTROLLER', 'FINANCE'],
] as readonly Role[]
const CANCELLING: readonly Role[] = ['SALES_MANAGER', 'CSC_AGENT']

const get = (more: string, open: readonly Role[]): RouteRequest => ({ method: 'GET', more, open })
const post = (body: Record<string, unknown>, open: readonly Role[]): RouteRequest => ({ method: 'POST', body, open })
const LIMITS = 'masters/productwise-limit-price'
const PRICES = 'masters/cust-shipto-prod-price'
const COMPARED = `/${LIMITS}?from=2026-04-01&to=2026-08-14`
const ofCustomer = `?customerId=${MISSING_ID}`
const ofOrder = `?orderId=${MISSING_ID}`
const letters = {
  read: 'R',
  create: 'C',
  update: 'U',
  deactivate: 'D',
  import: 'I',
  approve: 'A',
  export: 'X',
} as const
const withRight = (path: string, right: keyof typeof letters) => rolesGiven(path, letters[right])
const reading = (path: string) => withRight(path, 'read')
const APPLYING: readonly Role[] = ['CUSTOMER', 'DISTRIBUTOR', 'FINANCE']
const DECIDING = withRight('transaction-view/payment-decisions', 'approve')
const CUSTOMER_360 = withRight('access-control/customer', 'read').filter(
  role => !['DISPATCH', 'TRANSPORTER', 'QA'].includes(role),
)
// Files belong to orders, contracts, annexures, banners, messages, bills, PODs, complaints, disputes, refunds and EUD blocks: the roles that send one of these.
const SENDING = [
  ...ORDERING,
  ...['SYS_ADMIN', 'MASTER_ADMIN', 'PRICING_APPROVER', 'QA', 'DISPATCH', 'TRANSPORTER', 'FINANCE'],
] as const

const KEEPING_PEOPLE: readonly Role[] = [
  ...['SYS_ADMIN', 'MASTER_ADMIN', 'CSC_AGENT'],
  ...['CUSTOMER', 'DISTRIBUTOR', 'TRANSPORTER'],
] as readonly Role[]
const ROLES_OF_COLLEAGUE = { companyRoles: ['HEAD'], orderLimit: null, approvalLimit: null, shipToIds: [] }
const COLLEAGUE = {
  ...{ of: 'customer', companyId: MISSING_ID, name: 'X', email: 'x@x.example', mobile: null },
  ...ROLES_OF_COLLEAGUE,
}

/** What a newcomer does about a route that the list does not have. */
export const ADD_ROUTE =
  "add a line to routeAccess of tests/support/route-access.ts, such as 'api/quotes': [post({}, ORDERING)]"

/**
 * Every route that is not a list, a bulk change or an action, which the matrix covers: a request to it and the roles
 * allowed. A new route without a line here fails the suite; an empty list is a route without sign-in.
 */
export const routeAccess: Record<string, readonly RouteRequest[]> = {
  ...Object.fromEntries(reports.map(({ path }) => [`api/${path}`, [get('?$limit=1', reading(path))]])),
  'api/access-explained': [get('', ['SYS_ADMIN', 'MASTER_ADMIN', 'AUDITOR'])],
  'api/annexure-prices': [post({}, ['PRICING_APPROVER'])],
  'api/approval-counts': [get('', ALL)],
  'api/decided-above': [get(`?limitId=${MISSING_ID}`, reading('masters/approving-limits'))],
  'api/home': [get('', ALL)],
  'api/home-money': [get('', withRight('transaction-view/payment-captures', 'approve'))],
  'api/home-trends': [get('', ALL)],
  'api/my-work': [get('', ALL)],
  'api/my-absence': [get('', ABSENT), post({}, ABSENT)],
  'api/palette': [get('?q=OR', ALL)],
  'api/approval-queue': [get('?step=RATE_CONTRACT', ['SALES_MANAGER', 'PRICING_APPROVER', 'AUDITOR'])],
  'api/approve-many': [
    post({ step: 'LIMIT', orders: [{ orderId: MISSING_ID, rowVersion: 1 }] }, [
      'SALES_MANAGER',
      'CREDIT_CONTROLLER',
      'FINANCE',
    ]),
  ],
  'api/attachments': [post({}, SENDING)],
  'api/authentication': [],
  'api/banners': [],
  'api/bulk-cancellations': [post({}, CANCELLING)],
  'api/cancellation-previews': [post({}, CANCELLING)],
  'api/complaint-bulk-steps': [
    post({ step: 'take', complaints: [{ id: MISSING_ID, rowVersion: 1 }] }, withRight('complaints', 'approve')),
  ],
  'api/complaint-people': [get(`?ids=${MISSING_ID}`, withRight('complaints', 'update'))],
  'api/complaint-steps': [
    get(`?complaintId=${MISSING_ID}`, reading('complaints')),
    post({ complaintId: MISSING_ID, rowVersion: 1, step: 'start' }, withRight('complaints', 'update')),
  ],
  'api/disputable-invoices': [get(`?invoiceId=${MISSING_ID}`, withRight('complaints/ar-dispute', 'create'))],
  'api/dispute-bulk-steps': [
    post({ step: 'take', disputes: [{ id: MISSING_ID, rowVersion: 1 }] }, withRight('complaints/ar-dispute', 'update')),
  ],
  'api/dispute-people': [get(`?ids=${MISSING_ID}`, withRight('complaints/ar-dispute', 'create'))],
  'api/dispute-steps': [
    get(`?disputeId=${MISSING_ID}`, reading('complaints/ar-dispute')),
    post({ disputeId: MISSING_ID, rowVersion: 1, step: 'take' }, [
      ...withRight('complaints/ar-dispute', 'update'),
      'SALES_MANAGER',
    ]),
  ],
  'api/compare': [get(COMPARED, reading(LIMITS))],
  'api/customer-360': [get(ofCustomer, CUSTOMER_360)],
  'api/customer-360-tab': [get(`${ofCustomer}&tab=orders`, CUSTOMER_360)],
  'api/dealerdash': [get('', reading('dealerdash/upload-target'))],
  'api/decisions': [get(ofOrder, reading('orders'))],
  'api/demo-mail': [get(`?id=${MISSING_ID}`, ['SYS_ADMIN'])],
  'api/docs': [get('', ALL)],
  'api/documents': [get('', ALL)],
  'api/export': [get('/masters/sbu?id=0&format=csv', withRight('masters/sbu', 'export'))],
  'api/export/compare': [get(`${COMPARED}&format=csv`, withRight(LIMITS, 'export'))],
  'api/coa-batches': [post({}, ['QA'])],
  'api/coa-zip': [get(`?invoiceId=${MISSING_ID}`, reading('coa/certificates'))],
  'api/coa-links': [],
  'api/coa-searches': [],
  'api/coa-challenges': [],
  'api/coa-goods': [get(`?invoiceId=${MISSING_ID}`, reading('coa/certificates'))],
  'api/feedback-links': [],
  'api/forgotten-password': [],
  'api/given-feedback': [],
  'api/health': [],
  'api/history': [get(`?resource=masters/sbu&rowId=${MISSING_ID}`, reading('masters/sbu'))],
  'api/hole-checks': [get('', withRight('orders/holes', 'read')), post({}, withRight('orders/holes', 'approve'))],
  'api/import-errors': [get('', ALL)],
  'api/import-rows': [get('', ALL)],
  'api/import-rounds': [post({ resource: PRICES, filters: {} }, withRight(PRICES, 'import'))],
  'api/import-steps': [post({ importId: MISSING_ID, step: 'commit' }, ALL)],
  'api/imports': [get('', ALL)],
  'api/company-invitations': [post({ userId: MISSING_ID }, KEEPING_PEOPLE)],
  'api/company-people': [
    get(`?of=customer&companyId=${MISSING_ID}`, reading('access-control/company-person')),
    post(COLLEAGUE, KEEPING_PEOPLE),
    {
      method: 'PATCH',
      more: `/${MISSING_ID}`,
      body: { ...ROLES_OF_COLLEAGUE, name: 'X', mobile: null },
      open: KEEPING_PEOPLE,
    },
  ],
  'api/company-people-ends': [post({ userId: MISSING_ID, headId: null }, KEEPING_PEOPLE)],
  'api/layouts': [get('', ALL), post({}, ALL)],
  'api/learned-codes': [post({ customerId: MISSING_ID, itemCode: 'X', productId: MISSING_ID }, ORDERING)],
  'api/library': [post({}, withRight('attachments', 'create'))],
  'api/line-change-previews': [post({ orderId: MISSING_ID, lines: [{ lineNo: 10, qty: 1000 }] }, reading('orders'))],
  'api/locked-logins': [
    get('', ['SYS_ADMIN', 'MASTER_ADMIN', 'CSC_AGENT', 'AUDITOR']),
    post({ userId: MISSING_ID, remark: 'x' }, ['SYS_ADMIN', 'CSC_AGENT']),
  ],
  'api/logins': [
    get(`?of=masters/transporter&id=${MISSING_ID}`, reading('masters/transporter')),
    post({ of: 'masters/transporter', ids: [MISSING_ID], step: 'create' }, withRight('masters/transporter', 'update')),
  ],
  'api/lr-papers/labels': [get(`?ids=${MISSING_ID}`, reading('lrs'))],
  'api/lr-papers/loading-list': [get(`?ids=${MISSING_ID}`, reading('lrs'))],
  'api/passports': [get(`/${MISSING_ID}`, reading('lrs'))],
  'api/passport-links': [post({ lrId: MISSING_ID }, withRight('passport-links', 'create'))],
  'api/passport-pages': [],
  'api/e-way-bills': [get('', ['DISPATCH'])],
  'api/lr-hazards': [get(`?lrId=${MISSING_ID}`, reading('lrs'))],
  'api/trips': [post({}, withRight('dispatches/trips', 'create'))],
  'api/trip-offers': [post({}, withRight('dispatches/trip-offers', 'create'))],
  'api/trip-additions': [post({}, withRight('dispatches/trips', 'update'))],
  'api/trip-candidates': [get('', withRight('dispatches/trips', 'create'))],
  'api/trip-transporters': [get(`?tripId=${MISSING_ID}`, withRight('dispatches/trips', 'create'))],
  'api/trip-costs': [get(`?tripId=${MISSING_ID}`, reading('dispatches/trips'))],
  'api/waiting-invoices': [get('', ['DISPATCH'])],
  'api/not-waiting': [get('?number=X', ['DISPATCH'])],
  'api/pod-goods': [get(`?lrId=${MISSING_ID}`, withRight('pods', 'read')), post({}, withRight('lrs', 'approve'))],
  'api/lr-proposal': [get(`?invoiceIds[]=${MISSING_ID}`, ['DISPATCH'])],
  'api/freight-what-ifs': [get(`?contractId=${MISSING_ID}`, reading('masters/freight-contract'))],
  'api/lr-sizes': [post({}, withRight('lrs', 'update'))],
  'api/mailed-decisions': [],
  'api/mailed-tasks': [],
  'api/masters/customer-annexure-view': [get(`?annexureId=${MISSING_ID}`, reading('masters/customer-annexure'))],
  'api/me': [get('', ALL)],
  'api/metrics': [],
  'api/my-contact': [post({}, ALL)],
  'api/my-details': [get('', ALL)],
  'api/my-notifications': [get('', ALL), post({}, ALL)],
  'api/my-password': [post({}, ALL)],
  'api/growth-bridge': [get('?report=mis/sales', reading('mis/sales'))],
  'api/my-report-schedules': [get('', ALL), post({}, ALL)],
  'api/my-restatements': [get('?report=mis/orders', reading('mis/orders'))],
  'api/my-report-files': [get('', ALL), post({}, ALL)],
  'api/my-sessions': [{ method: 'DELETE', open: ALL }],
  'api/new-password': [],
  'api/openapi.json': [get('', ALL)],
  'api/opt-out-links': [],
  'api/opt-out-mails': [],
  'api/opt-outs': [],
  'api/order-actions': [get(ofOrder, reading('orders'))],
  'api/order-context': [get(ofCustomer, ORDERING)],
  'api/order-customers': [get('', ORDERING)],
  'api/order-frequent-items': [get(ofCustomer, ORDERING)],
  'api/order-matches': [post({ customerId: MISSING_ID, rows: [] }, ORDERING)],
  'api/order-mentions': [get(ofOrder, reading('orders'))],
  'api/order-products': [get(ofCustomer, ORDERING), post({ customerId: MISSING_ID, codes: ['X'] }, ORDERING)],
  'api/order-reasons': [get('?step=reject', ALL)],
  'api/order-route': [get(ofOrder, reading('orders'))],
  'api/order-sheets': [post({}, ORDERING)],
  'api/order-source-lines': [get(`${ofCustomer}&from=order&id=${MISSING_ID}`, ORDERING)],
  'api/order-sources': [get(ofCustomer, ORDERING)],
  'api/order-templates': [
    get(ofCustomer, ORDERING),
    post({ customerId: MISSING_ID, name: 'x', lines: [{ productId: 1, qty: 1000 }] }, ORDERING),
    { method: 'DELETE', more: `/${MISSING_ID}`, open: ALL },
  ],
  'api/orders-in-error': [get('', TROUBLE), post({ errorCode: 'NONE' }, TROUBLE)],
  'api/orders-stuck': [get('', TROUBLE), post({}, ['SYS_ADMIN', 'CSC_AGENT'])],
  'api/payments/cart': [
    get(ofCustomer, reading('payment-carts')),
    post({ rowVersion: null, items: [] }, withRight('payment-carts', 'create')),
  ],
  'api/payments/checkout': [post({ advanceAmount: 1 }, withRight('payment-carts', 'approve'))],
  'api/pod-page-additions': [post({}, ['DISPATCH', 'TRANSPORTER'])],
  'api/pod-page-turns': [post({}, ['DISPATCH', 'TRANSPORTER', 'CSC_AGENT'])],
  'api/pod-batch-steps': [post({ batchId: MISSING_ID, step: 'upload' }, ['DISPATCH', 'TRANSPORTER'])],
  'api/payments/under-way': [get('', withRight('payment-carts', 'approve'))],
  'api/payments/cancel': [post({ ids: [MISSING_ID] }, withRight('transaction-view/transactions-view', 'approve'))],
  'api/payments/check': [post({ ids: [MISSING_ID] }, withRight('transaction-view/transactions-view', 'approve'))],
  'api/payments/captures': [
    { ...post({}, APPLYING), more: `/${MISSING_ID}/apply` },
    { ...post({}, withRight('transaction-view/transactions-view', 'approve')), more: `/${MISSING_ID}/keep` },
    {
      ...post({ amount: 1, how: 'HAND', reason: 'x' }, withRight('transaction-view/payment-refunds', 'approve')),
      more: `/${MISSING_ID}/refund`,
    },
  ],
  'api/payments/on-account': [get(ofCustomer, APPLYING)],
  'api/payments/on-account/apply': [post({ customerId: MISSING_ID, oldestFirst: true }, APPLYING)],
  'api/payments/notify': [],
  'api/payments/result': [],
  'api/payments/return': [],
  'api/people-and-roles': [get('', withRight('access-control/assign-roles', 'read'))],
  'api/pwc-choices': [
    get(`?invoiceId=${MISSING_ID}`, ['CUSTOMER', 'DISTRIBUTOR', 'DISPATCH']),
    post({ invoiceId: MISSING_ID, rowVersion: 1, transMode: 'PWC' }, ['CUSTOMER', 'DISTRIBUTOR', 'DISPATCH']),
  ],
  'api/payments': [
    get(`/${MISSING_ID}/receipt`, withRight('transaction-view/transactions-view', 'read')),
    { ...post({ paid: false, reason: 'x' }, DECIDING), more: `/${MISSING_ID}/decide` },
    { ...post({}, DECIDING), more: `/${MISSING_ID}/confirm-decision` },
    get(`/${MISSING_ID}/money`, withRight('transaction-view/transactions-view', 'read')),
    ...['check-mine', 'give-up', 'again'].map(act => ({
      ...post({}, withRight('payment-carts', 'approve')),
      more: `/${MISSING_ID}/${act}`,
    })),
  ],
  'api/pwc-collections': [get(`/${MISSING_ID}/gate-pass`, withRight('pwc-collections', 'read'))],
  'api/pwc-steps': [
    post({ collectionId: MISSING_ID, step: 'cancel', rowVersion: 1, reason: 'x' }, [
      'CUSTOMER',
      'DISTRIBUTOR',
      'DISPATCH',
    ]),
    post({ collectionId: MISSING_ID, step: 'ready', rowVersion: 1 }, ['DISPATCH']),
  ],
  'api/quotes': [post({}, ORDERING)],
  'api/masters/read-data-from-sap': [
    get('', ['SYS_ADMIN', 'MASTER_ADMIN', 'CSC_AGENT', 'FINANCE', 'AUDITOR']),
    post({ object: 'INVOICE', mode: 'NONE' }, ['SYS_ADMIN', 'MASTER_ADMIN', 'CSC_AGENT']),
  ],
  'api/price-list-pdf': [get('?check=true', withRight('mis/price-list-report', 'export'))],
  'api/report-groups': [get('?report=mis/orders&by=sbuId', reading('mis/orders'))],
  'api/export-groups': [get('/mis/orders?by=sbuId&format=csv', withRight('mis/orders', 'export'))],
  'api/request-access': [post({}, ALL)],
  'api/related-counts': [get(`?resource=masters/sbu&rowId=${MISSING_ID}`, reading('masters/sbu'))],
  'api/rows-used': [post({ rows: [] }, STAFF)],
  'api/rule-coverage': [
    get('', [
      'SYS_ADMIN',
      'MASTER_ADMIN',
      'SALES_MANAGER',
      'PRICING_APPROVER',
      'CSC_AGENT',
      'CREDIT_CONTROLLER',
      'AUDITOR',
    ]),
  ],
  'api/sap-dry-runs': [post({ messageId: MISSING_ID }, CONSOLE)],
  'api/sap-messages': [get(`/${MISSING_ID}`, CONSOLE)],
  'api/sap-run-errors': [get(`?runId=${MISSING_ID}`, withRight('sap-sync-runs', 'read'))],
  'api/sap-status': [get('', STAFF)],
  'api/lane-records': [get('?toCityId=1&transMode=SURFACE', COMPARING)],
  'api/shipment-tracking/feedback-figures': [get('', reading('shipment-tracking/feedback-report'))],
  'api/shipment-tracking/dashboard': [get('', reading('shipment-tracking/search-shipments'))],
  'api/sheets/customer-360': [get(`${ofCustomer}&tab=orders`, CUSTOMER_360)],
  'api/sheets/customer-annexure-view': [get(`?annexureId=${MISSING_ID}`, reading('masters/customer-annexure'))],
  'api/sheets/sap-errors': [get(`?runId=${MISSING_ID}`, withRight('sap-sync-runs', 'read'))],
  'api/sms-reports': [],
  'api/sigma-shipments': [post({}, ['DISPATCH'])],
  'api/simulated-sap': [get('', ['SYS_ADMIN']), post({}, ['SYS_ADMIN'])],
  'api/simulated-sap-commands': [post({}, ['SYS_ADMIN'])],
  'api/simulation-context': [get(ofCustomer, SIMULATING)],
  'api/simulation-customers': [get('', SIMULATING)],
  'api/simulation-products': [get(ofCustomer, SIMULATING), post({ customerId: MISSING_ID, codes: ['X'] }, SIMULATING)],
  'api/simulations': [post({}, SIMULATING)],
  'api/templates': [get('/masters/sbu?format=csv', withRight('masters/sbu', 'import'))],
  'api/track': [],
  'api/transporter-logins': [get('', reading('masters/transporter'))],
  'api/transporter-scorecard': [get(`?transporterId=${MISSING_ID}`, reading('masters/transporter'))],
  'api/unsubscribe': [],
  'api/unlocked-logins': [],
  'api/closing': [get(`?resource=masters/products&rowId=${MISSING_ID}`, withRight('masters/products', 'read'))],
  'api/closing-plan': [
    get(`?resource=masters/products&rowId=${MISSING_ID}`, withRight('masters/products', 'deactivate')),
  ],
  'api/closings': [
    post(
      { resource: 'masters/products', rowId: MISSING_ID, lastDay: '2030-01-01', reason: 'Test' },
      withRight('masters/products', 'deactivate'),
    ),
  ],
  'api/closing-undoings': [post({ closingId: MISSING_ID }, ALL)],
  'api/uses': [
    get(`?resource=masters/sbu&rowId=${MISSING_ID}`, withRight('masters/sbu', 'deactivate')),
    post({ resource: 'masters/sbu', rowId: MISSING_ID, to: 1 }, withRight('masters/sbu', 'deactivate')),
  ],
  'api/view-as': [post({}, ['SYS_ADMIN']), { method: 'DELETE', more: '/now', open: ALL }],
  'api/views': [
    get('', ALL),
    post({}, ALL),
    { method: 'DELETE', more: `/${MISSING_ID}`, open: ALL },
    { method: 'PATCH', more: `/${MISSING_ID}`, body: {}, open: ALL },
  ],
  'api/what-if': [post({ resource: LIMITS, row: {} }, withRight(LIMITS, 'create'))],
  'api/who-grants': [get('', ALL)],
}
