import { itemWiseOrders } from '../access.ts'
import { customer } from '../access-control/customer.ts'
import { choice, code, date, integer, money, quantity, reference, text } from '../define/fields.ts'
import { report } from '../define/report.ts'
import { products } from '../masters/products.ts'
import { sbu } from '../masters/sbu.ts'
import { withinOrderReports } from '../mis/orders/order-facts.ts'
import { plant } from '../settings/plant.ts'
import { user } from '../settings/user.ts'
import { approvalSteps, orderStates } from '../trade.ts'
import { order } from './order.ts'
import { orderLine } from './order-line.ts'
import {
  approvalWords,
  heldTone,
  holdColumns,
  type OrderStatusFacts,
  orderStateInReport,
  orderStatusWords,
} from './order-status.ts'
import { amountsOfBuyers, approvalsHiddenFrom } from './order-visibility.ts'

/** What a row says of its order. */
const orderOf = ({ orderStatus, ...row }: { orderStatus: string } & Omit<OrderStatusFacts, 'status'>) => ({
  ...row,
  status: orderStatus,
})

/** One row for each line of every submitted order: what was ordered, what was dispatched, and what is still to come. */
export const itemWiseOrder = report({
  name: 'item-wise-order',
  path: 'orders/item-wise-order',
  title: 'Itemwise Orders',
  purpose: 'All order lines: dispatched and open quantities, plant and expected date.',
  fields: {
    orderId: reference(order, { label: 'Order' }),
    orderNo: text({ max: 14 }),
    lineNo: integer({ label: 'Line' }),
    orderDate: date(),
    customerId: reference(customer),
    soldToId: reference(customer, { label: 'Sold-to' }),
    sbuId: reference(sbu),
    orderStatus: choice(orderStates, { label: 'Order status', words: orderStatusWords }),
    ...holdColumns,
    pendingStep: choice(approvalSteps, {
      optional: true,
      label: 'Approval',
      words: approvalWords,
      hiddenFrom: approvalsHiddenFrom,
    }),
    productId: reference(products),
    qty: quantity({ label: 'Quantity' }),
    dispatchedQty: quantity({ label: 'Dispatched' }),
    cancelledQty: quantity({ label: 'Cancelled' }),
    openQty: quantity({ label: 'Open' }),
    uom: code({ max: 3 }),
    priceUnit: integer({ optional: true, label: 'Price for', nature: 'amount' }),
    netPrice: money({ optional: true, nature: 'amount' }),
    netValue: money({ optional: true, nature: 'amount' }),
    plantId: reference(plant, { optional: true }),
    lineStatus: choice(orderLine.fields.lineStatus.options!, { label: 'Line status' }),
    requestedDate: date({ optional: true, label: 'Asked for' }),
    expectedDate: date({ optional: true, label: 'Expected' }),
    lrNos: text({ audience: 'readers', max: 255, optional: true, label: 'LR' }),
    customerPoNo: text({ max: 35, optional: true, label: 'PO number' }),
    sapOrderNo: text({ max: 10, optional: true, label: 'SAP order' }),
    placedById: reference(user, { audience: 'readers', label: 'Placed by' }),
  },
  display: ['orderNo', 'lineNo'],
  says: { orderStatus: (row, reader) => orderStateInReport(orderOf(row), reader) },
  saysTone: { orderStatus: row => heldTone(orderOf(row)) },
  leads: [
    'customerId',
    'productId',
    'orderStatus',
    'lineStatus',
    'expectedDate',
    'openQty',
    'uom',
    'orderNo',
    'lineNo',
  ],
  list: [
    'orderNo',
    'lineNo',
    'orderDate',
    'customerId',
    'productId',
    'qty',
    'dispatchedQty',
    'openQty',
    'uom',
    'netPrice',
    'priceUnit',
    'plantId',
    'orderStatus',
    'lineStatus',
    'expectedDate',
    'lrNos',
  ],
  filters: [
    'orderDate',
    'sbuId',
    'customerId',
    'productId',
    'plantId',
    'orderStatus',
    'lineStatus',
    'customerPoNo',
    'placedById',
  ],
  search: ['orderNo', 'customerPoNo', 'sapOrderNo'],
  sort: ['-orderDate', '-id'],
  period: { field: 'orderDate', opens: 'last-90-days' },
  access: itemWiseOrders,
  within: {
    ...withinOrderReports,
    EUD_APPROVER: { sbuId: 'mySbus' },
    CREDIT_CONTROLLER: { sbuId: 'mySbus' },
    DISPATCH: { orderId: 'ordersOfMyPlants' },
  },
  columnsWithin: amountsOfBuyers,
})
