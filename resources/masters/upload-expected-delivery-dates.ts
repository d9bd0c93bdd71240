import { cscDesk } from '../access.ts'
import { customer } from '../access-control/customer.ts'
import { date, flag, integer, reference, text } from '../define/fields.ts'
import { record } from '../define/resource.ts'
import type { Access } from '../define/rights.ts'
import { order } from '../orders/order.ts'
import { orderLine } from '../orders/order-line.ts'
import { withinOrders } from '../orders/order-visibility.ts'
import { importJob } from '../platform/imports/import-job.ts'
import { plant } from '../settings/plant.ts'
import { products } from './products.ts'
import { sbu } from './sbu.ts'

/** Dates come only from files. */
export const access: Access = { ...cscDesk, MASTER_ADMIN: 'RI', CSC_AGENT: 'RI' }

/** One expected delivery date that a file gave to a delivery of an open order line. */
export const uploadExpectedDeliveryDates = record({
  path: 'masters/upload-expected-delivery-dates',
  name: 'upload-expected-delivery-dates',
  title: 'Upload Expected Delivery Dates For Pending Orders',
  purpose: 'Enter expected delivery dates of confirmed orders, many at a time.',
  fields: {
    importJobId: reference(importJob, { label: 'Import' }),
    orderId: reference(order),
    orderLineId: reference(orderLine),
    lineNo: integer({ min: 1, label: 'Line' }),
    scheduleNo: integer({ min: 1, default: 1, label: 'Schedule' }),
    customerId: reference(customer),
    productId: reference(products),
    plantId: reference(plant, { optional: true }),
    sbuId: reference(sbu),
    oldDate: date({ optional: true }),
    newDate: date(),
    remarks: text({ max: 255, optional: true }),
    mailSent: flag({ label: 'Mail sent' }),
  },
  key: [],
  display: ['orderId', 'lineNo'],
  list: ['orderId', 'lineNo', 'scheduleNo', 'productId', 'customerId', 'oldDate', 'newDate', 'mailSent'],
  filters: ['plantId', 'sbuId', 'newDate', 'createdAt'],
  search: ['remarks'],
  sort: ['-id'],
  indexes: [['orderLineId'], ['orderId'], ['importJobId'], ['plantId'], ['sbuId'], ['newDate']],
  access,
  within: {
    SALES_REP: withinOrders.SALES_REP,
    SALES_MANAGER: withinOrders.SALES_MANAGER,
    CSC_AGENT: withinOrders.CSC_AGENT,
    DISPATCH: withinOrders.DISPATCH,
  },
})
