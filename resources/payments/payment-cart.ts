import { paymentCarts } from '../access.ts'
import { customer } from '../access-control/customer.ts'
import { choice, integer, reference, text } from '../define/fields.ts'
import { type Row, record } from '../define/resource.ts'

/** What a customer is about to pay: one open cart for all their people. */
export const paymentCart = record({
  path: 'payment-carts',
  name: 'payment-cart',
  title: 'Payment Carts',
  purpose: 'Payment carts of customers, open and checked out.',
  fields: {
    customerId: reference(customer),
    companyCode: text({ max: 4, label: 'Company code' }),
    status: choice(['OPEN', 'CHECKED_OUT', 'EXPIRED'], {
      default: 'OPEN',
      hint: 'Expired: unchanged for 30 days',
    }),
    releasedNo: integer({
      marker: true,
      min: 0,
      default: 0,
      label: 'Number released',
      hint: '0 while the cart is open; its own id afterwards, so that the customer can begin another',
    }),
  },
  key: ['customerId', 'releasedNo'],
  list: ['customerId', 'companyCode', 'status'],
  filters: ['status', 'customerId'],
  search: [],
  sort: ['-id'],
  indexes: [['status']],
  access: paymentCarts,
  openIf: { status: 'CHECKED_OUT' },
  within: { CUSTOMER: { customerId: 'ownCustomer' }, DISTRIBUTOR: { customerId: 'ownCustomer' } },
})

export type PaymentCart = Row<typeof paymentCart>
