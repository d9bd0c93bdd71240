/** The tabs of Customer 360: their resource, its column of the customer, and the columns shown. */

import type { Customer } from '../access-control/customer.ts'
import { customerSalesArea } from '../access-control/customer-sales-area.ts'
import type { Resource } from '../define/resource.ts'
import { invoice } from '../dispatches/invoice.ts'
import { lr } from '../dispatches/lr.ts'
import { order } from '../orders/order.ts'
import type { OrderState } from '../trade.ts'
import { blockCustomerOrderCreation } from './block-customer-order-creation.ts'
import type { AgeBucket } from './outstanding.ts'
import { rateContractCustomer } from './rate-contract-customer.ts'
import { uploadOutstanding } from './upload-outstanding.ts'

export interface Tab {
  key: string
  title: string
  resource: Resource
  columns: readonly string[]
  /** The day by which the range of dates filters the rows; null where they have none. */
  day: string | null
  /** All that count, or the latest ten. */
  most: number
}

const LATEST = 10
const MANY = 200

export const tabs: readonly Tab[] = [
  {
    key: 'orders',
    title: 'Latest orders',
    resource: order,
    columns: ['orderNo', 'orderDate', 'sbuId', 'status', 'grossValue', 'customerPoNo', 'sapOrderNo'],
    day: 'orderDate',
    most: LATEST,
  },
  {
    key: 'invoices',
    title: 'Latest invoices',
    resource: invoice,
    columns: [
      'invoiceNo',
      'invoiceDate',
      'invoiceType',
      'plantId',
      'grossValue',
      'dueDate',
      'dispatchStatus',
      'isCancelled',
    ],
    day: 'invoiceDate',
    most: LATEST,
  },
  {
    key: 'lrs',
    title: 'Latest LRs',
    resource: lr,
    columns: ['lrNo', 'lrDate', 'transporterId', 'packages', 'deliveryStatus', 'expectedDeliveryDate', 'deliveredOn'],
    day: 'lrDate',
    most: LATEST,
  },
  {
    key: 'outstanding',
    title: 'Open items',
    resource: uploadOutstanding,
    columns: ['documentNo', 'documentType', 'documentDate', 'dueDate', 'originalAmount', 'balanceAmount'],
    day: 'documentDate',
    most: MANY,
  },
  {
    key: 'contracts',
    title: 'Rate contracts',
    resource: rateContractCustomer,
    columns: ['contractNo', 'sbuId', 'validFrom', 'validTo', 'status', 'value', 'consumedPct'],
    day: 'contractDate',
    most: MANY,
  },
  {
    key: 'salesAreas',
    title: 'Sales areas',
    resource: customerSalesArea,
    columns: [
      'salesOrg',
      'channelId',
      'division',
      'paymentTermsCode',
      'incoterms',
      'orderBlock',
      'deliveryBlock',
      'isDeleted',
    ],
    day: null,
    most: MANY,
  },
  {
    key: 'blocks',
    title: 'Blocks',
    resource: blockCustomerOrderCreation,
    columns: ['sbuId', 'blockMode', 'reasonCodeId', 'remarks', 'validFrom', 'validTo'],
    day: 'validFrom',
    most: MANY,
  },
]

/** The figures of a customer on one page; amounts in paise, null where the person may not see them. */
export interface Customer360 {
  customer: Pick<Customer, 'id' | 'code' | 'name' | 'gstin' | 'isActive'>
  credit: { limit: number; used: number; available: number; isBlocked: boolean } | null
  outstanding: { total: number; asOn: string | null; buckets: Record<AgeBucket, number> }
  openOrders: { status: OrderState; orders: number; value: number }[] | null
  licences: { kind: string; licenceNo: string | null; at: string | null; validTo: string }[]
  payment: { maxTxnAmount: number; allowPartial: boolean } | null
  /** The keys of the tabs that the person may see. */
  tabs: string[]
}
