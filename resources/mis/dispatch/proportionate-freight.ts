import { freightByGoods } from '../../access.ts'
import { customer } from '../../access-control/customer.ts'
import { date, money, percent, reference, text, weight } from '../../define/fields.ts'
import { report } from '../../define/report.ts'
import { lr } from '../../dispatches/lr.ts'
import { products } from '../../masters/products.ts'
import { sbu } from '../../masters/sbu.ts'
import { transporter } from '../../masters/transporter.ts'
import { plant } from '../../settings/plant.ts'

/** What the carriage of each product on each LR cost; carting that was approved later stands on its own day. */
export const proportionateFreight = report({
  name: 'proportionate-freight',
  title: 'Proportionate Freight',
  purpose: 'The freight and carting of each LR, shared among its invoices and products, on the LR date.',
  fields: {
    lrId: reference(lr, { label: 'LR' }),
    lrDate: date({ label: 'Date', hint: 'The LR date; for carting approved after its bill, the day of the approval' }),
    transporterId: reference(transporter),
    plantId: reference(plant, { optional: true }),
    invoiceNo: text({ max: 16, optional: true, label: 'Invoice' }),
    soldToId: reference(customer, { optional: true, label: 'Customer' }),
    sbuId: reference(sbu, { optional: true }),
    productId: reference(products, { optional: true }),
    weightKg: weight({ label: 'Weight' }),
    goodsValue: money({ label: 'Net value', nature: 'amount' }),
    freightShare: money(),
    cartingShare: money(),
    totalShare: money({ label: 'Total' }),
    pctOfValue: percent({ max: 1_000_000, optional: true, label: '% of value', nature: 'amount' }),
  },
  display: ['lrId', 'invoiceNo'],
  list: [
    'lrId',
    'lrDate',
    'transporterId',
    'invoiceNo',
    'soldToId',
    'productId',
    'weightKg',
    'goodsValue',
    'freightShare',
    'cartingShare',
    'totalShare',
    'pctOfValue',
    'sbuId',
  ],
  filters: ['lrDate', 'transporterId', 'plantId', 'sbuId', 'soldToId', 'productId'],
  totals: ['weightKg', 'goodsValue', 'freightShare', 'cartingShare', 'totalShare'],
  groups: ['sbuId', 'soldToId', 'transporterId', 'plantId', 'productId', 'lrDate'],
  ratios: { pctOfValue: ['totalShare', 'goodsValue'] },
  search: ['invoiceNo'],
  sort: ['-lrDate', '-id'],
  period: { field: 'lrDate', opens: 'last-30-days' },
  chart: { title: 'Freight and carting by SBU', form: 'pie', by: 'sbuId', sums: ['totalShare'] },
  access: freightByGoods,
  within: { DISPATCH: { plantId: 'myPlants' } },
})
