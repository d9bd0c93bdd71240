import { deletedOrders as access } from '../../access.ts'
import { date, instant, integer, money, percent, quantity, reference, text } from '../../define/fields.ts'
import { report } from '../../define/report.ts'
import { products } from '../../masters/products.ts'
import { order } from '../../orders/order.ts'
import { orderFacts, orderFilters, orderGroups, withinOrderReportsOfEmployees } from './order-facts.ts'

/** Goods that were deleted from an order and ordered again later. */
export const newOrdersDeletedItems = report({
  name: 'new-orders-deleted-items',
  title: 'New Orders For Deleted Items',
  purpose: 'Items deleted in a period and ordered again later, with quantity and price difference.',
  fields: {
    ...orderFacts,
    lineNo: integer({ label: 'Line' }),
    productId: reference(products),
    qty: quantity({ label: 'Quantity' }),
    deletedOn: date({ label: 'Deleted' }),
    deletedAt: instant({ label: 'Deleted at' }),
    newOrderId: reference(order, { label: 'New order' }),
    newOrderNo: text({ max: 14, label: 'New order no' }),
    newLineNo: integer({ label: 'New line' }),
    newOrderDate: date({ label: 'Ordered again' }),
    newQty: quantity({ label: 'New quantity' }),
    netPrice: money({ nature: 'amount' }),
    newNetPrice: money({ label: 'New net price', nature: 'amount' }),
    priceDiffPct: percent({
      min: -100,
      max: 1_000_000,
      optional: true,
      label: 'Price difference',
      hint: 'The new price against the old, for the same quantity',
      nature: 'amount',
    }),
    daysBetween: integer({ label: 'Days between' }),
  },
  display: ['orderNo', 'lineNo'],
  list: [
    'orderNo',
    'lineNo',
    'customerId',
    'productId',
    'qty',
    'deletedOn',
    'newOrderNo',
    'newLineNo',
    'newOrderDate',
    'newQty',
    'netPrice',
    'newNetPrice',
    'priceDiffPct',
    'daysBetween',
  ],
  filters: ['deletedOn', ...orderFilters, 'productId', 'daysBetween'],
  groups: ['deletedOn', ...orderGroups, 'productId'],
  averages: ['daysBetween'],
  search: ['orderNo', 'newOrderNo'],
  sort: ['-deletedAt', '-id'],
  period: { field: 'deletedOn', instant: 'deletedAt', opens: 'last-90-days' },
  access,
  within: withinOrderReportsOfEmployees,
})
