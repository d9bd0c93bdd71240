/** The tabs of Customer 360: their resource, its column of the customer, and the columns shown. */

import { customerSalesArea } from '../access-control/customer-sales-area.ts'
import type { Resource } from '../define/resource.ts'
import { invoice } from '../dispatches/invoice.ts'
import { lr } from '../dispatches/lr.ts'
import { order } from '../orders/order.ts'
import { blockCustomerOrderCreation } from './block-customer-order-creation.ts'
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
/** The most rows of a tab. */
export const MOST_ROWS = 200

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
    most: MOST_ROWS,
  },
  {
    key: 'contracts',
    title: 'Rate contracts',
    resource: rateContractCustomer,
    columns: ['contractNo', 'sbuId', 'validFrom', 'validTo', 'status', 'value', 'consumedPct'],
    day: 'contractDate',
    most: MOST_ROWS,
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
      'billingBlock',
      'isDeleted',
    ],
    day: null,
    most: MOST_ROWS,
  },
  {
    key: 'blocks',
    title: 'Blocks',
    resource: blockCustomerOrderCreation,
    columns: ['sbuId', 'blockMode', 'reasonCodeId', 'remarks', 'validFrom', 'validTo'],
    day: 'validFrom',
    most: MOST_ROWS,
  },
]
