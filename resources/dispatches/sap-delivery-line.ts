import { deliveries } from '../access.ts'
import { customer } from '../access-control/customer.ts'
import { choice, code, date, flag, integer, quantity, reference, text, weight } from '../define/fields.ts'
import { type Row, record } from '../define/resource.ts'
import { products } from '../masters/products.ts'
import { sbu } from '../masters/sbu.ts'
import { order } from '../orders/order.ts'
import { orderLine } from '../orders/order-line.ts'
import { plant } from '../settings/plant.ts'
import { sapDelivery } from './sap-delivery.ts'
import { withinDeliveries } from './scopes.ts'

/** A quantity that follows from LRs, proofs, invoices and returns, and is kept beside the goods for lists and reports. */
const counted = (label: string) => quantity({ default: 0, label })

/** A batch of a product on a delivery of SAP. It repeats the columns of the delivery that scopes need. */
export const sapDeliveryLine = record({
  path: 'sap-delivery-lines',
  name: 'sap-delivery-line',
  title: 'Lines of Deliveries in SAP',
  purpose: 'Products and batches of deliveries of SAP, reserved until they leave the plant.',
  fields: {
    deliveryId: reference(sapDelivery),
    lineNo: integer({ min: 1, label: 'Line' }),
    splitOfLineNo: integer({
      min: 1,
      optional: true,
      label: 'Batch of line',
    }),
    kitOfLineNo: integer({
      min: 1,
      optional: true,
      label: 'Part of line',
    }),
    countsAs: choice(['GOODS', 'TOTAL', 'TEXT', 'RETURN'], {
      default: 'GOODS',
      words: {
        staff: { GOODS: 'Goods', TOTAL: 'Total of its batches', TEXT: 'No goods', RETURN: 'Given back' },
        buyer: {},
      },
      hint: 'Only goods are counted',
    }),
    refDoc: text({ max: 10, optional: true, label: 'Refers to document' }),
    refItem: text({ max: 6, optional: true, label: 'Refers to item' }),
    refCategory: choice(['C', 'I', 'E', 'V', 'M', 'H'], {
      optional: true,
      words: {
        staff: {
          ...{ C: 'Order', I: 'Order free of charge', E: 'Scheduling agreement', V: 'Stock transfer' },
          ...{ M: 'Invoice', H: 'Return' },
        },
        buyer: {},
      },
      label: 'Refers to',
    }),
    goodsIssue: choice(['NONE', 'OPEN', 'PARTLY', 'ISSUED'], {
      default: 'OPEN',
      words: {
        staff: { NONE: 'No goods move', OPEN: 'Not issued', PARTLY: 'Partly issued', ISSUED: 'Issued' },
        buyer: {},
      },
      label: 'Goods issue',
    }),
    isBillable: flag({ default: true, label: 'Is billed' }),
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
    grossWeightKg: weight({ default: 0, label: 'Gross weight' }),
    isOpen: flag({ label: 'Takes stock', hint: 'The goods are reserved until they leave the plant' }),
    billedQty: counted('Billed'),
    leftQty: counted('Left'),
    arrivedQty: counted('Arrived'),
    shortQty: counted('Short'),
    damagedQty: counted('Damaged'),
    lostQty: counted('Lost'),
    returnedQty: counted('Returned'),
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
