import { customer } from '../access-control/customer.ts'
import { coaDocument } from '../coa/coa-document.ts'
import { complaint } from '../complaints/complaint.ts'
import type { Resource } from '../define/resource.ts'
import { invoice } from '../dispatches/invoice.ts'
import { lr } from '../dispatches/lr.ts'
import { products } from '../masters/products.ts'
import { rateContractCustomer } from '../masters/rate-contract-customer.ts'
import { order } from '../orders/order.ts'
import { paymentTransaction } from '../payments/payment-transaction.ts'

/** A kind of record that the palette finds. */
export interface PaletteRecord {
  kind: string
  resource: Resource
  /** The columns of its numbers, compared from their first character; the first one names it. */
  numbers: readonly string[]
  /** The series of its first number: `OR` and a few digits find `OR2627000123`. */
  series?: string
  /** Found by any part of its texts too, in its search index. */
  byName?: true
  /** What stands beside the number. */
  beside: readonly string[]
  where?: Readonly<Record<string, unknown>>
  /** The address of its page, before its id. */
  page: string
}

/** Everything that the palette finds, in the order in which equal hits are shown. */
export const paletteRecords: readonly PaletteRecord[] = [
  {
    kind: 'Order',
    resource: order,
    numbers: ['orderNo', 'sapOrderNo', 'customerPoNo'],
    series: 'OR',
    beside: ['customerId', 'status'],
    where: { status: { $nin: ['DRAFT', 'DELETED', 'DEAD'] } },
    page: '/orders/order-history/',
  },
  {
    kind: 'Draft',
    resource: order,
    numbers: ['draftNo', 'customerPoNo'],
    series: 'DR',
    beside: ['customerId', 'orderDate'],
    where: { status: 'DRAFT' },
    page: '/orders/order-history/',
  },
  {
    kind: 'Invoice',
    resource: invoice,
    numbers: ['invoiceNo', 'sapBillingDoc'],
    series: 'IN',
    beside: ['soldToId', 'invoiceDate'],
    page: '/dispatches/invoice/',
  },
  {
    kind: 'LR',
    resource: lr,
    numbers: ['lrNo', 'formerNos'],
    beside: ['transporterId', 'deliveryStatus'],
    page: '/dispatches/lr/',
  },
  {
    kind: 'Customer',
    resource: customer,
    numbers: ['code'],
    byName: true,
    beside: ['name', 'cityId'],
    page: '/access-control/customer/show/',
  },
  {
    kind: 'Product',
    resource: products,
    numbers: ['code'],
    byName: true,
    beside: ['name', 'packSize'],
    page: '/masters/products/show/',
  },
  {
    kind: 'Batch',
    resource: coaDocument,
    numbers: ['batchNo', 'coaNo'],
    beside: ['productId', 'status'],
    page: '/coa/certificates/show/',
  },
  {
    kind: 'Complaint',
    resource: complaint,
    numbers: ['complaintNo'],
    series: 'CM',
    beside: ['customerId', 'status'],
    page: '/complaints/show/',
  },
  {
    kind: 'Payment',
    resource: paymentTransaction,
    numbers: ['txnNo', 'receiptNo'],
    series: 'PT',
    beside: ['customerId', 'status'],
    page: '/transaction-view/transactions-view/show/',
  },
  {
    kind: 'Rate contract',
    resource: rateContractCustomer,
    numbers: ['contractNo', 'sapContractNo'],
    beside: ['customerId', 'status'],
    page: '/masters/rate-contract-customer/show/',
  },
]

/** The fewest characters that are searched for. */
export const LEAST_CHARACTERS = 2
/** The hits of one kind that are shown. */
export const MOST_OF_A_KIND = 5
