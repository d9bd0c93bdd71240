import { batchRadar } from '../access.ts'
import { customer } from '../access-control/customer.ts'
import { shipTo } from '../access-control/ship-to.ts'
import { choice, code, date, flag, integer, quantity, reference, text } from '../define/fields.ts'
import { report } from '../define/report.ts'
import { dispatchStatuses, invoice } from '../dispatches/invoice.ts'
import { products } from '../masters/products.ts'

/** Who received which batch: the list by which a batch is called back. */
export const batchReceivers = report({
  name: 'batch-receivers',
  path: 'complaints/batch-receivers',
  title: 'Who Received a Batch',
  purpose: 'Each invoice of a batch with its buyer, receiver and delivery status.',
  fields: {
    productId: reference(products),
    batchNo: text({ max: 10, label: 'Batch' }),
    customerId: reference(customer, { label: 'Sold to' }),
    receiverId: reference(customer, {
      optional: true,
      label: 'Ordered by',
      hint: 'The end customer, where a distributor ordered',
    }),
    shipToId: reference(shipTo, { optional: true, label: 'Ship-to' }),
    invoiceId: reference(invoice),
    invoiceDate: date(),
    lineNo: integer({ label: 'Line' }),
    qty: quantity({ label: 'Quantity' }),
    uom: code({ max: 3 }),
    dispatchStatus: choice(dispatchStatuses),
    hasComplained: flag({ label: 'Has complained', hint: 'About the quality of this batch' }),
  },
  display: ['batchNo', 'invoiceDate'],
  list: [
    'productId',
    'batchNo',
    'customerId',
    'shipToId',
    'qty',
    'uom',
    'invoiceDate',
    'invoiceId',
    'dispatchStatus',
    'hasComplained',
    'receiverId',
  ],
  filters: ['invoiceDate', 'productId', 'batchNo', 'customerId', 'dispatchStatus', 'hasComplained'],
  search: ['batchNo'],
  sort: ['-invoiceDate', '-id'],
  period: { field: 'invoiceDate', opens: 'last-365-days' },
  access: batchRadar,
})
