/** One address that is attacked in all its parameters. */
export interface Target {
  name: string
  /** With its query; `[` and `$` as they are. */
  path: string
  /** What is sent as JSON; without it the address is read. */
  body?: Record<string, unknown>
  /** Who asks; nobody where the address is open. */
  as?: string
}

/** Every way in which a list may be asked: a filter, its operators, a choice of either, search, order, page, fields. */
const asked = (field: string, value: string, more = '') =>
  `${field}=${value}&${field}[$contains]=${value}&$or[0][${field}]=${value}&q=${value}&$sort[${field}]=1&$limit=5&$skip=0&$select[]=${field}${more}`

const list = (path: string, field: string, value: string, as: string, more = ''): Target => ({
  name: path,
  path: `/api/${path}?${asked(field, value, more)}`,
  as,
})

/** The ten lists of case 64, and what else takes words from outside: reports, type-ahead, files, sign-in, the public pages. */
export const targets: readonly Target[] = [
  list('masters/products', 'code', 'LS-1001', 'master_admin', '&sbuId=1&sbuId[$in][]=1'),
  list('masters/transporter', 'code', 'VRL', 'master_admin', '&isActive=1&asOn=2026-11-22'),
  list('masters/rate-contract-customer', 'contractNo', 'RC', 'master_admin', '&customerId=1'),
  list('access-control/customer', 'code', '100101', 'sys_admin', '&cityId.zoneAreaId.zoneId=1&creditLimit[$gt]=0'),
  list('access-control/employee', 'code', 'E', 'sys_admin'),
  list('orders', 'orderNo', 'OR2627000001', 'asha', '&status=DRAFT&orderDate[$gte]=2026-01-01'),
  list('order-lines', 'lineNo', '10', 'asha', '&orderId=1'),
  list('invoices', 'invoiceNo', 'X', 'auditor'),
  list('audit-entries', 'entity', 'order', 'auditor'),
  list('settings/user', 'loginId', 'asha', 'sys_admin'),
  list('orders/item-wise-order', 'orderNo', 'OR2627000001', 'asha', '&from=2026-04-01&to=2026-11-30'),
  list('mis/audit-log-report', 'entity', 'order', 'auditor', '&from=2026-11-01&to=2026-11-30'),
  { name: 'export', path: '/api/export/settings/customer-segment?format=csv&name=A&q=A', as: 'master_admin' },
  { name: 'customer search', path: '/api/order-customers?q=a', as: 'asha' },
  { name: 'product search', path: '/api/order-products?customerId=1&q=a', as: 'asha' },
  { name: 'approval queue', path: '/api/approval-queue?step=LIMIT&q=a', as: 'meena' },
  { name: 'history', path: '/api/history?resource=masters/sbu&rowId=1', as: 'master_admin' },
  {
    name: 'sign-in',
    path: '/api/authentication',
    body: { strategy: 'local', loginId: 'nobody.here', password: 'Wrong-password-1' },
  },
  { name: 'forgotten password', path: '/api/forgotten-password', body: { loginId: 'nobody.here' } },
  { name: 'tracking', path: '/api/track', body: { type: 'LR', number: 'X1', pincode: '411001' } },
]
