import { today } from '../../../api/platform/clock.ts'
import { addDays } from '../../../resources/define/dates.ts'
import { tabs } from '../../../resources/masters/customer-360.ts'
import { approvalSteps } from '../../../resources/trade.ts'
import { stories } from './stories.ts'
import type { CanaryWorld } from './world.ts'

/** A request that only reads. */
export interface Ask {
  path: string
  /** Sent with POST: a preview, or a question too long for an address. */
  body?: unknown
}

const get = (path: string): Ask => ({ path })
const post = (path: string, body: unknown): Ask => ({ path, body })

/** What changes something, or tells nothing that a portal keeps; each with why it is not asked. */
export const unasked: Readonly<Record<string, string>> = {
  'api/annexure-prices': 'makes prices of an annexure',
  'api/approve-many': 'decides',
  'api/authentication': 'signs in',
  'api/bulk-cancellations': 'cancels; its preview is asked',
  'api/forgotten-password': 'sends a mail, and answers everybody alike',
  'api/import-steps': 'moves an import on',
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
  'api/request-access': 'asks for a right',
  'api/unsubscribe': 'by a link that only its receiver has',
  'api/learned-codes': 'remembers a code',
  'api/library': 'takes a document in',
  'api/order-sheets': 'gives back what was sent',
  'api/view-as': 'begins to look as somebody else',
}

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
    'api/history': [],
    'api/hole-checks': [get('/api/hole-checks')],
    'api/import-errors': each('import-job', job => get(`/api/import-errors?importJobId=${job}`)),
    'api/import-rows': each('import-job', job => get(`/api/import-rows?importJobId=${job}`)),
    'api/imports': [get('/api/imports'), ...each('import-job', job => get(`/api/imports/${job}`))],
    'api/layouts': [get('/api/layouts')],
    'api/locked-logins': [get('/api/locked-logins')],
    'api/logins': [
      ...each('transporter', one => get(`/api/logins?of=masters/transporter&id=${one}`)),
      ...each('customer', one => get(`/api/logins?of=access-control/customer&id=${one}`)),
    ],
    'api/lr-proposal': each('invoice', invoice => get(`/api/lr-proposal?invoiceIds[]=${invoice}`)),
    'api/masters/customer-annexure-view': annexures.map(annexure =>
      get(`/api/masters/customer-annexure-view?annexureId=${annexure}`),
    ),
    'api/me': [get('/api/me')],
    'api/metrics': [get('/api/metrics')],
    'api/my-details': [get('/api/my-details')],
    'api/my-notifications': [get('/api/my-notifications')],
    'api/openapi.json': [get('/api/openapi.json')],
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
    'api/order-products': [
      ...ofCustomers('order-products', '&q=LS'),
      ...told.map(story =>
        post('/api/order-products', { customerId: id(story, 'customer'), codes: ['LS-1001', 'LS-1101', 'PH-3001'] }),
      ),
    ],
    'api/order-reasons': [get('/api/order-reasons?step=reject')],
    'api/order-route': ofOrders('order-route'),
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
    'api/mis/audit-log-report': [
      get('/api/mis/audit-log-report?$limit=500'),
      get('/api/export/mis/audit-log-report?format=csv'),
    ],
    'api/mis/login-logout-report': [
      get('/api/mis/login-logout-report?$limit=500'),
      get('/api/export/mis/login-logout-report?format=csv'),
    ],
    'api/people-and-roles': [0, 25, 50].map(skip => get(`/api/people-and-roles?$skip=${skip}`)),
    'api/quotes': carts('quotes'),
    'api/read-data-from-sap': [get('/api/read-data-from-sap')],
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
    'api/sap-standing': [get('/api/sap-standing')],
    'api/sheets/customer-360': tabs.flatMap(({ key }) => ofCustomers('sheets/customer-360', `&tab=${key}`)),
    'api/sheets/customer-annexure-view': annexures.map(annexure =>
      get(`/api/sheets/customer-annexure-view?annexureId=${annexure}`),
    ),
    'api/sheets/sap-errors': each('sap-sync-run', run => get(`/api/sheets/sap-errors?runId=${run}`)),
    'api/simulation-context': ofCustomers('simulation-context'),
    'api/simulation-customers': [get('/api/simulation-customers')],
    'api/simulation-products': ofCustomers('simulation-products', '&q=LS'),
    'api/simulations': carts('simulations', { orderDate: '2026-12-01', placedBy: 'ACCOUNT_OWNER', masters: 'NOW' }),
    'api/templates': [get('/api/templates/access-control/customer-contact?format=csv')],
    'api/track': [],
    'api/transporter-logins': [get('/api/transporter-logins')],
    'api/uses': [],
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
  }
}

const orderNo = (world: CanaryWorld, story: string) =>
  String(
    world.rows.find(({ resource, id }) => resource.name === 'order' && id === world.idOf(story, 'order'))!.row.orderNo,
  )
