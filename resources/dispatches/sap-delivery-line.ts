import { deliveries } from '../access.ts'
import { customer } from '../access-control/customer.ts'
import { code, date, flag, integer, quantity, reference, text } from '../define/fields.ts'
import { type Row, record } from '../define/resource.ts'
import { products } from '../masters/products.ts'
import { sbu } from '../masters/sbu.ts'
import { order } from '../orders/order.ts'
import { orderLine } from '../orders/order-line.ts'
import { plant } from '../settings/plant.ts'
import { sapDelivery } from './sap-delivery.ts'
import { withinDeliveries } from './scopes.ts'

/** A batch of a product on a delivery of SAP. It repeats the columns of the delivery that scopes need. */
export const sapDeliveryLine = record({
  path: 'sap-delivery-lines',
  name: 'sap-delivery-line',
  title: 'Lines of Deliveries in SAP',
  purpose: 'Products and batches of deliveries of SAP, reserved until they leave the plant.',
  fields: {
    deliveryId: reference(sapDelivery),
    lineNo: integer({ min: 1, label: 'Line' }),
    partOfLineNo: integer({
      min: 1,
      optional: true,
      label: 'Part of line',
      hint: 'The line of the kit or batch item that it is part of',
    }),
    orderId: reference(order, { optional: true }),
    orderLineId: reference(orderLine, { optional: true }),
    productId: reference(products),
    soldToId: reference(customer, { optional: true, label: 'Sold-to' }),
    plantId: reference(plant),
    sbuId: reference(sbu),
    batchNo: text({ max: 10, format: 'batch', optional: true }),
    expiryDate: date({ optional: true }),
    qty: quantity({ label: 'Quantity' }),
    uom: code({ max: 3 }),
    baseQty: quantity({ label: 'In base unit' }),
    baseUom: code({ max: 3, label: 'Base unit' }),
    isOpen: flag({ label: 'Takes stock', hint: 'The goods are reserved until they leave the plant' }),
  },
  key: ['deliveryId', 'lineNo'],
  display: ['deliveryId', 'lineNo'],
  list: ['deliveryId', 'lineNo', 'productId', 'batchNo', 'expiryDate', 'qty', 'uom', 'plantId', 'isOpen'],
  search: ['batchNo'],
  sort: ['deliveryId', 'lineNo'],
  indexes: [['orderId'], ['orderLineId'], ['productId', 'isOpen', 'plantId']],
  access: deliveries,
  within: { ...withinDeliveries, SALES_MANAGER: [withinDeliveries.SALES_MANAGER, { orderId: 'ordersOfMyCluster' }] },
})

export type SapDeliveryLine = Row<typeof sapDeliveryLine>
