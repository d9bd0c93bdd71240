import { invoiceReport } from '../../access.ts'
import { customer } from '../../access-control/customer.ts'
import { shipTo } from '../../access-control/ship-to.ts'
import { choice, code, date, flag, money, reference, text } from '../../define/fields.ts'
import { report } from '../../define/report.ts'
import { invoice } from '../../dispatches/invoice.ts'
import { sbu } from '../../masters/sbu.ts'
import { order } from '../../orders/order.ts'
import { plant } from '../../settings/plant.ts'
import { invoiceTypes } from '../../trade.ts'

/** The invoices and notes of a period; a cancelled one stays in its month, its cancellation is a row of its own day. */
export const invoicesReport = report({
  name: 'invoices',
  title: 'Invoices',
  purpose: 'Invoices and debit notes with taxes, less credit notes, returns and cancellations, each on its own date.',
  fields: {
    invoiceId: reference(invoice, { label: 'Invoice' }),
    invoiceNo: code({ max: 16, label: 'Invoice no' }),
    invoiceType: choice([...invoiceTypes, 'CANCELLATION'], { label: 'Type' }),
    invoiceDate: date({ label: 'Date', hint: 'For a cancellation, the day it was cancelled' }),
    soldToId: reference(customer, { label: 'Sold-to' }),
    endCustomerId: reference(customer, {
      optional: true,
      label: 'End customer',
      hint: 'The customer who ordered the goods',
    }),
    shipToId: reference(shipTo, { optional: true, label: 'Ship-to' }),
    orderId: reference(order, { optional: true }),
    sapBillingDoc: text({ max: 10, label: 'SAP billing document' }),
    plantId: reference(plant),
    sbuId: reference(sbu),
    netValue: money({ label: 'Net' }),
    freightValue: money({ label: 'Freight' }),
    cgst: money({ label: 'CGST' }),
    sgst: money({ label: 'SGST' }),
    igst: money({ label: 'IGST' }),
    grossValue: money({ label: 'Gross', hint: 'Incl. GST, cess, TCS and rounding' }),
    dueDate: date({ label: 'Due' }),
    balance: money({
      optional: true,
      hint: 'Still open today: as last read from SAP, or all of it where SAP’s open items do not have it yet',
    }),
    isUnpaid: flag({ label: 'Unpaid', hint: 'Partly or fully open' }),
    isAwaited: flag({
      label: 'Not yet in SAP’s open items',
      hint: 'Its gross value counts as open',
      tones: { true: 'wait' },
    }),
    lrNos: text({ audience: 'readers', max: 255, optional: true, label: 'LR' }),
    irn: text({ audience: 'readers', max: 64, optional: true, label: 'IRN' }),
  },
  display: ['invoiceNo', 'invoiceDate'],
  leads: ['soldToId', 'grossValue', 'invoiceDate', 'invoiceNo'],
  list: [
    'invoiceNo',
    'invoiceType',
    'invoiceDate',
    'soldToId',
    'orderId',
    'sapBillingDoc',
    'plantId',
    'netValue',
    'freightValue',
    'cgst',
    'sgst',
    'igst',
    'grossValue',
    'dueDate',
    'balance',
    'isAwaited',
    'lrNos',
    'irn',
  ],
  filters: [
    'invoiceDate',
    'invoiceType',
    'isUnpaid',
    'isAwaited',
    'sbuId',
    'soldToId',
    'endCustomerId',
    'soldToId.channelId',
    'soldToId.cityId.zoneAreaId.zoneId',
    'plantId',
    'dueDate',
  ],
  totals: ['netValue', 'freightValue', 'cgst', 'sgst', 'igst', 'grossValue', 'balance'],
  groups: [
    'invoiceDate',
    'sbuId',
    'soldToId',
    'endCustomerId',
    'soldToId.channelId',
    'soldToId.cityId.zoneAreaId.zoneId',
    'plantId',
    'invoiceType',
    'isUnpaid',
    'isAwaited',
  ],
  search: ['invoiceNo', 'sapBillingDoc'],
  sort: ['-invoiceDate', '-id'],
  period: { field: 'invoiceDate', opens: 'this-month' },
  access: invoiceReport,
  within: {
    CUSTOMER: { soldToId: 'ownCustomer' },
    DISTRIBUTOR: { soldToId: 'ownCustomer' },
    SALES_REP: [{ soldToId: 'myCustomers' }, { endCustomerId: 'myCustomers' }],
    SALES_MANAGER: [
      { soldToId: 'myCustomers' },
      { endCustomerId: 'myCustomers' },
      { invoiceId: 'invoicesOfMyCluster' },
    ],
    CSC_AGENT: { sbuId: 'mySbus' },
  },
})
