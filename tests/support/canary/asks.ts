import { today } from '../../../api/platform/clock.ts'
import { addDays } from '../../../resources/define/dates.ts'
import { tabs } from '../../../resources/masters/customer-360.ts'
import { bridgedReports } from '../../../resources/mis/growth-bridge.ts'
import { paletteRecords } from '../../../resources/palette/palette-records.ts'
import { reports } from '../../../resources/registry.ts'
import { approvalSteps } from '../../../resources/trade.ts'
import { stories } from './stories.ts'
import type { CanaryWorld } from './world.ts'

/** A request that only reads. */
export interface Ask {
  path: string
  /** Sent with POST: a preview, or a question too long for an address. */
  body?: unknown
}

/** A day since which reports may be asked, which show no more than a year. */
const SINCE = addDays(today(), -300)

const get = (path: string): Ask => ({ path })
const post = (path: string, body: unknown): Ask => ({ path, body })

/** What changes something, or tells nothing that a portal keeps; each with why it is not asked. */
export const unasked: Readonly<Record<string, string>> = {
  'api/annexure-prices': 'makes prices of an annexure',
  'api/approve-many': 'decides',
  'api/authentication': 'signs in',
  'api/closing-undoings': 'undoes a closing, and answers with it as its list does',
  'api/bulk-cancellations': 'cancels; its preview is asked',
  'api/coa-searches': 'tells anybody who names product and batch whether there is a certificate for everybody',
  'api/coa-zip': 'packs the certificates that the goods name',
  'api/coa-challenges': 'makes a task for a browser',
  'api/feedback-links': 'by a link that only its receiver has',
  'api/forgotten-password': 'sends a mail, and answers everybody alike',
  'api/given-feedback': 'by a link that only its receiver has',
  'api/import-rounds': 'begins a change of many rows, and tells what was asked',
  'api/import-steps': 'moves an import on',
  'api/lr-sizes': 'measures packages, and answers with the LR as its list does',
  'api/line-change-previews': 'told to whoever decides an order, in the columns that they read of its lines',
  'api/mailed-decisions': 'decides by a link that only its receiver has',
  'api/mailed-tasks': 'shows a task by a link that only its receiver has',
  'api/my-contact': 'changes an address',
  'api/my-password': 'changes a password',
  'api/my-sessions': 'signs out',
  'api/new-password': 'changes a password',
  'api/opt-out-links': 'by a link that only its receiver has',
  'api/opt-out-mails': 'sends a mail, and answers everybody alike',
  'api/opt-outs': 'by a link that only its receiver has',
  'api/unlocked-logins': 'by a link that only its receiver has',
  'api/passport-pages': 'by a link that only its receiver has',
  'api/payments/checkout': 'makes a payment, and answers with its number',
  'api/pod-batch-steps': 'moves an upload of PODs on',
  'api/pod-page-turns': 'turns a page, and answers with how far',
  'api/pod-page-additions': 'adds pages to a POD, and answers with how many',
  'api/payments/cancel': 'asks a gateway, and cancels',
  'api/payments/check': 'asks a gateway, and does what follows',
  'api/payments/captures': 'moves money, and answers with what was moved',
  'api/payments/on-account/apply': 'moves money, and answers with what was moved',
  'api/payments/notify': 'takes what a gateway reports',
  'api/payments/result': 'by a token that only the payer has; with a session it tells less than the list of payments',
  'api/payments/return': 'takes what a gateway sends by the browser',
  'api/request-access': 'requests access',
  'api/trips': 'plans a trip, and answers with its id',
  'api/trip-additions': 'adds LRs to a trip, and answers with a count',
  'api/trip-offers': 'asks transporters, and answers with a count',
  'api/unsubscribe': 'by a link that only its receiver has',
  'api/learned-codes': 'remembers a code',
  'api/company-invitations': 'sends an invitation again',
  'api/company-people-ends': 'ends a login, and answers with a count',
  'api/complaint-bulk-steps': 'takes steps of complaints, and answers with what became of each',
  'api/dispute-bulk-steps': 'takes steps of disputes, and answers with what became of each',
  'api/pwc-steps': 'hands goods over, and answers that it is done',
  'api/sms-reports': 'takes a report, and answers with a count',
  'api/simulated-sap-commands': 'makes documents in the simulated SAP',
  'api/library': 'takes a document in',
  'api/order-sheets': 'gives back what was sent',
  'api/sap-dry-runs': 'answers with the words of the simulated SAP; the message itself is asked',
  'api/sigma-shipments': 'books an LR',
  'api/view-as': 'begins to look as somebody else',
}

/** A report in the period it opens with, as a list and as a file. */
const reportAsks = (path: string): readonly Ask[] => [
  get(`/api/${path}?$limit=500`),
  get(`/api/export/${path}?format=csv`),
]

/** Each report by two of its columns, in the period it opens with. */
const groupedAsks = (address: (by: { path: string; columns: string }) => string): readonly Ask[] =>
  reports.flatMap(({ path, groups }) => (groups ? [get(address({ path, columns: groups.slice(0, 2).join() }))] : []))

/** Every route that is no list: how its answers are had, of all stories. */
export function asksOf(world: CanaryWorld, told: readonly string[]): Record<string, readonly Ask[]> {
  const id = (story: string, resource: string) => world.idOf(story, resource)
  const each = (resource: string, ask: (id: number, story: string) => Ask | Ask[]) => {
    const asks = new Map<number, Ask[]>()
    for (const story of told) asks.set(id(story, resource), [ask(id(story, resource), story)].flat())
    return [...asks.values()].flat()
  }
  const ofCustomers = (path: string, more = '') =>
    each('customer', customer => get(`/api/${path}?customerId=${customer}${more}`))
  const ofOrders = (path: string) => each('order', order => get(`/api/${path}?orderId=${order}`))
  const annexures = [
    ...each('customer-annexure', annexure => get(`${annexure}`)),
    get(`${id('draft', 'customer-annexure')}`),
  ].map(({ path }) => path)
  const cart = (story: string) => ({
    customerId: id(story, 'customer'),
    shipToId: id(story, 'ship-to'),
    orderTypeId: id(story, 'order-type'),
    requestedDeliveryDate: addDays(today(), 30),
    lines: [{ productId: id(story, 'products'), qty: 100_000, manualDiscountPct: 0 }],
  })
  const carts = (path: string, more: Record<string, unknown> = {}) =>
    told.map(story => post(`/api/${path}`, { ...cart(story), ...more }))
  const files = world.rows
    .filter(
      ({ resource, story, row }) =>
        resource.name === 'attachment' && (told.includes(story.name) || story.drafts) && row.ownerType !== 'OTHER',
    )
    .map(one => one.id)
  return {
    ...Object.fromEntries(reports.map(({ path }) => [`api/${path}`, reportAsks(path)])),
    'api/access-explained': [
      get(`/api/access-explained?userId=1`),
      get(`/api/access-explained?userId=1&resource=orders&id=${id('dealer', 'order')}`),
    ],
    'api/approval-counts': [get('/api/approval-counts')],
    'api/approval-queue': approvalSteps.flatMap(step => [
      get(`/api/approval-queue?step=${step}`),
      get(`/api/approval-queue?step=${step}&of=scope`),
    ]),
    'api/attachments': files.map(file => get(`/api/attachments/${file}/file`)),
    'api/banners': [
      ...each('banner', banner => get(`/api/banners/${banner}/picture`)),
      ...['LOGIN', 'HOME', 'TRACKING', 'DEALER'].map(place => get(`/api/banners?placement=${place}`)),
    ],
    'api/cancellation-previews': [
      ...told.map(story => post('/api/cancellation-previews', { filter: { customerId: id(story, 'customer') } })),
      post('/api/cancellation-previews', {
        rows: told.map(story => ({ orderNo: orderNo(world, story), lineNo: null, cancelQty: null, reasonCode: null })),
      }),
    ],
    'api/compare': [],
    'api/customer-360': ofCustomers('customer-360'),
    'api/customer-360-tab': tabs.flatMap(({ key }) => ofCustomers('customer-360-tab', `&tab=${key}`)),
    'api/decisions': ofOrders('decisions'),
    'api/demo-mail': each('message-log', message => get(`/api/demo-mail?id=${message}`)),
    'api/docs': [get('/api/docs')],
    'api/documents': [get('/api/documents')],
    'api/export': [],
    'api/export/compare': [],
    'api/health': [get('/api/health')],
    'api/home': [get('/api/home')],
    'api/my-absence': [get('/api/my-absence')],
    'api/my-work': [get('/api/my-work')],
    'api/home-money': [get('/api/home-money')],
    'api/home-trends': [get('/api/home-trends')],
    'api/palette': numbersAsked(world).map(q => get(`/api/palette?q=${encodeURIComponent(q)}`)),
    'api/history': [],
    'api/hole-checks': [get('/api/hole-checks')],
    'api/import-errors': each('import-job', job => get(`/api/import-errors?importJobId=${job}`)),
    'api/import-rows': each('import-job', job => get(`/api/import-rows?importJobId=${job}`)),
    'api/imports': [get('/api/imports'), ...each('import-job', job => get(`/api/imports/${job}`))],
    'api/layouts': [get('/api/layouts')],
    'api/locked-logins': [get('/api/locked-logins')],
    'api/company-people': [
      get('/api/company-people'),
      ...each('customer', one => get(`/api/company-people?of=customer&companyId=${one}`)),
      ...each('transporter', one => get(`/api/company-people?of=transporter&companyId=${one}`)),
    ],
    'api/logins': [
      ...each('transporter', one => get(`/api/logins?of=masters/transporter&id=${one}`)),
      ...each('customer', one => get(`/api/logins?of=access-control/customer&id=${one}`)),
    ],
    'api/e-way-bills': [get('/api/e-way-bills')],
    'api/lr-hazards': each('lr', lr => get(`/api/lr-hazards?lrId=${lr}`)),
    'api/trip-candidates': each('plant', plant => get(`/api/trip-candidates?plantId=${plant}`)),
    'api/trip-transporters': each('trip', trip => get(`/api/trip-transporters?tripId=${trip}`)),
    'api/trip-costs': each('trip', trip => get(`/api/trip-costs?tripId=${trip}`)),
    'api/waiting-invoices': each('plant', plant => get(`/api/waiting-invoices?plantId=${plant}`)),
    'api/not-waiting': numbersAsked(world).map(number => get(`/api/not-waiting?number=${encodeURIComponent(number)}`)),
    'api/pwc-choices': each('invoice', invoice => get(`/api/pwc-choices?invoiceId=${invoice}`)),
    'api/pod-goods': each('lr', lr => get(`/api/pod-goods?lrId=${lr}`)),
    'api/freight-what-ifs': each('freight-contract', contract => get(`/api/freight-what-ifs?contractId=${contract}`)),
    'api/lr-proposal': each('invoice', invoice => get(`/api/lr-proposal?invoiceIds[]=${invoice}`)),
    'api/masters/customer-annexure-view': annexures.map(annexure =>
      get(`/api/masters/customer-annexure-view?annexureId=${annexure}`),
    ),
    'api/me': [get('/api/me')],
    'api/metrics': [get('/api/metrics')],
    'api/my-details': [get('/api/my-details')],
    'api/my-notifications': [get('/api/my-notifications')],
    'api/growth-bridge': Object.keys(bridgedReports).map(path => get(`/api/growth-bridge?report=${path}`)),
    'api/my-report-schedules': [get('/api/my-report-schedules')],
    'api/my-restatements': [get('/api/my-restatements?report=mis/orders')],
    'api/my-report-files': [get('/api/my-report-files')],
    'api/openapi.json': [get('/api/openapi.json')],
    'api/payments/cart': ofCustomers('payments/cart'),
    'api/payments/on-account': ofCustomers('payments/on-account'),
    'api/payments/under-way': [get('/api/payments/under-way')],
    'api/payments': [
      ...each('payment-transaction', one => get(`/api/payments/${one}/receipt`)),
      ...each('payment-transaction', one => get(`/api/payments/${one}/money`)),
    ],
    'api/pwc-collections': each('pwc-collection', one => get(`/api/pwc-collections/${one}/gate-pass`)),
    'api/order-actions': ofOrders('order-actions'),
    'api/order-context': ofCustomers('order-context'),
    'api/order-customers': [get('/api/order-customers'), get('/api/order-customers?q=ZQ')],
    'api/order-frequent-items': ofCustomers('order-frequent-items'),
    'api/order-matches': told.map(story =>
      post('/api/order-matches', {
        customerId: id(story, 'customer'),
        rows: [{ code: stories.find(({ name }) => name === story)!.product, cas: null, words: '' }],
      }),
    ),
    'api/order-mentions': ofOrders('order-mentions'),
    'api/disputable-invoices': [
      ...each('invoice', one => get(`/api/disputable-invoices?invoiceId=${one}`)),
      ...ofCustomers('disputable-invoices'),
    ],
    'api/dispute-people': each('ar-dispute', one => get(`/api/dispute-people?ids=${one}`)),
    'api/dispute-steps': each('ar-dispute', one => get(`/api/dispute-steps?disputeId=${one}`)),
    'api/complaint-people': each('complaint', complaint => get(`/api/complaint-people?ids=${complaint}`)),
    'api/complaint-steps': each('complaint', complaint => get(`/api/complaint-steps?complaintId=${complaint}`)),
    'api/order-products': [
      ...ofCustomers('order-products', '&q=LS'),
      ...told.map(story =>
        post('/api/order-products', { customerId: id(story, 'customer'), codes: ['LS-1001', 'LS-1101', 'PH-3001'] }),
      ),
    ],
    'api/order-reasons': [get('/api/order-reasons?step=reject')],
    'api/order-route': ofOrders('order-route'),
    'api/decided-above': each('approving-limits', limit => get(`/api/decided-above?limitId=${limit}`)),
    'api/order-source-lines': [
      ...told.map(story =>
        get(`/api/order-source-lines?customerId=${id(story, 'customer')}&from=order&id=${id(story, 'order')}`),
      ),
      ...[...told, 'draft'].map(story =>
        get(
          `/api/order-source-lines?customerId=${id(story === 'draft' ? 'direct' : story, 'customer')}&from=annexure&id=${id(story, 'customer-annexure')}`,
        ),
      ),
    ],
    'api/order-sources': ofCustomers('order-sources'),
    'api/order-templates': ofCustomers('order-templates'),
    'api/orders/item-wise-order': [
      get('/api/orders/item-wise-order?$limit=500'),
      get('/api/export/orders/item-wise-order?format=xlsx'),
    ],
    'api/orders-in-error': [get('/api/orders-in-error')],
    'api/orders-stuck': [get('/api/orders-stuck')],
    'api/lane-records': each('ship-to', shipTo => get(`/api/lane-records?shipToId=${shipTo}&transMode=SURFACE`)),
    'api/shipment-tracking/feedback-figures': [
      get(`/api/shipment-tracking/feedback-figures?deliveredOn[$gte]=${SINCE}`),
    ],
    'api/shipment-tracking/feedback-report': [
      get(`/api/shipment-tracking/feedback-report?$limit=500&deliveredOn[$gte]=${SINCE}`),
      get(`/api/export/shipment-tracking/feedback-report?format=csv&deliveredOn[$gte]=${SINCE}`),
    ],
    'api/dealerdash': [get('/api/dealerdash'), ...each('customer', one => get(`/api/dealerdash?customerId=${one}`))],
    'api/shipment-tracking/dashboard': [get('/api/shipment-tracking/dashboard')],
    'api/shipment-tracking/search-shipments': [
      get('/api/shipment-tracking/search-shipments?$limit=500'),
      get('/api/export/shipment-tracking/search-shipments?format=xlsx'),
    ],
    'api/mis/outstanding': [
      ...reportAsks('mis/outstanding'),
      get(`/api/mis/outstanding?$limit=500&asOn=${addDays(today(), -1)}`),
    ],
    'api/price-list-pdf': [get('/api/price-list-pdf')],
    'api/report-groups': groupedAsks(by => `/api/report-groups?report=${by.path}&by=${by.columns}`),
    'api/export-groups': groupedAsks(by => `/api/export-groups/${by.path}?by=${by.columns}&format=csv`),
    'api/people-and-roles': [0, 25, 50].map(skip => get(`/api/people-and-roles?$skip=${skip}`)),
    'api/quotes': carts('quotes'),
    'api/masters/read-data-from-sap': [get('/api/masters/read-data-from-sap')],
    'api/rows-used': [
      post('/api/rows-used', {
        rows: told.map(story => ({
          resource: 'rate-contract-customer',
          id: id(story, 'rate-contract-customer'),
          changedById: [...world.authors][0],
        })),
      }),
    ],
    'api/rule-coverage': each('sbu', sbu => get(`/api/rule-coverage?sbuId=${sbu}`)),
    'api/sap-messages': each('sap-outbox', message => get(`/api/sap-messages/${message}`)),
    'api/sap-run-errors': each('sap-sync-run', run => get(`/api/sap-run-errors?runId=${run}`)),
    'api/sap-status': [get('/api/sap-status')],
    'api/sheets/customer-360': tabs.flatMap(({ key }) => ofCustomers('sheets/customer-360', `&tab=${key}`)),
    'api/sheets/customer-annexure-view': annexures.map(annexure =>
      get(`/api/sheets/customer-annexure-view?annexureId=${annexure}`),
    ),
    'api/sheets/sap-errors': each('sap-sync-run', run => get(`/api/sheets/sap-errors?runId=${run}`)),
    'api/simulated-sap': [get('/api/simulated-sap')],
    'api/simulation-context': ofCustomers('simulation-context'),
    'api/simulation-customers': [get('/api/simulation-customers')],
    'api/simulation-products': ofCustomers('simulation-products', '&q=LS'),
    'api/simulations': carts('simulations', {
      orderDate: addDays(today(), 2),
      placedBy: 'ACCOUNT_OWNER',
      masters: 'NOW',
    }),
    'api/templates': [get('/api/templates/access-control/customer-contact?format=csv')],
    'api/coa-goods': [
      ...each('invoice', one => get(`/api/coa-goods?invoiceId=${one}`)),
      ...each('lr', one => get(`/api/coa-goods?lrId=${one}`)),
      ...each('stock-level', one => get(`/api/coa-goods?stockLevelId=${one}`)),
      ...each('complaint', one => get(`/api/coa-goods?complaintId=${one}`)),
      ...ofOrders('coa-goods'),
    ],
    'api/coa-links': [],
    'api/track': [],
    'api/transporter-logins': [get('/api/transporter-logins')],
    'api/transporter-scorecard': each('transporter', one => get(`/api/transporter-scorecard?transporterId=${one}`)),
    'api/uses': [],
    'api/closing': each('products', one => get(`/api/closing?resource=masters/products&rowId=${one}`)),
    'api/closing-plan': each('products', one => get(`/api/closing-plan?resource=masters/products&rowId=${one}`)),
    'api/related-counts': each('sbu', one => get(`/api/related-counts?resource=masters/sbu&rowId=${one}`)),
    'api/views': [get('/api/views')],
    'api/what-if': each('cust-shipto-prod-price', price =>
      post('/api/what-if', {
        resource: 'masters/cust-shipto-prod-price',
        action: 'endDate',
        rows: [{ id: price, rowVersion: 2 }],
        asked: { validTo: addDays(today(), 400) },
      }),
    ),
    'api/who-grants': [get('/api/who-grants')],
    'api/orders': [...each('order', order => get(`/api/orders/${order}/pdf`))],
    'api/pods': each('pod', one => get(`/api/pods/${one}/pdf`)),
    'api/lrs': each('lr', lr => [get(`/api/lrs/${lr}/pdf`), get(`/api/lrs/${lr}/trem-cards`)]),
    'api/invoices': each('invoice', one => get(`/api/invoices/${one}/pdf`)),
    'api/dispatches/debit-notes': each('debit-note', one => get(`/api/dispatches/debit-notes/${one}/pdf`)),
    'api/passports': each('lr', lr => get(`/api/passports/${lr}`)),
    'api/lr-papers/loading-list': each('lr', lr => get(`/api/lr-papers/loading-list?ids=${lr}`)),
    'api/lr-papers/labels': each('lr', lr => get(`/api/lr-papers/labels?ids=${lr}`)),
  }
}

const orderNo = (world: CanaryWorld, story: string) =>
  String(
    world.rows.find(({ resource, id }) => resource.name === 'order' && id === world.idOf(story, 'order'))!.row.orderNo,
  )

/** The first characters of the numbers of every record that the palette finds, so that each of its rows is asked for. */
const numbersAsked = (world: CanaryWorld): string[] => {
  const beginnings = world.rows.flatMap(({ resource, row }) =>
    paletteRecords
      .filter(record => record.resource.name === resource.name)
      .flatMap(({ numbers }) => numbers.flatMap(name => String(row[name] ?? '').slice(0, 3)))
      .filter(text => text.length > 1),
  )
  return [...new Set(beginnings)].slice(0, 24)
}
