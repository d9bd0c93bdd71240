/** One address, attacked in all its parameters. */
export interface Target {
  name: string
  /** The path with its query, `[` and `$` unencoded. */
  path: string
  /** The JSON body; without one the request is a GET. */
  body?: Record<string, unknown>
  /** The login id; null where the address is open. */
  as?: string
  /** The expected status before the attack when the answer is not a list. */
  answers?: number
}

/** A list query with every feature: operators, alternatives, search, sort, page and fields; it returns rows. */
const asked = (field: string, part: string, more = '') =>
  `$and[0][${field}][$contains]=${part}&$or[0][${field}]=${part}&$or[1][${field}][$in][]=${part}&$or[2][id][$gt]=0&q=${part}&$sort[${field}]=1&$limit=5&$skip=0&$select[]=${field}${more}`

const list = (path: string, field: string, value: string, as: string, more = ''): Target => ({
  name: path,
  path: `/api/${path}?${asked(field, value, more)}`,
  as,
})

/** Ten lists, and everything else that accepts outside input: reports, type-ahead, files, sign-in, the public pages. */
export const targets: readonly Target[] = [
  list('masters/products', 'name', 'acid', 'master_admin', '&sbuId[$in][]=1'),
  list('masters/transporter', 'name', 'a', 'master_admin', '&isActive=true'),
  list('masters/rate-contract-customer', 'contractNo', '1', 'master_admin', '&customerId[$ne]=999'),
  list('access-control/customer', 'name', 'Girnar', 'sys_admin', '&creditLimit[$gte]=0'),
  list('access-control/employee', 'name', 'Asha', 'sys_admin'),
  list('orders', 'orderNo', '26', 'asha', '&orderDate[$gte]=2026-01-01'),
  list('order-lines', 'uom', 'EA', 'asha', '&orderId[$ne]=999999'),
  list('invoices', 'invoiceNo', '1', 'auditor'),
  list('audit-entries', 'entity', 'order', 'auditor'),
  list('settings/user', 'loginId', 'asha', 'sys_admin'),
  list('orders/item-wise-order', 'orderNo', '26', 'asha', '&orderDate[$gte]=2026-01-01'),
  list('mis/audit-log-report', 'entity', 'order', 'auditor', '&at[$gte]=2026-01-01T00:00:00.000Z'),
  { name: 'export', path: '/api/export/masters/sbu?format=csv&name=A&q=A', as: 'master_admin' },
  { name: 'customer search', path: '/api/order-customers?q=a', as: 'asha' },
  { name: 'product search', path: '/api/order-products?customerId=1&q=a', as: 'asha' },
  { name: 'approval queue', path: '/api/approval-queue?step=LIMIT&q=a', as: 'meena' },
  { name: 'history', path: '/api/history?resource=masters/sbu&rowId=1', as: 'master_admin' },
  {
    name: 'sign-in',
    path: '/api/authentication',
    body: { strategy: 'local', loginId: 'nobody.here', password: 'Wrong-password-1' },
    answers: 401,
  },
  {
    name: 'forgotten password',
    path: '/api/forgotten-password',
    body: { loginId: 'nobody.here', email: 'nobody@here.example' },
    answers: 201,
  },
  { name: 'tracking', path: '/api/track', body: { type: 'LR', number: 'X1', pincode: '411001' }, answers: 404 },
]
