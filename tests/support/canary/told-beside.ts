import { type Role, roleCodes, roles } from '../../../resources/roles.ts'

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

const QUOTE = /^api\/(quotes|simulations|order-context|simulation-context|order-route|decisions)$/
const EMPLOYEES = roleCodes.filter(role => roles[role].userType === 'EMPLOYEE')
const inQuotes = (resource: string, ...columns: string[]): Told => ({
  through: QUOTE,
  resource,
  columns,
  roles: EMPLOYEES,
  why: 'What an order would come to, of a customer they read or simulate for, names the rows that decide it',
})

export const toldBeside: readonly Told[] = [
  {
    through: /^api\/company-people$/,
    resource: 'user',
    columns: ['name', 'loginId', 'email', 'mobile', 'lastLoginAt'],
    why: 'Whoever reads a company reads who signs in for it, and where they are reached',
  },
  ...[
    ['products', 'code', 'name', 'packSize', 'hsnCode', 'gstRate'],
    ['product-price', 'listPrice'],
  ].map(
    ([resource, ...columns]): Told => ({
      through: /^api\/((export\/)?mis\/price-list-report|price-list-pdf)/,
      resource: resource!,
      columns,
      roles: BUYERS,
      why: 'The price list is for buyers whose customer may see it (H, 21)',
    }),
  ),
  {
    through: CATALOGUE,
    resource: 'products',
    columns: ['code', 'name', 'packSize', 'hsnCode', 'casNo'],
    roles: BUYERS,
    why: 'Whoever orders chooses from the catalogue',
  },
  {
    through: /^api\/(lr-papers\/loading-list|lrs\/:id\/pdf|pod-goods)$/,
    resource: 'sap-delivery-line',
    columns: ['batchNo'],
    roles: ['TRANSPORTER'],
    why: 'A carrier reads which batches travel on an LR of theirs, and no delivery otherwise',
  },
  {
    through: /^api\/(orders\/:id\/pdf|invoices\/:id\/pdf|(export\/)?invoice-lines)/,
    resource: 'products',
    columns: ['hsnCode'],
    roles: [...BUYERS, 'TRANSPORTER'],
    why: 'An order and an invoice name the HSN code of what was bought, and the LR of it',
  },
  ...['product-price.listPrice', 'shipping-instructions.instruction', 'perennial-non-available-items.message'].map(
    (column): Told => ({
      through: QUOTE,
      resource: column.split('.')[0]!,
      columns: [column.split('.')[1]!],
      roles: BUYERS,
      why: 'What an order would cost, and what is to be known of its lines',
    }),
  ),
  inQuotes('product-price', 'listPrice'),
  inQuotes('shipping-instructions', 'instruction'),
  inQuotes('perennial-non-available-items', 'message'),
  inQuotes('block-customer-order-creation', 'remarks'),
  inQuotes('cnf-excluded-items', 'reason'),
  inQuotes('cnf', 'name'),
  inQuotes('customer', 'creditLimit', 'gstin'),
  inQuotes('employee', 'name'),
  inQuotes('eud-block', 'blockNo'),
  inQuotes('product-discount', 'discountPct', 'minQty'),
  inQuotes('productwise-limit-price', 'limitPrice'),
  inQuotes('ship-to', 'address'),
  inQuotes('upload-outstanding', 'documentNo', 'balanceAmount'),
  ...[
    'order.orderNo',
    'invoice.invoiceNo',
    'sap-delivery.deliveryNo',
    'lr.lrNo',
    'pwc-collection.gatepassNo',
    'debit-note.noteNo',
    'transporter-bill.billRef',
    'transporter-bill.billNo',
    'carting-charge.voucherNo',
    'approval-task.taskNo',
    'shipment.shipmentNo',
    'transporter-bill.billNo',
    'transporter-bill.billRef',
    'carting-charge.voucherNo',
    'pod-batch.fileName',
    'pod-batch-file.fileName',
    'coa-batch.fileName',
    'coa-file.fileName',
    'attachment.title',
    'order-comment.authorName',
  ].map(
    (column): Told => ({
      through: /^api\/(export\/)?audit-entries$/,
      resource: column.split('.')[0]!,
      columns: [column.split('.')[1]!],
      roles: ['SYS_ADMIN', 'AUDITOR'],
      why: 'Who keeps watch over all changes is told which row each is of, by its number or title',
    }),
  ),
  ...[
    ['invoice-line', 'batchNo', 'qty'],
    ['ship-to', 'name'],
  ].map(
    ([resource, ...columns]): Told => ({
      through: /^api\/(export\/)?complaints\/batch-receivers$/,
      resource: resource!,
      columns,
      roles: ['QA'],
      why: 'Quality calls a batch back from whoever received it (G.7, 7)',
    }),
  ),
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
    through: /^api\/home-trends/,
    resource: 'upload-outstanding',
    columns: ['balanceAmount'],
    roles: BUYERS,
    why: 'The home page says what is owed in all, as Customer 360 does',
  },
  {
    through: /^api\/customer-360/,
    resource: 'upload-payment-customers',
    columns: ['maxTxnAmount'],
    why: 'Customer 360 says how much may be paid at once (M52)',
  },
  {
    through: /^api\/(export\/)?(mis\/outstanding|report-groups|export-groups)/,
    resource: 'sbu',
    columns: ['code', 'name'],
    roles: BUYERS,
    why: 'Whoever owes an open item is told of which SBU it is',
  },
  {
    through: /^api\/(export\/)?orders\/item-wise-order/,
    resource: 'lr',
    columns: ['lrNo'],
    why: 'A line of an order says with which LR it left',
  },
  {
    through: /^api\/(orders|invoices)\/:id\/pdf/,
    resource: 'customer',
    columns: ['address', 'gstin'],
    why: 'The paper of an order or invoice',
  },
  {
    through: /^api\/(orders|invoices)\/:id\/pdf/,
    resource: 'ship-to',
    columns: ['address', 'gstin'],
    why: 'The paper of an order or invoice',
  },
  {
    through: /^api\/(orders|invoices)\/:id\/pdf/,
    resource: 'plant',
    columns: ['gstin', 'address'],
    why: 'The paper of an order or invoice',
  },
  ...[
    ['ship-to', 'address', 'gstin', 'deliveryWindow'],
    ['plant', 'address', 'gstin'],
    ['transporter', 'gstin', 'transporterEwayId'],
  ].map(
    ([resource, ...columns]): Told => ({
      through: /^api\/(lrs\/:id\/pdf|lr-papers)/,
      resource: resource!,
      columns,
      why: 'The papers of a consignment name its consignor, consignee and transporter, as the law asks',
    }),
  ),
  {
    through: /^api\/sap-messages/,
    resource: 'sap-outbox',
    columns: ['messageNo', 'payload', 'errorText', 'sapDocumentNo', 'sapMessageClass', 'sapMessageNo'],
    roles: ['CSC_AGENT'],
    why: 'The service centre mends what SAP refuses, of the orders of its SBUs',
  },
  {
    through: /^api\/sap-messages/,
    resource: 'sap-attempt',
    columns: ['asked', 'errorText', 'process', 'reply'],
    roles: ['CSC_AGENT'],
    why: 'The service centre mends what SAP refuses, of the orders of its SBUs',
  },
  {
    through: /^api\/orders-in-error/,
    resource: 'order',
    columns: ['orderNo', 'errorCode', 'errorText', 'sapOrderNo'],
    roles: ['SYS_ADMIN'],
    why: 'The IT administrator mends what hangs, although they read no orders',
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
