import { customer } from '../../access-control/customer.ts'
import { date, integer, money, reference, text } from '../../define/fields.ts'
import { report } from '../../define/report.ts'
import { products } from '../../masters/products.ts'
import { sbu } from '../../masters/sbu.ts'

/** So many days ahead are looked at. */
export const ENDING_DAYS = 90

/** What ends within the next days and has no successor, with what orders of the last year bought by it. */
export const endingSoon = report({
  name: 'ending-soon',
  title: 'Ending Soon',
  purpose: 'Prices, contracts, mappings and limits that end within 90 days and have no successor.',
  fields: {
    listName: text({ label: 'List', max: 60 }),
    rowName: text({ label: 'Row', max: 120, optional: true, hint: 'Contract, annexure or promo code' }),
    customerId: reference(customer, { optional: true }),
    productId: reference(products, { optional: true }),
    sbuId: reference(sbu, { optional: true }),
    validTo: date({ label: 'Last day' }),
    daysLeft: integer({ label: 'Days left' }),
    orders: integer({ optional: true, label: 'Orders', hint: 'Of the last 365 days, not cancelled' }),
    netValue: money({
      optional: true,
      label: 'Ordered by it',
      hint: 'Net value of these orders; empty where orders do not name the row',
      nature: 'amount',
    }),
  },
  display: ['listName', 'validTo'],
  list: ['listName', 'rowName', 'customerId', 'productId', 'sbuId', 'validTo', 'daysLeft', 'orders', 'netValue'],
  filters: ['daysLeft', 'validTo', 'listName', 'customerId', 'productId', 'sbuId'],
  groups: ['listName', 'validTo', 'customerId', 'productId'],
  search: ['listName', 'rowName'],
  sort: ['validTo', 'listName'],
  facts: true,
  access: { MASTER_ADMIN: 'RX', PRICING_APPROVER: 'RX', FINANCE: 'RX', CSC_AGENT: 'RX', AUDITOR: 'RX' },
})
