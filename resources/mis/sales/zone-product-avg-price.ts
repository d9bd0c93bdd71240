import { discountFigures } from '../../access.ts'
import { choice, code, date, money, percent, quantity, reference } from '../../define/fields.ts'
import { report } from '../../define/report.ts'
import { invoice } from '../../dispatches/invoice.ts'
import { products } from '../../masters/products.ts'
import { sbu } from '../../masters/sbu.ts'
import { order } from '../../orders/order.ts'
import { zone } from '../../settings/zone.ts'
import { orderFacts, withinOrdersAndInvoices } from '../orders/order-facts.ts'

const { customerId, soldToId, employeeId, placedById } = orderFacts

/** At what each product was sold in each zone, against the average selling price of the master. */
export const zoneProductAvgPrice = report({
  name: 'zone-product-avg-price',
  title: 'Zone Wise Product Wise Average Price',
  purpose: 'The net value divided by the quantity, without free goods, on the invoice or order date.',
  fields: {
    basis: choice(['INVOICE', 'ORDER'], { label: 'Basis' }),
    day: date({ label: 'Date', hint: 'The invoice date or the order date' }),
    productId: reference(products),
    zoneId: reference(zone, {
      optional: true,
      label: 'Zone',
      hint: 'The zone of the ship-to; for invoices, as it was on the invoice date',
    }),
    sbuId: reference(sbu),
    ...{ customerId, soldToId, employeeId },
    orderId: reference(order, { optional: true, label: 'Order' }),
    invoiceId: reference(invoice, { optional: true, label: 'Invoice' }),
    placedById: { ...placedById, optional: true },
    uom: code({ max: 3, label: 'Unit' }),
    qty: quantity({ label: 'Quantity' }),
    netValue: money({ label: 'Net value', nature: 'amount' }),
    avgPrice: money({ optional: true, label: 'Average price', hint: 'Net value of one base unit', nature: 'amount' }),
    leastPrice: money({ optional: true, label: 'Lowest', nature: 'amount' }),
    mostPrice: money({ optional: true, label: 'Highest', nature: 'amount' }),
    aspQty: quantity({ optional: true, label: 'Quantity with an ASP' }),
    aspValue: money({ optional: true, label: 'Value at the ASP', nature: 'amount' }),
    asp: money({ optional: true, label: 'ASP', hint: 'The ASP in the master, per base unit', nature: 'amount' }),
    deviation: money({ optional: true, label: 'Value against the ASP', nature: 'amount' }),
    deviationPct: percent({ optional: true, label: 'Deviation %', nature: 'amount' }),
  },
  display: ['productId', 'zoneId'],
  list: ['day', 'productId', 'zoneId', 'customerId', 'qty', 'uom', 'netValue', 'avgPrice', 'asp', 'deviationPct'],
  filters: ['basis', 'day', 'zoneId', 'productId', 'productId.nidId', 'sbuId', 'customerId', 'soldToId'],
  totals: ['netValue'],
  groups: ['productId', 'zoneId', 'sbuId', 'productId.nidId', 'customerId', 'day'],
  grouped: { by: ['productId'], across: 'zoneId', of: 'avgPrice' },
  ratios: { avgPrice: ['netValue', 'qty'], asp: ['aspValue', 'aspQty'], deviationPct: ['deviation', 'aspValue'] },
  extremes: { leastPrice: 'min', mostPrice: 'max' },
  units: { qty: 'uom', aspQty: 'uom' },
  usual: { basis: 'INVOICE' },
  search: [],
  sort: ['-day', '-id'],
  period: { field: 'day', opens: 'last-92-days' },
  facts: true,
  access: discountFigures,
  within: withinOrdersAndInvoices,
})
