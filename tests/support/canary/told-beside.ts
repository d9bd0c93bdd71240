import type { Role } from '../../../resources/roles.ts'

/** What a page tells of rows that its reader does not read otherwise, on purpose. */
interface Told {
  through: RegExp
  resource: string
  columns: readonly string[]
  /** Absent: whoever reads the page. */
  roles?: readonly Role[]
  why: string
}

const BUYERS: readonly Role[] = ['CUSTOMER', 'DISTRIBUTOR']
const CATALOGUE =
  /^api\/(order-(products|matches|frequent-items|source-lines)|simulation-products|masters\/customer-annexure-view|sheets\/customer-annexure-view)/

export const toldBeside: readonly Told[] = [
  {
    through: CATALOGUE,
    resource: 'products',
    columns: ['code', 'name', 'packSize', 'hsnCode', 'casNo'],
    roles: BUYERS,
    why: 'Whoever orders chooses from the catalogue',
  },
  {
    through: /^api\/order-(actions|reasons)/,
    resource: 'reason-code',
    columns: ['code', 'name'],
    roles: BUYERS,
    why: 'Whoever takes a step chooses its reason',
  },
  {
    through: /^api\/(customer-360|sheets\/customer-360)/,
    resource: 'upload-outstanding',
    columns: ['documentNo', 'originalAmount', 'balanceAmount'],
    why: 'Customer 360 says what is owed (M52); the items one by one are for the customer and those who read them',
  },
  {
    through: /^api\/customer-360/,
    resource: 'upload-payment-customers',
    columns: ['maxTxnAmount'],
    why: 'Customer 360 says how much may be paid at once (M52)',
  },
  {
    through: /^api\/(export\/)?orders\/item-wise-order/,
    resource: 'lr',
    columns: ['lrNo'],
    why: 'A line of an order says with which LR it left',
  },
  {
    through: /^api\/orders\/:id\/pdf/,
    resource: 'customer',
    columns: ['address', 'gstin'],
    why: 'The paper of an order',
  },
  {
    through: /^api\/orders\/:id\/pdf/,
    resource: 'ship-to',
    columns: ['address', 'gstin'],
    why: 'The paper of an order',
  },
  { through: /^api\/orders\/:id\/pdf/, resource: 'plant', columns: ['gstin', 'address'], why: 'The paper of an order' },
  {
    through: /^api\/orders-in-error/,
    resource: 'order',
    columns: ['orderNo', 'errorCode', 'errorText', 'sapOrderNo'],
    roles: ['SYS_ADMIN'],
    why: 'The IT administrator mends what hangs, although he reads no orders (§I.2)',
  },
]

/** Whether a page tells a column of other rows on purpose. */
export const isToldBeside = (route: string, role: Role, resource: string, column: string): boolean =>
  toldBeside.some(
    one =>
      one.through.test(route) &&
      one.resource === resource &&
      one.columns.includes(column) &&
      (!one.roles || one.roles.includes(role)),
  )
