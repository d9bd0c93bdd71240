import { discountFigures } from '../../access.ts'
import { choice, integer, money, percent, quantity, reference, text } from '../../define/fields.ts'
import { report } from '../../define/report.ts'
import { products } from '../../masters/products.ts'
import { user } from '../../settings/user.ts'
import { orderFacts, orderFilters, orderGroups, withinOrderReportsOfEmployees } from './order-facts.ts'

/** The prices against which a discount is measured; contract prices and free goods stand apart. */
const priceKinds = ['LIST', 'AGREED', 'FREE'] as const

/** Lines below the list price, and by what. */
export const monthlyDiscountedOrders = report({
  name: 'monthly-discounted-orders',
  title: 'Monthly Discounted Orders',
  purpose: 'Order lines below list price, with their discounts taken off, on the order date.',
  fields: {
    ...orderFacts,
    lineNo: integer({ label: 'Line' }),
    productId: reference(products),
    qty: quantity({ label: 'Quantity' }),
    priceKind: choice(priceKinds, {
      label: 'Price',
      hint: 'From the list, agreed with the customer, or free of charge',
    }),
    listValue: money({ label: 'List', nature: 'amount' }),
    netValue: money({ label: 'Net', nature: 'amount' }),
    discountValue: money({ label: 'Discount', nature: 'amount' }),
    discountPct: percent({
      optional: true,
      label: 'Discount %',
      hint: 'The discount as a share of the list value',
      nature: 'amount',
    }),
    defaultDiscount: money({ label: 'By default', nature: 'amount' }),
    promoDiscount: money({ label: 'By promo code', nature: 'amount' }),
    manualDiscount: money({ label: 'Manual', hint: 'The remaining discount', nature: 'amount' }),
    promoCode: text({ max: 20, optional: true }),
    approverId: reference(user, { optional: true, label: 'Approved by', audience: 'staff' }),
  },
  display: ['orderNo', 'lineNo'],
  list: [
    'orderDate',
    'orderNo',
    'customerId',
    'productId',
    'qty',
    'priceKind',
    'listValue',
    'netValue',
    'discountValue',
    'discountPct',
    'defaultDiscount',
    'promoDiscount',
    'manualDiscount',
    'promoCode',
    'approverId',
  ],
  filters: ['orderDate', 'priceKind', 'discountPct', 'promoCode', ...orderFilters, 'productId', 'productId.nidId'],
  totals: ['listValue', 'netValue', 'discountValue', 'defaultDiscount', 'promoDiscount', 'manualDiscount'],
  groups: ['orderDate', 'priceKind', ...orderGroups, 'productId', 'approverId'],
  ratios: { discountPct: ['discountValue', 'listValue'] },
  search: ['orderNo', 'promoCode'],
  sort: ['-orderDate', '-id'],
  period: { field: 'orderDate', opens: 'this-month' },
  chart: { title: 'Discount by month', form: 'line', by: 'orderDate', sums: ['discountValue'] },
  facts: true,
  access: discountFigures,
  within: withinOrderReportsOfEmployees,
})
