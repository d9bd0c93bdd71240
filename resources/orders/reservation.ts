import { orderParts } from '../access.ts'
import { customer } from '../access-control/customer.ts'
import { choice, integer, quantity, reference } from '../define/fields.ts'
import { type Row, record } from '../define/resource.ts'
import { order } from './order.ts'
import { withinOrders } from './order-visibility.ts'
import { reservationKinds } from './reserved-quantities.ts'

/**
 * What an order reserves of a rate contract, a promo code or an end-user document, as it is counted on that row.
 * `heldOf` is its id: a rate contract line, a promo code, an end-user document.
 */
export const reservation = record({
  path: 'reservations',
  name: 'reservation',
  title: 'Reservations',
  purpose: 'What orders hold of rate contracts, promo codes and end-user documents, and what is used up.',
  fields: {
    orderId: reference(order),
    customerId: reference(customer),
    kind: choice(reservationKinds),
    heldOf: integer({ min: 1, label: 'Row' }),
    uses: integer({ default: 0 }),
    heldQty: quantity({ default: 0, label: 'Held' }),
    usedQty: quantity({ default: 0, label: 'Used up' }),
  },
  key: ['orderId', 'kind', 'heldOf'],
  display: ['orderId', 'kind'],
  list: ['orderId', 'customerId', 'kind', 'heldOf', 'uses', 'heldQty', 'usedQty'],
  sort: ['-id'],
  indexes: [['kind', 'heldOf', 'customerId'], ['customerId']],
  access: orderParts,
  within: withinOrders,
})

export type Reservation = Row<typeof reservation>
