import { salesFiguresReport } from '../../access.ts'
import { customer } from '../../access-control/customer.ts'
import { choice, code, date, money, quantity, reference } from '../../define/fields.ts'
import { report } from '../../define/report.ts'
import { invoice } from '../../dispatches/invoice.ts'
import { products } from '../../masters/products.ts'
import { sbu } from '../../masters/sbu.ts'
import { plant } from '../../settings/plant.ts'
import { invoiceTypes } from '../../trade.ts'
import { mappedStamps, mappingChoice } from '../mapping.ts'

/** Whose sales each role reads: of accounts in their SBUs, as sold to them or ordered by them, and of clusters that they head. */
const withinSales = {
  SALES_REP: [{ soldToId: 'myCustomers' }, { endCustomerId: 'myCustomers' }],
  SALES_MANAGER: [{ soldToId: 'myCustomers' }, { endCustomerId: 'myCustomers' }, { invoiceId: 'invoicesOfMyCluster' }],
  PRICING_APPROVER: { sbuId: 'mySbus' },
  CSC_AGENT: { sbuId: 'mySbus' },
} as const

/** The columns of customers as the masters place them today, where those of the document are as they were. */
const placesToday = ['endCustomerId.cityId.zoneAreaId.zoneId', 'endCustomerId.cityId.zoneAreaId'] as const

/** Net sales, line by line of the documents that count. */
export const sales = report({
  name: 'sales',
  title: 'Sales',
  purpose:
    'Invoices and debit notes less credit notes, returns and cancellations, before freight and GST, each on its own date.',
  fields: {
    day: date({ label: 'Date', hint: 'The document date; for a cancellation, the day it was cancelled' }),
    invoiceId: reference(invoice, { label: 'Invoice' }),
    kind: choice([...invoiceTypes, 'CANCELLATION'], { label: 'Type' }),
    soldToId: reference(customer, { label: 'Sold-to' }),
    endCustomerId: reference(customer, { optional: true, label: 'End customer', hint: 'Who asked for the goods' }),
    sbuId: reference(sbu),
    ...mappedStamps,
    plantId: reference(plant),
    productId: reference(products),
    qty: quantity({ label: 'Quantity', hint: 'In base units; notes about a price have none' }),
    uom: code({ max: 3, label: 'Unit' }),
    netSales: money({ hint: 'The price before freight and GST' }),
  },
  display: ['invoiceId', 'day'],
  list: [
    'day',
    'invoiceId',
    'kind',
    'soldToId',
    'endCustomerId',
    'sbuId',
    'zoneId',
    'productId',
    'qty',
    'uom',
    'netSales',
  ],
  filters: [
    ...['day', 'sbuId', 'zoneId', 'zoneAreaId', 'clusterCode', 'soldToId', 'endCustomerId', 'soldToId.channelId'],
    ...['customerSegmentId', 'salesEmployeeId', 'productId', 'productId.nidId', 'productId.mvgr1Id', 'plantId', 'kind'],
    ...[...placesToday, 'mapping'],
  ] as const,
  choices: mappingChoice,
  totals: ['netSales'],
  groups: [
    ...['sbuId', 'zoneId', 'zoneAreaId', 'clusterCode', 'soldToId', 'endCustomerId', 'soldToId.channelId'],
    ...['customerSegmentId', 'salesEmployeeId', 'productId', 'productId.nidId', 'productId.mvgr1Id', 'day'],
    ...['plantId', 'kind'],
    ...placesToday,
  ] as const,
  grouped: { by: ['sbuId'] },
  units: { qty: 'uom' },
  compared: 'netSales',
  search: [],
  sort: ['-day', '-id'],
  period: { field: 'day', opens: 'this-fy' },
  chart: { title: 'Net sales', form: 'bar', by: 'sbuId', follows: true, sums: ['netSales'] },
  facts: true,
  access: salesFiguresReport,
  within: withinSales,
})
