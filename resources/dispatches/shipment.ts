import { dispatches } from '../access.ts'
import { customer } from '../access-control/customer.ts'
import { choice, flag, instant, reference, text } from '../define/fields.ts'
import { type Row, record } from '../define/resource.ts'
import { sigmaCustomers } from '../shipment-tracking/sigma-customers.ts'
import { businessLines } from '../trade.ts'
import { lr } from './lr.ts'
import { withinLrs } from './scopes.ts'

/** An LR as the customer sees it: what tracking searches by and whom it notifies. */
export const shipment = record({
  path: 'shipments',
  name: 'shipment',
  title: 'Shipments',
  purpose: 'The shipments as the customer tracks them.',
  fields: {
    shipmentNo: text({ max: 14 }),
    lrId: reference(lr, { unique: true }),
    businessLine: choice(businessLines),
    customerId: reference(customer, { optional: true }),
    sigmaCustomerId: reference(sigmaCustomers, { optional: true, label: 'Sigma customer' }),
    shipToPincode: text({ max: 6, format: 'pincode', label: 'PIN code of the ship-to' }),
    notifyMobile: text({ max: 10, format: 'mobile', optional: true }),
    notifyEmail: text({ max: 254, format: 'email', optional: true, label: 'Notify e-mail' }),
    isOnTime: flag({ optional: true, default: undefined, label: 'On time', hint: 'Not known before delivery' }),
    feedbackToken: text({ max: 64, optional: true, unique: true, secret: true }),
    feedbackRequestedAt: instant({ optional: true }),
    delayedAt: instant({ optional: true, label: 'Delay announced' }),
  },
  key: ['shipmentNo'],
  list: ['shipmentNo', 'lrId', 'businessLine', 'customerId', 'shipToPincode', 'isOnTime'],
  search: ['shipmentNo'],
  sort: ['-id'],
  indexes: [['customerId'], ['sigmaCustomerId']],
  access: dispatches,
  within: {
    ...withinLrs,
    CUSTOMER: [{ customerId: 'ownCustomer' }, { lrId: 'sigmaLrsIFollow' }],
    DISTRIBUTOR: [{ customerId: 'ownCustomer' }, { lrId: 'sigmaLrsIFollow' }],
    SALES_REP: [{ id: 'shipmentsOfMyCustomers' }, { lrId: 'sigmaLrsIFollow' }],
    SALES_MANAGER: [{ id: 'shipmentsOfMyCustomers' }, { lrId: 'sigmaLrsIFollow' }],
  },
})

export type Shipment = Row<typeof shipment>
