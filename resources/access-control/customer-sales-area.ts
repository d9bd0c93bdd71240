import { customers, partnerRoles } from '../access.ts'
import { code, flag, integer, reference } from '../define/fields.ts'
import { type Row, record } from '../define/resource.ts'
import { channel } from '../settings/channel.ts'
import { customer } from './customer.ts'

/** A sales area of a customer in SAP: the channel, terms and blocks of their orders from the SBUs of that area. */
export const customerSalesArea = record({
  path: 'access-control/customer-sales-area',
  name: 'customer-sales-area',
  title: 'Sales Areas of Customers',
  purpose: 'The SAP sales areas of each customer, with terms and order blocks.',
  fields: {
    customerId: reference(customer),
    salesOrg: code({ max: 4, sap: true, label: 'Sales organisation' }),
    channelId: reference(channel, { sap: true }),
    division: code({ max: 2, sap: true }),
    paymentTermsCode: code({ max: 4, optional: true, sap: true }),
    paymentTermsDays: integer({ min: 0, max: 999, optional: true, sap: true }),
    incoterms: code({ max: 3, optional: true, sap: true }),
    orderBlock: code({ max: 2, optional: true, sap: true, hint: 'Any entry means SAP takes no orders in this area' }),
    deliveryBlock: code({ max: 2, optional: true, sap: true }),
    billingBlock: code({ max: 2, optional: true, sap: true, hiddenFrom: partnerRoles }),
    isDeleted: flag({ sap: true, label: 'Deleted in SAP' }),
  },
  key: ['customerId', 'salesOrg', 'channelId', 'division'],
  display: ['salesOrg', 'channelId', 'division'],
  list: [
    'customerId',
    'salesOrg',
    'channelId',
    'division',
    'paymentTermsCode',
    'paymentTermsDays',
    'orderBlock',
    'deliveryBlock',
    'billingBlock',
    'isDeleted',
  ],
  filters: ['customerId', 'channelId'],
  search: [],
  sort: ['customerId', 'salesOrg', 'division'],
  indexes: [['customerId']],
  access: customers,
  partOf: 'customerId',
  within: {
    CUSTOMER: { customerId: 'ownCustomer' },
    DISTRIBUTOR: { customerId: 'ownCustomer' },
    SALES_REP: { customerId: 'myCustomers' },
    EUD_APPROVER: { customerId: 'customersOfMySbus' },
    SALES_MANAGER: { customerId: 'myCustomers' },
    DISPATCH: { customerId: 'myCustomers' },
  },
})

export type CustomerSalesArea = Row<typeof customerSalesArea>
