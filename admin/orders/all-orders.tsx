import { order } from '../../resources/orders/order.ts'
import ListPage from '../derive/list/list-page.tsx'
import { ButtonLink } from '../shell/button-link.tsx'

/** The orders as a list like any other: with columns of one's choice, saved views and export. */
export default function AllOrders() {
  return <ListPage resource={order} more={<ButtonLink to="/orders/order-history">Order History</ButtonLink>} />
}
