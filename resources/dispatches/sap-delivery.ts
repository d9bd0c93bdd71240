import { deliveries } from '../access.ts'
import { customer } from '../access-control/customer.ts'
import { shipTo } from '../access-control/ship-to.ts'
import { choice, code, date, flag, integer, reference, text, weight } from '../define/fields.ts'
import { type Row, record } from '../define/resource.ts'
import { sbu } from '../masters/sbu.ts'
import { order } from '../orders/order.ts'
import { approvalsHiddenFrom, creditHiddenFrom } from '../orders/order-visibility.ts'
import { plant } from '../settings/plant.ts'
import { withinDeliveries } from './scopes.ts'

/** What holds goods in SAP is internal: a buyer reads that the order is being checked. */
const heldFrom = approvalsHiddenFrom

/** An outbound delivery of SAP: goods that are picked for a customer, or have left. */
export const sapDelivery = record({
  path: 'sap-deliveries',
  name: 'sap-delivery',
  title: 'Deliveries in SAP',
  purpose: 'Outbound deliveries of SAP: goods picked for whom, and whether they left the plant.',
  fields: {
    deliveryNo: text({ max: 10, label: 'Delivery no' }),
    deliveryType: text({ max: 4, optional: true }),
    category: choice(['J', 'T'], {
      default: 'J',
      words: { staff: { J: 'To a customer', T: 'Returned' }, buyer: {} },
    }),
    origin: choice(['SAP', 'BILL', 'MIGRATED'], {
      default: 'SAP',
      words: { staff: { SAP: 'SAP', BILL: 'Invoice', MIGRATED: 'Taken over' }, buyer: {} },
    }),
    salesOrg: code({ max: 4, optional: true, label: 'Sales organisation' }),
    status: choice(['OPEN', 'PARTIALLY_ISSUED', 'ISSUED', 'DELETED'], {
      tones: { ISSUED: 'go' },
      hint: 'Open until all goods have left; deleted where SAP no longer has it',
    }),
    orderId: reference(order, {
      optional: true,
      hint: 'None for goods of several orders',
    }),
    soldToId: reference(customer, { optional: true, label: 'Sold-to' }),
    shipToId: reference(shipTo, { optional: true, label: 'Ship-to' }),
    plantId: reference(plant),
    sbuId: reference(sbu),
    createdOn: date(),
    plannedOn: date({ optional: true, label: 'Goods issue planned' }),
    issuedOn: date({ optional: true, label: 'Goods issued' }),
    lrNo: text({ max: 35, optional: true, label: 'LR in SAP' }),
    packages: integer({ min: 0, optional: true }),
    grossWeightKg: weight({ default: 0, label: 'Gross weight' }),
    isComplete: flag({ label: 'Only in full' }),
    deliveryBlock: code({ max: 2, optional: true, hiddenFrom: heldFrom }),
    creditStatus: code({ max: 2, optional: true, label: 'Credit check', hiddenFrom: creditHiddenFrom }),
    incompletion: code({ max: 2, optional: true, label: 'Missing data', hiddenFrom: heldFrom }),
  },
  key: ['deliveryNo'],
  list: ['deliveryNo', 'status', 'soldToId', 'shipToId', 'plantId', 'plannedOn', 'issuedOn', 'lrNo', 'orderId'],
  search: ['deliveryNo', 'lrNo'],
  sort: ['-id'],
  indexes: [['orderId'], ['status', 'plantId'], ['soldToId', 'createdOn'], ['shipToId'], ['sbuId', 'createdOn']],
  access: deliveries,
  openIf: { status: ['OPEN', 'PARTIALLY_ISSUED'] },
  within: { ...withinDeliveries, SALES_MANAGER: [withinDeliveries.SALES_MANAGER, { orderId: 'ordersOfMyCluster' }] },
})

export type SapDelivery = Row<typeof sapDelivery>
