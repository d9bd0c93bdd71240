/** What the reports of orders have in common: the columns of an order, and whose orders each role reads. */
import { customer } from '../../access-control/customer.ts'
import { employee } from '../../access-control/employee.ts'
import { date, reference, text } from '../../define/fields.ts'
import { sbu } from '../../masters/sbu.ts'
import { order } from '../../orders/order.ts'
import { channel } from '../../settings/channel.ts'
import { user } from '../../settings/user.ts'

export const orderFacts = {
  orderId: reference(order, { label: 'Order' }),
  orderNo: text({ max: 14, label: 'Order no' }),
  orderDate: date(),
  customerId: reference(customer),
  soldToId: reference(customer, { label: 'Sold-to' }),
  sbuId: reference(sbu),
  channelId: reference(channel),
  employeeId: reference(employee, {
    optional: true,
    label: 'Account owner',
    hint: 'The account owner today',
    audience: 'staff',
  }),
  placedById: reference(user, { audience: 'readers', label: 'Placed by' }),
}

/** The columns of orders by which people look for them. */
export const orderFilters = [
  'sbuId',
  'channelId',
  'customerId.cityId.zoneAreaId.zoneId',
  'customerId.cityId.zoneAreaId',
  'employeeId',
  'customerId',
  'soldToId',
] as const

/** By which an order is counted. */
export const orderGroups = [
  'sbuId',
  'channelId',
  'customerId.cityId.zoneAreaId.zoneId',
  'customerId.cityId.zoneAreaId',
  'employeeId',
  'customerId',
  'soldToId',
] as const

/** As with the orders themselves. */
export const withinOrderReports = {
  CUSTOMER: { customerId: 'ownCustomer' },
  DISTRIBUTOR: { soldToId: 'ownCustomer' },
  SALES_REP: [{ customerId: 'myCustomers' }, { placedById: 'myself' }],
  SALES_MANAGER: [
    { customerId: 'myCustomers' },
    { placedById: 'myself' },
    { orderId: 'ordersIDecide' },
    { orderId: 'ordersOfMyCluster' },
  ],
  PRICING_APPROVER: { sbuId: 'mySbus' },
  CSC_AGENT: { sbuId: 'mySbus' },
} as const

/** As with what is made of orders by our own people alone. */
const { CUSTOMER: _, DISTRIBUTOR: __, ...ofEmployees } = withinOrderReports
export const withinOrderReportsOfEmployees = ofEmployees

/** As `withinOrderReportsOfEmployees`, of rows of which some are invoices without an order. */
export const withinOrdersAndInvoices = {
  ...ofEmployees,
  SALES_MANAGER: [...ofEmployees.SALES_MANAGER, { invoiceId: 'invoicesOfMyCluster' }],
} as const
