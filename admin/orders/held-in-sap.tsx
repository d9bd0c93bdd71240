import { useParams } from 'react-router'
import { orderHold } from '../../resources/orders/holds/order-hold.ts'
import ListPage from '../derive/list/list-page.tsx'
import ShowPage from '../derive/show/show-page.tsx'
import NotFound from '../shell/not-found.tsx'

/** What SAP holds, open and ended, the longest first; a desk comes here with its own kinds. */
export default function HeldInSap() {
  const { id } = useParams()
  if (id === undefined) return <ListPage resource={orderHold} />
  return /^[1-9]\d{0,9}$/.test(id) ? <ShowPage resource={orderHold} id={Number(id)} /> : <NotFound />
}
