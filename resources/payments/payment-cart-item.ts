import { paymentCarts } from '../access.ts'
import { customer } from '../access-control/customer.ts'
import { money, reference } from '../define/fields.ts'
import { type Row, record } from '../define/resource.ts'
import { uploadOutstanding } from '../masters/upload-outstanding.ts'
import { paymentCart } from './payment-cart.ts'

/** An open item in a cart, and what of it is paid. */
export const paymentCartItem = record({
  path: 'payment-cart-items',
  name: 'payment-cart-item',
  title: 'Items in Payment Carts',
  purpose: 'The open items that customers chose to pay, each with its amount and the tax they deduct.',
  fields: {
    cartId: reference(paymentCart, { label: 'Cart' }),
    customerId: reference(customer),
    itemId: reference(uploadOutstanding, { label: 'Open item' }),
    payAmount: money({ label: 'To pay', hint: 'Negative for a credit that is used' }),
    tdsAmount: money({ min: 0, default: 0, label: 'TDS', hint: 'Tax that the customer deducts' }),
  },
  key: ['cartId', 'itemId'],
  display: ['itemId'],
  list: ['cartId', 'customerId', 'itemId', 'payAmount', 'tdsAmount'],
  search: [],
  sort: ['-id'],
  indexes: [['itemId'], ['customerId']],
  access: paymentCarts,
  within: { CUSTOMER: { customerId: 'ownCustomer' }, DISTRIBUTOR: { customerId: 'ownCustomer' } },
})

export type PaymentCartItem = Row<typeof paymentCartItem>
