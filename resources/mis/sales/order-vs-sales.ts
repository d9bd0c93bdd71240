import { orderFigures } from '../../access.ts'
import { choice, code, date, flag, integer, money, percent, quantity, reference, text } from '../../define/fields.ts'
import { report } from '../../define/report.ts'
import { invoice } from '../../dispatches/invoice.ts'
import { products } from '../../masters/products.ts'
import { order } from '../../orders/order.ts'
import { user } from '../../settings/user.ts'
import { mappedColumns, mappedStamps, mappingChoice } from '../mapping.ts'
import { orderFacts, withinOrdersAndInvoices } from '../orders/order-facts.ts'

const { customerId, soldToId, sbuId, employeeId } = orderFacts

/** Ordered lines against what was invoiced of them; what was invoiced without a line of ours stands apart. */
export const orderVsSales = report({
  name: 'order-vs-sales',
  title: 'Orders V/S Sales',
  purpose: 'What was ordered, as invoiced, open or cancelled, before freight and GST, on the order date.',
  fields: {
    day: date({ label: 'Date', hint: 'The order date; the invoice date where there is no order' }),
    source: choice(['ORDER', 'NO_ORDER'], {
      label: 'Source',
      hint: 'No order: the invoice has no line of a portal order',
    }),
    orderId: reference(order, { optional: true, label: 'Order' }),
    orderNo: text({ max: 14, optional: true, label: 'Order no' }),
    lineNo: integer({ optional: true, label: 'Line' }),
    invoiceId: reference(invoice, { optional: true, label: 'Invoice', hint: 'Invoices without an order' }),
    ...{ customerId, soldToId, sbuId, employeeId },
    ...mappedStamps,
    placedById: reference(user, { optional: true, label: 'Placed by' }),
    productId: reference(products),
    uom: code({ max: 3, label: 'Unit' }),
    orderedQty: quantity({ label: 'Ordered' }),
    invoicedQty: quantity({ label: 'Invoiced' }),
    openQty: quantity({ label: 'Open' }),
    cancelledQty: quantity({ label: 'Cancelled' }),
    orderedValue: money({ label: 'Ordered value', hint: 'Net', nature: 'amount' }),
    invoicedValue: money({
      label: 'Invoiced value',
      hint: 'Net value invoiced, less credit notes and returns',
      nature: 'amount',
    }),
    openValue: money({ hint: 'Valued at order prices', nature: 'amount' }),
    cancelledValue: money({ hint: 'Valued at order prices', nature: 'amount' }),
    isDue: flag({ label: 'Due', hint: 'The customer asked for the whole quantity by today' }),
    dueValue: money({
      label: 'Due value',
      hint: 'Quantity of lines that are due, without cancelled quantity',
      nature: 'amount',
    }),
    filledValue: money({ label: 'Filled value', hint: 'The invoiced part, at order prices', nature: 'amount' }),
    fillPct: percent({
      optional: true,
      label: 'Fill rate %',
      hint: 'The filled share of the due value; none while nothing is due',
      nature: 'amount',
    }),
  },
  display: ['orderNo', 'lineNo'],
  list: [
    ...['day', 'orderNo', 'lineNo', 'customerId', 'productId', 'uom', 'orderedQty', 'invoicedQty', 'openQty'],
    ...['cancelledQty', 'orderedValue', 'invoicedValue', 'openValue', 'cancelledValue', 'fillPct'],
  ] as const,
  filters: [
    ...['day', 'sbuId', 'customerId.channelId', 'customerId.cityId.zoneAreaId.zoneId', 'customerId.cityId.zoneAreaId'],
    ...['employeeId', 'customerId', 'soldToId', 'productId', 'productId.nidId', 'productId.mvgr1Id', 'source', 'isDue'],
    ...[...mappedColumns, 'mapping'],
  ] as const,
  choices: mappingChoice,
  totals: ['orderedValue', 'invoicedValue', 'openValue', 'cancelledValue', 'dueValue', 'filledValue'],
  groups: [
    ...['sbuId', 'customerId.channelId', 'customerId.cityId.zoneAreaId.zoneId', 'customerId.cityId.zoneAreaId'],
    ...['employeeId', 'customerId', 'soldToId', 'productId', 'productId.nidId', 'productId.mvgr1Id', 'day', 'source'],
    ...['isDue', ...mappedColumns],
  ] as const,
  grouped: { by: ['sbuId', 'day'] },
  ratios: { fillPct: ['filledValue', 'dueValue'] },
  units: { orderedQty: 'uom', invoicedQty: 'uom', openQty: 'uom', cancelledQty: 'uom' },
  search: ['orderNo'],
  sort: ['-day', '-id'],
  period: { field: 'day', opens: 'last-92-days' },
  chart: {
    title: 'Ordered and invoiced',
    form: 'bar',
    by: 'day',
    follows: true,
    sums: ['orderedValue'],
    against: ['invoicedValue'],
    line: 'fillPct',
  },
  facts: true,
  access: orderFigures,
  within: withinOrdersAndInvoices,
})
