import { deletedOrders as access } from '../../access.ts'
import { choice, date, instant, integer, money, quantity, reference, text } from '../../define/fields.ts'
import { report } from '../../define/report.ts'
import { products } from '../../masters/products.ts'
import { reasonCode } from '../../settings/reason-code.ts'
import { user } from '../../settings/user.ts'
import { orderFacts, orderFilters, orderGroups, withinOrderReportsOfEmployees } from './order-facts.ts'

/** Whole orders, and single lines of orders that went on without them. */
export const deletedOrders = report({
  name: 'deleted-orders',
  title: 'Download Deleted Orders',
  purpose: 'Orders and order lines deleted in a period, with reason and replacement.',
  fields: {
    ...orderFacts,
    level: choice(['ORDER', 'LINE'], { hint: 'Whether the whole order was deleted, or a line of it' }),
    lineNo: integer({ optional: true, label: 'Line' }),
    productId: reference(products, { optional: true }),
    qty: quantity({ optional: true, label: 'Quantity' }),
    grossValue: money({ label: 'Value', hint: 'Incl. GST', nature: 'amount' }),
    deletedOn: date({ label: 'Deleted' }),
    deletedAt: instant({ label: 'Deleted at' }),
    deletedById: reference(user, { optional: true, label: 'Deleted by', audience: 'staff' }),
    reasonId: reference(reasonCode, { optional: true, label: 'Reason' }),
    replacedBy: text({ max: 255, optional: true, label: 'Replaced by', hint: 'The order that was made of it' }),
  },
  display: ['orderNo', 'level'],
  list: [
    'orderNo',
    'level',
    'lineNo',
    'customerId',
    'sbuId',
    'productId',
    'qty',
    'grossValue',
    'deletedOn',
    'deletedById',
    'reasonId',
    'replacedBy',
  ],
  filters: ['deletedOn', 'level', ...orderFilters, 'productId', 'reasonId'],
  totals: ['grossValue'],
  groups: ['deletedOn', 'level', 'reasonId', ...orderGroups, 'productId'],
  search: ['orderNo'],
  sort: ['-deletedAt', '-id'],
  period: { field: 'deletedOn', instant: 'deletedAt', opens: 'this-month' },
  access,
  within: withinOrderReportsOfEmployees,
})
